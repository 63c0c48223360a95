// How long saving and loading a graph's checkpoint takes, beside LangGraph's own SQLite saver and a bare row of the same
// bytes. With `--url` also on PostgreSQL.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BaseCheckpointSaver, emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { bareSaver } from "./checkpoints/bare-saver.ts";
import { langgraphSaver } from "./checkpoints/langgraph-saver.ts";
import { mnemeSaver } from "./checkpoints/mneme-saver.ts";
import { atMost, type Measure, type Table } from "./run/measured.ts";
import { percentiles, ratioOf, type Spent, spent } from "./run/timing.ts";

const MESSAGES = 50;
const WARM_UP = 20;
const ROUNDS = 5;

/** As much of a saver as is measured, and how it is let go. */
export type Saver = Readonly<{
  name: string;
  put: BaseCheckpointSaver["put"];
  getTuple: (config: Config) => Promise<unknown>;
  close(): Promise<void>;
}>;
export type Config = Parameters<BaseCheckpointSaver["put"]>[0];

type Costs = Readonly<{ name: string; saves: readonly Spent[]; loads: readonly Spent[] }>;

export const measure: Measure = async ({ isQuick, url, sizes, peers }) => {
  const [runs = isQuick ? 300 : 1_000] = sizes ?? [];
  const folder = mkdtempSync(join(tmpdir(), "checkpoints-bench-"));
  const openers = [
    () => bareSaver(join(folder, "bare.db")),
    () => mnemeSaver({ path: join(folder, "memory.db") }),
    ...(url === undefined ? [] : [() => mnemeSaver({ url })]),
    ...(isQuick && peers === undefined ? [] : [() => langgraphSaver(join(folder, "langgraph.db"))]),
  ];
  const all: Costs[] = [];
  try {
    for (const open of openers) all.push(await costsOf(await open(), runs));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [bare, ours] = all;
  if (bare === undefined || ours === undefined) throw new Error("Nothing was measured.");
  const wall = (costs: readonly Spent[]) => percentiles(costs.map(({ wallMs }) => wallMs));
  return {
    tables: [tableOf(all, runs)],
    ratios: {
      "checkpoint saved, of a bare row (processor)": against(ours.saves, bare.saves),
      "checkpoint loaded, of a bare row (processor)": against(ours.loads, bare.loads),
    },
    promises: [
      atMost("checkpoint save p99 ≤ 20 ms", wall(ours.saves).p99, 20),
      atMost("checkpoint load p99 ≤ 20 ms", wall(ours.loads).p99, 20),
    ],
  };
};

function tableOf(all: readonly Costs[], runs: number): Table {
  return {
    title: "Checkpoints, milliseconds",
    columns: ["saver", "act", "p50", "p95", "p99", "mean processor"],
    rows: all.flatMap(({ name, saves, loads }) =>
      (
        [
          ["save", saves],
          ["load", loads],
        ] as const
      ).map(([act, costs]) => {
        const { p50, p95, p99 } = percentiles(costs.map(({ wallMs }) => wallMs));
        return [name, act, p50, p95, p99, mean(costs)];
      }),
    ),
    notes: [
      `${runs} checkpoints of a conversation that grows to ${MESSAGES} turns, in one thread.`,
    ],
  };
}

function against(costs: readonly Spent[], bare: readonly Spent[]) {
  const each = Math.ceil(costs.length / ROUNDS);
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    costs.slice(round * each, (round + 1) * each),
  );
  return ratioOf(
    rounds.filter((part) => part.length > 0).map((part) => mean(part) / mean(bare)),
    "less",
  );
}

function mean(costs: readonly Spent[]): number {
  return costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / costs.length;
}

/** A conversation that grows by a turn a step, as an agent's does: the whole list is the channel that changes. */
async function costsOf(saver: Saver, runs: number): Promise<Costs> {
  const saves: Spent[] = [];
  const loads: Spent[] = [];
  let config: Config = { configurable: { thread_id: "thread", checkpoint_ns: "" } };
  try {
    for (let step = 0; step < runs + WARM_UP; step++) {
      const before = config;
      const save = await spent(async () => {
        config = await saver.put(before, checkpointAt(step), metadataAt(step), freshAt(step));
      });
      const load = await spent(() =>
        saver.getTuple({ configurable: { thread_id: "thread", checkpoint_ns: "" } }),
      );
      if (step < WARM_UP) continue;
      saves.push(save);
      loads.push(load);
    }
  } finally {
    await saver.close();
  }
  return { name: saver.name, saves, loads };
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
