// How long saving and loading a graph's checkpoint takes, beside LangGraph's own savers and a bare row of the same bytes.
// With `--url` also on PostgreSQL, in schemas that are dropped.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BaseCheckpointSaver, emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { bareSaver } from "./checkpoints/bare-saver.ts";
import { postgresSaver, sqliteSaver } from "./checkpoints/langgraph-savers.ts";
import { mnemeSaver } from "./checkpoints/mneme-saver.ts";
import { serverNote, withSchema } from "./postgres/schema.ts";
import { schemaUrl } from "./postgres/schema-url.ts";
import { atMost, type Measure, type Measured, type Table } from "./run/measured.ts";
import { percentiles, ratioOf, type Spent, spent } from "./run/timing.ts";

const MESSAGES = 50;
const ROUNDS = 15;
/** Until then much of the processor goes to compiling the program, more of it the more code a saver has. */
const WARM_UP = 5;
const PROGRAM_ALONE =
  "On PostgreSQL the processor is that of the program alone, not of the server.";

/** As much of a saver as is measured, and how it is let go. */
export type Saver = Readonly<{
  name: string;
  put: BaseCheckpointSaver["put"];
  getTuple: (config: Config) => Promise<unknown>;
  close(): Promise<void>;
}>;
export type Config = Parameters<BaseCheckpointSaver["put"]>[0];

/** Of one round. */
type Costs = Readonly<{ saves: readonly Spent[]; loads: readonly Spent[] }>;
type Rounds = Readonly<{ name: string; rounds: readonly Costs[] }>;

type Open = () => Promise<Saver>;

export const measure: Measure = async ({ isQuick, url, sizes, peers }) => {
  const [each = isQuick ? 100 : 200] = sizes ?? [];
  const hasPeers = !isQuick || peers !== undefined;
  const folder = mkdtempSync(join(tmpdir(), "checkpoints-bench-"));
  const onFiles = [
    () => bareSaver(join(folder, "bare.db")),
    () => mnemeSaver({ path: join(folder, "memory.db") }),
    ...(hasPeers ? [() => sqliteSaver(join(folder, "langgraph.db"))] : []),
  ];
  try {
    if (url === undefined) return await measured(onFiles, each);
    return await onServer(url, hasPeers, (onPostgres) =>
      measured([...onFiles, ...onPostgres], each),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Ours and theirs have tables of the same names. */
function onServer(
  url: string,
  hasPeers: boolean,
  act: (savers: readonly Open[]) => Promise<Measured>,
): Promise<Measured> {
  return withSchema(url, (ours) =>
    withSchema(url, async (theirs, client) => {
      const { tables, ...rest } = await act([
        () => mnemeSaver({ url: schemaUrl(url, ours) }),
        ...(hasPeers ? [() => postgresSaver(url, theirs)] : []),
      ]);
      const notes = [await serverNote(client), PROGRAM_ALONE];
      return {
        ...rest,
        tables: tables.map((one) => ({ ...one, notes: [...one.notes, ...notes] })),
      };
    }),
  );
}

async function measured(openers: readonly Open[], each: number): Promise<Measured> {
  const savers: Saver[] = [];
  try {
    for (const open of openers) savers.push(await open());
    return reportOf(await inTurns(savers, each));
  } finally {
    for (const saver of savers) await saver.close();
  }
}

function reportOf(all: readonly Rounds[]): Measured {
  const [bare, ours] = all;
  if (bare === undefined || ours === undefined) throw new Error("Nothing was measured.");
  const p99 = (act: keyof Costs) => percentiles(wallOf(ours, act)).p99;
  return {
    tables: [tableOf(all)],
    ratios: {
      "checkpoint saved, of a bare row (processor)": against(ours, bare, "saves"),
      "checkpoint loaded, of a bare row (processor)": against(ours, bare, "loads"),
    },
    promises: [
      atMost("checkpoint save p99 ≤ 20 ms", p99("saves"), 20),
      atMost("checkpoint load p99 ≤ 20 ms", p99("loads"), 20),
    ],
  };
}

function wallOf({ rounds }: Rounds, act: keyof Costs): readonly number[] {
  return rounds.flatMap((round) => round[act].map(({ wallMs }) => wallMs));
}

function tableOf(all: readonly Rounds[]): Table {
  return {
    title: "Checkpoints, milliseconds",
    columns: ["saver", "act", "p50", "p95", "p99", "mean processor"],
    rows: all.flatMap((saver) =>
      (
        [
          ["save", "saves"],
          ["load", "loads"],
        ] as const
      ).map(([name, act]) => {
        const { p50, p95, p99 } = percentiles(wallOf(saver, act));
        const processor = mean(saver.rounds.flatMap((round) => round[act]));
        return [saver.name, name, p50, p95, p99, processor];
      }),
    ),
    notes: [
      `${all[0]?.rounds.length} rounds of ${all[0]?.rounds[0]?.saves.length} checkpoints of a conversation that grows to ${MESSAGES} turns, in one thread. The savers take turns; ${WARM_UP} rounds before them warm everything up and are not counted.`,
    ],
  };
}

function against(ours: Rounds, bare: Rounds, act: keyof Costs) {
  const base = bare.rounds.map((round) => mean(round[act]));
  return ratioOf(
    ours.rounds.map((round, at) => mean(round[act]) / (base[at] ?? Number.NaN)),
    "less",
  );
}

function mean(costs: readonly Spent[]): number {
  return costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / costs.length;
}

/** A round of one saver, a round of the next, and again: a slow minute then meets all of them. */
async function inTurns(savers: readonly Saver[], each: number): Promise<readonly Rounds[]> {
  const talks = savers.map((saver) => ({ ...saver, goOn: talkOf(saver), rounds: [] as Costs[] }));
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    for (const { goOn, rounds } of talks) rounds.push(await goOn(each));
  return talks.map(({ name, rounds }) => ({ name, rounds: rounds.slice(WARM_UP) }));
}

/** A conversation that grows by a turn a step, as an agent's does: the whole list is the channel that changes. */
function talkOf(saver: Saver): (steps: number) => Promise<Costs> {
  const thread: Config = { configurable: { thread_id: "thread", checkpoint_ns: "" } };
  let config = thread;
  let step = 0;
  return async (steps) => {
    const saves: Spent[] = [];
    const loads: Spent[] = [];
    for (const until = step + steps; step < until; step++) {
      const given = [config, checkpointAt(step), metadataAt(step), freshAt(step)] as const;
      const save = await spent(async () => {
        config = await saver.put(...given);
      });
      saves.push(save);
      loads.push(await spent(() => saver.getTuple(thread)));
    }
    return { saves, loads };
  };
}

function checkpointAt(step: number) {
  return {
    ...emptyCheckpoint(),
    id: uuid6(step),
    channel_values: { messages: turns(step % MESSAGES), goal: "plan the trip" },
    channel_versions: { messages: step + 1, goal: 1 },
  };
}

function metadataAt(step: number) {
  return { source: "loop", step, parents: {} } as const;
}

function freshAt(step: number): Record<string, number> {
  return step === 0 ? { messages: 1, goal: 1 } : { messages: step + 1 };
}

function turns(count: number): readonly { role: string; content: string }[] {
  return Array.from({ length: count + 1 }, (_, n) => ({
    role: n % 2 === 0 ? "user" : "assistant",
    content: `turn ${n} ${"words ".repeat(60)}`,
  }));
}
