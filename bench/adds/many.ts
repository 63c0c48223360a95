// Many at once: notes by the list, messages heard from end to end with the built-in models, and a store put back from
// its own export.

import { join } from "node:path";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { atLeast, type Measured } from "../run/measured.ts";
import { ratioOf, type Spent, spent } from "../run/timing.ts";
import type { Line } from "../workload/workload.ts";
import { bareCopy } from "./bare-insert.ts";

const TENANT = "adds";
/** Messages that load the models and let the code be compiled. */
const WARM_UP = 200;
/** Notes of one call. */
const TOGETHER = 250;

export type Many = Readonly<{
  folder: string;
  messages: number;
  lines: readonly Line[];
  name: string;
}>;

type Done = Readonly<{ name: string; count: number; cost: Spent }>;

export async function addMany(given: Many): Promise<Measured> {
  const heard = await ingested(given);
  const { listed, tied } = await remembered(given);
  const put = await imported(given);
  const bare = await insertedTogether(given);
  const perSecond = ({ count, cost }: Done) => (1_000 * count) / cost.wallMs;
  const perCpuSecond = ({ count, cost }: Done) => (1_000 * count) / cost.cpuMs;
  const share = (of: Done) => ratioOf([perCpuSecond(of) / perCpuSecond(bare)], "more");
  return {
    tables: [
      {
        title: "Adding many at once",
        columns: ["what", "how many", "a second", "a processor second"],
        rows: [bare, listed, tied, put, heard].map((done) => [
          ...[done.name, done.count, perSecond(done)],
          perCpuSecond(done),
        ]),
        notes: [
          `rememberMany takes ${TOGETHER} notes a call. A job ties them to their neighbours when no caller is waiting: a row of its own.`,
          `Text: ${given.name}. A message is kept, indexed, embedded and read for facts, and its lines are written to files.`,
        ],
      },
    ],
    ratios: {
      "a message heard, of a bare insert (processor)": share(heard),
      "a note of many, of a bare insert (processor)": share(listed),
      "a memory imported, of a bare insert (processor)": share(put),
    },
    promises: [
      atLeast("messages a processor second, everything included ≥ 500", perCpuSecond(heard), 500),
      atLeast("batched adds, memories a second ≥ 5,000", perSecond(listed), 5_000),
    ],
  };
}

async function ingested({ folder, messages, lines }: Many): Promise<Done> {
  const memory = await opened(folder, "heard");
  const began = Date.parse("2026-03-01T08:00:00.000Z");
  const said = lines.slice(0, messages).map(({ id, user, channel, speaker, text }, at) => ({
    ...{ tenant: TENANT, id, channel, text },
    author: { id: `${user}/${speaker}`, name: speaker },
    at: new Date(began + at * 60_000).toISOString(),
  }));
  const warmUp = said.slice(0, WARM_UP).map((one) => ({ ...one, tenant: "warm-up" }));
  await memory.ingestMany(warmUp);
  const cost = await spent(async () => {
    await memory.ingestMany(said);
    await memory.drain();
  });
  await memory.close();
  return { name: "ingestMany, to the end", count: said.length, cost };
}

/** Notes by the list, as many as there are messages. */
async function remembered({
  folder,
  messages,
  lines,
}: Many): Promise<Readonly<{ listed: Done; tied: Done }>> {
  const memory = await opened(folder, "listed");
  const notes = lines.slice(0, messages).map(({ text }) => ({ kind: "log" as const, text }));
  await memory.rememberMany({ tenant: "warm-up", lines: notes.slice(0, WARM_UP) });
  await memory.drain();
  const cost = await spent(async () => {
    for (let from = 0; from < notes.length; from += TOGETHER)
      await memory.rememberMany({ tenant: TENANT, lines: notes.slice(from, from + TOGETHER) });
  });
  const after = await spent(() => memory.drain());
  await memory.close();
  const count = notes.length;
  return {
    listed: { name: "rememberMany", count, cost },
    tied: { name: "and tied to their neighbours", count, cost: after },
  };
}

/** The store of the single adds is taken out and put into an empty one. */
async function imported({ folder }: Many): Promise<Done> {
  const from = await createMemory({ path: join(folder, "log", "adds.db"), upkeep: false });
  const { bytes, count } = await exported(from);
  await from.close();
  const into = await opened(folder, "imported");
  const cost = await spent(() =>
    into.transfer.import({
      ...{ tenant: TENANT, from: { bytes: streamOf(bytes) }, scope: "shared", dryRun: false },
      options: {
        ...{ tenant: TENANT, channel: "imported", branches: false },
        person: { id: "user", name: "User" },
      },
    }),
  );
  await into.close();
  return { name: "import of our own export", count, cost };
}

async function exported(memory: MemoryEngine) {
  const parts: Uint8Array[] = [];
  for await (const part of memory.transfer.exportZip({ tenant: TENANT, format: "jsonl" }))
    parts.push(part);
  const { memories } = await memory.stats({ tenant: TENANT });
  const count = memories.reduce((sum, { count: n }) => sum + n, 0);
  return { bytes: Buffer.concat(parts), count };
}

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The yardstick for both: the same bare insert as for single adds, in one transaction after another. */
async function insertedTogether({ folder }: Many): Promise<Done> {
  const bare = await bareCopy(join(folder, "log", "adds.db"), join(folder, "bare-many.db"));
  const cost = await spent(() => {
    for (let at = 0; at < bare.count; at++) bare.insert(at);
  });
  bare.close();
  return { name: "bare insert, one at a time", count: bare.count, cost };
}

function opened(folder: string, name: string): Promise<MemoryEngine> {
  return createMemory({ path: join(folder, name, "adds.db"), warn: () => undefined });
}
