// Lives through leaps of the system's clock: at each stop it writes, lets what goes on by itself have its turn, does
// its upkeep and reads. Run under `faketime`, which takes the time from a file.

import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { createMemory } from "../../../src/index.ts";

const [path = "", clockFile = "", notes = "0", ...stops] = process.argv.slice(2);
const TENANT = "acme";
/** What goes on by itself gets its turn every second. */
const TURNS_MS = 2_500;

const memory = await createMemory({ path, folder: null });

async function note(text: string, life: Readonly<{ ttlDays?: number }> = {}): Promise<string> {
  const { stored } = await memory.remember({ tenant: TENANT, kind: "log", text, ...life });
  return stored[0]?.id ?? "";
}

async function stop(offset: string): Promise<void> {
  writeFileSync(clockFile, offset);
  const began = performance.now();
  const id = await note(`Written at ${offset}.`);
  await delay(TURNS_MS);
  const jobs: Record<string, unknown> = {};
  for (const job of ["prune", "forget", "purge"])
    jobs[job] = (await memory.runJob({ name: job, tenant: TENANT }))[TENANT];
  const { hits } = await memory.search({ tenant: TENANT, query: "what was written?" });
  const { length } = await memory.list({ tenant: TENANT, limit: 200 });
  const scores = hits.map(({ score }) => score);
  const said = { offset, year: new Date().getFullYear(), id, jobs, listed: length, scores };
  process.stdout.write(`${JSON.stringify({ ...said, ms: performance.now() - began })}\n`);
}

for (let n = 0; n < Number(notes); n++) await note(`Note ${n} lasts a week.`, { ttlDays: 7 });
for (const offset of stops) await stop(offset);
await memory.close();
