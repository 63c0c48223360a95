// A day of group chat, through in one go and without a model: how fast, how large, and what it reads like afterwards.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { type Day, dayOf, TENANT } from "../simulation/day/day.ts";
import { progressOf } from "../simulation/day/progress.ts";
import { readings } from "../simulation/day/readings.ts";
import type { Evaluation } from "./evaluation.ts";

const DAY: Day = { seed: 11, messages: 10_000, people: 50, channels: 20 };

export const evaluate: Evaluation = async () => {
  const folder = await mkdtemp(join(tmpdir(), "mneme-day-"));
  try {
    const memory = await createMemory({ path: join(folder, "memory.db"), upkeep: false });
    const figures = await through(memory);
    const read = await readings(memory);
    await memory.close();
    return { figures, text: [table(figures), read].join("\n\n") };
  } finally {
    await rm(folder, { recursive: true });
  }
};

async function through(memory: MemoryEngine) {
  const progress = progressOf(DAY.messages);
  const started = performance.now();
  const cpu = process.cpuUsage();
  const receipts = await memory.ingestMany(watched(progress.heard));
  const heardSeconds = (performance.now() - started) / 1000;
  progress.says("ending the conversations");
  await memory.drain();
  await memory.flush({ tenant: TENANT });
  progress.says("the night's work");
  await memory.runJob({ name: "nightly", tenant: TENANT });
  const { user, system } = process.cpuUsage(cpu);
  progress.over();
  const seconds = (performance.now() - started) / 1000;
  const isStored = ({ stored }: (typeof receipts)[number]) => stored.length > 0;
  return {
    messages: receipts.length,
    withFacts: receipts.filter(isStored).length,
    heardPerSecond: Math.round(DAY.messages / heardSeconds),
    perCpuSecond: Math.round((DAY.messages / (user + system)) * 1e6),
    seconds: Math.round(seconds),
    peakMegabytes: progress.peakMegabytes(),
    endMegabytes: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
}

/** One at a time, so that the day is never held whole. */
function* watched(heard: () => void) {
  for (const message of dayOf(DAY)) {
    heard();
    yield message;
  }
}

function table(figures: Readonly<Record<string, number>>): string {
  const lines = Object.entries(figures).map(([name, value]) => `  ${name.padEnd(16)} ${value}`);
  return [`a day: ${DAY.people} people, ${DAY.channels} channels`, ...lines].join("\n");
}
