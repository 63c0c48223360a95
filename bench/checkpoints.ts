// How long saving and loading a graph's checkpoint takes: `tsx bench/checkpoints.ts [--url postgres://…] [--runs 500]`.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { createMemory } from "../src/index.ts";
import { MnemeCheckpointer } from "../src/integrations/langgraph/checkpointer.ts";

const MESSAGES = 50;
const WARM_UP = 20;

const { values } = parseArgs({
  options: { url: { type: "string" }, runs: { type: "string", default: "500" } },
});
const folder = await mkdtemp(join(tmpdir(), "mneme-bench-"));
const memory = await createMemory(
  values.url === undefined
    ? { path: join(folder, "memory.db"), upkeep: false }
    : { url: values.url, upkeep: false },
);
const tenant = `bench-${uuid6(0)}`;
const checkpointer = new MnemeCheckpointer(memory, { tenant });
try {
  await measure(Number(values.runs));
} finally {
  await checkpointer.deleteThread("thread");
  await memory.close();
  await rm(folder, { recursive: true });
}

/** A conversation that grows by a turn a step, as an agent's does: the whole list is the channel that changes. */
async function measure(runs: number): Promise<void> {
  const saves: number[] = [];
  const loads: number[] = [];
  let config: { configurable?: Record<string, unknown> } = {
    configurable: { thread_id: "thread" },
  };
  for (let step = 0; step < runs + WARM_UP; step++) {
    const checkpoint = {
      ...emptyCheckpoint(),
      id: uuid6(step),
      channel_values: { messages: turns(step % MESSAGES), goal: "plan the trip" },
      channel_versions: { messages: step + 1, goal: 1 },
    };
    const metadata = { source: "loop", step, parents: {} } as const;
    const fresh = step === 0 ? { messages: 1, goal: 1 } : { messages: step + 1 };
    const [saved, save] = await timed(() => checkpointer.put(config, checkpoint, metadata, fresh));
    const [, load] = await timed(() =>
      checkpointer.getTuple({ configurable: { thread_id: "thread" } }),
    );
    config = saved;
    if (step < WARM_UP) continue;
    saves.push(save);
    loads.push(load);
  }
  console.log(
    `${values.url === undefined ? "sqlite" : "postgres"}, ${runs} checkpoints, milliseconds`,
  );
  for (const [name, times] of [
    ["save", saves],
    ["load", loads],
  ] as const)
    console.log(`${name}  p50 ${at(times, 0.5)}  p95 ${at(times, 0.95)}  p99 ${at(times, 0.99)}`);
}

function turns(count: number): readonly { role: string; content: string }[] {
  return Array.from({ length: count + 1 }, (_, n) => ({
    role: n % 2 === 0 ? "user" : "assistant",
    content: `turn ${n} ${"words ".repeat(60)}`,
  }));
}

async function timed<T>(action: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const result = await action();
  return [result, performance.now() - started];
}

function at(times: readonly number[], part: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * part));
  return (sorted[place] ?? Number.NaN).toFixed(2);
}
