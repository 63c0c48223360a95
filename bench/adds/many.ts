// Many at once: notes by the list, and a store put back from its own export.

import { join } from "node:path";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { atLeast, type Measured } from "../run/measured.ts";
import { ratioOf, type Spent, spent } from "../run/timing.ts";
import type { Line } from "../workload/workload.ts";
import { bareCopy } from "./bare-insert.ts";
import type { Heard } from "./heard.ts";

const TENANT = "adds";
/** Notes of one call. */
const TOGETHER = 250;

export type Many = Readonly<{ folder: string; lines: readonly Line[] }>;

type Done = Readonly<{ name: string; count: number; cost: Spent }>;

/** `heard` is what hearing messages cost, to be set beside the same bare insert. */
export async function addMany(given: Many, heard: Heard): Promise<Measured> {
  const { listed, tied } = await remembered(given);
  const put = await imported(given);
  const bare = await insertedTogether(given);
  const perSecond = ({ count, cost }: Done) => (1_000 * count) / cost.wallMs;
  const perCpuSecond = ({ count, cost }: Done) => (1_000 * count) / cost.cpuMs;
  const share = (perSecondOfCpu: number) => ratioOf([perSecondOfCpu / perCpuSecond(bare)], "more");
  return {
    tables: [
      {
        title: "Adding many at once",
        columns: ["what", "how many", "a second", "a processor second"],
        rows: [bare, listed, tied, put].map((done) => [
          ...[done.name, done.count, perSecond(done)],
          perCpuSecond(done),
        ]),
        notes: [
          `rememberMany takes ${TOGETHER} notes a call, after as many that were not counted. A job ties them to their neighbours when no caller is waiting: a row of its own.`,
        ],
      },
    ],
    ratios: {
      "a message heard, of a bare insert (processor)": share(heard.perCpuSecond),
      "a note of many, of a bare insert (processor)": share(perCpuSecond(listed)),
      "a memory imported, of a bare insert (processor)": share(perCpuSecond(put)),
    },
    promises: [atLeast("batched adds, memories a second ≥ 5,000", perSecond(listed), 5_000)],
  };
}

/** Half of the lines warm everything up and are not counted. */
async function remembered({
  folder,
  lines,
}: Many): Promise<Readonly<{ listed: Done; tied: Done }>> {
  const memory = await opened(folder, "listed");
  const notes = lines.map(({ text }) => ({ kind: "log" as const, text }));
  const half = Math.floor(notes.length / 2);
  await byTheList(memory, notes.slice(0, half));
  await memory.drain();
  const counted = notes.slice(half);
  const cost = await spent(() => byTheList(memory, counted));
  const after = await spent(() => memory.drain());
  await memory.close();
  const count = counted.length;
  return {
    listed: { name: "rememberMany", count, cost },
    tied: { name: "and tied to their neighbours", count, cost: after },
  };
}

type Note = Parameters<MemoryEngine["rememberMany"]>[0]["lines"][number];

async function byTheList(memory: MemoryEngine, notes: readonly Note[]): Promise<void> {
  for (let from = 0; from < notes.length; from += TOGETHER)
    await memory.rememberMany({ tenant: TENANT, lines: notes.slice(from, from + TOGETHER) });
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
