// How fast recall answers in one large tenant on SQLite, through the public library with the built-in models:
// `npx tsx bench/recall-speed.ts --size 100000 [--messages N] [--questions N] [--store FILE] [--json]`.
// `--store` keeps the filled file for the next run. The embedding of each question is part of its time.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createMemory, type MemoryEngine } from "../src/index.ts";
import { fillStore, NOW, TENANT } from "./recall-speed/fill-store.ts";
import { madeText } from "./recall-speed/made-text.ts";

const SEED = 7;
const WARM_UP = 20;

const WAYS = {
  "search memories": (memory, query) => memory.search({ tenant: TENANT, query, over: "memories" }),
  "search messages": (memory, query) => memory.search({ tenant: TENANT, query, over: "messages" }),
  "search both": (memory, query) => memory.search({ tenant: TENANT, query, over: "both" }),
  "query bullets": (memory, query) => memory.query({ tenant: TENANT, query, return: "bullets" }),
} as const satisfies Record<string, (memory: MemoryEngine, query: string) => Promise<unknown>>;

type Figures = Readonly<{
  coldMs: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  n: number;
}>;

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "100000" },
    messages: { type: "string" },
    questions: { type: "string", default: "300" },
    store: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const memories = Number(values.size);
const messages = Number(values.messages ?? values.size);
const folder = mkdtempSync(join(tmpdir(), "recall-speed-"));
const path = values.store ?? join(folder, "speed.db");
try {
  const filling = performance.now();
  if (!existsSync(path)) await fillStore({ path, memories, messages, seed: SEED });
  const fillSeconds = Math.round((performance.now() - filling) / 1000);
  const loadBefore = loadavg()[0] ?? 0;
  const ways = await measureAll(path, Number(values.questions));
  const machine = { cores: cpus().length, loadBefore, loadAfter: loadavg()[0] ?? 0 };
  const report = { memories, messages, fillSeconds, machine, unit: "ms", ways };
  console.log(values.json ? JSON.stringify(report) : textOf(report));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Each way opens the file anew, so that its first answer is a cold one. */
async function measureAll(file: string, count: number): Promise<Readonly<Record<string, Figures>>> {
  const figures: Record<string, Figures> = {};
  for (const [name, ask] of Object.entries(WAYS)) {
    const memory = await createMemory({ path: file, folder: null, upkeep: false, now: () => NOW });
    figures[name] = await measured((query) => ask(memory, query), count);
    await memory.close();
  }
  return figures;
}

async function measured(ask: (query: string) => Promise<unknown>, count: number): Promise<Figures> {
  const made = madeText(SEED + 1);
  const timed = async () => {
    const query = made.question();
    const started = performance.now();
    await ask(query);
    return performance.now() - started;
  };
  const coldMs = await timed();
  for (let turn = 0; turn < WARM_UP; turn++) await timed();
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) times.push(await timed());
  times.sort((a, b) => a - b);
  const at = (share: number) => round(times[Math.floor((times.length - 1) * share)] ?? 0);
  return {
    coldMs: round(coldMs),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
    n: count,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

type Report = Readonly<{
  memories: number;
  messages: number;
  machine: Readonly<{ cores: number; loadBefore: number; loadAfter: number }>;
  ways: Readonly<Record<string, Figures>>;
}>;

function textOf({ memories: kept, messages: said, machine, ways }: Report): string {
  const columns = ["p50", "p95", "p99", "max", "coldMs"] as const;
  const rows = Object.entries(ways).map(([name, figures]) =>
    [
      name.padEnd(18),
      ...columns.map((column) => figures[column].toFixed(1).padStart(9)),
      `  n=${figures.n}`,
    ].join(""),
  );
  const load = `${machine.loadBefore.toFixed(1)} before, ${machine.loadAfter.toFixed(1)} after`;
  return [
    `${kept} memories and ${said} messages in one tenant; ${machine.cores} cores, load ${load}; milliseconds`,
    `${"".padEnd(18)}${columns.map((column) => column.padStart(9)).join("")}`,
    ...rows,
  ].join("\n");
}
