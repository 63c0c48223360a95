// Writes notes to a SQLite file one after another and says of each whether it was kept. Run under a tracer that makes
// the disk fail, with few file handles, or under another clock.

import { closeSync, openSync } from "node:fs";
import { createMemory, MemoryError } from "../../../src/index.ts";

const [path = "", notes = "0", way = ""] = process.argv.slice(2);

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function write(): Promise<void> {
  const memory = await createMemory({ path, folder: null, upkeep: false, durability: "full" });
  say({ event: "opened" });
  for (let n = 0; n < Number(notes); n++)
    try {
      const { stored } = await memory.remember({ tenant: "acme", kind: "log", text: `Note ${n}.` });
      say({ event: "kept", n, id: stored[0]?.id });
    } catch (thrown) {
      say({ event: "refused", n, ...told(thrown) });
    }
  say({ event: "read", notes: (await memory.list({ tenant: "acme", limit: 200 })).length });
  await memory.close();
  say({ event: "closed" });
}

function told(thrown: unknown): object {
  return thrown instanceof MemoryError
    ? { code: thrown.code, message: thrown.message }
    : { code: String(thrown) };
}

function fail(thrown: unknown): void {
  say({ event: "failed", ...told(thrown) });
}

/** Everything that is loaded on demand is loaded; then no handle is left. */
async function writeWithoutHandles(): Promise<void> {
  await (await createMemory({ path: ":memory:", upkeep: false })).close();
  const taken: number[] = [];
  try {
    while (true) taken.push(openSync("/dev/null", "r"));
  } catch {
    await write().catch(fail);
  }
  for (const handle of taken) closeSync(handle);
}

if (way === "few-handles") await writeWithoutHandles();
await write().catch(fail);
if (way === "twice") await write().catch(fail);
