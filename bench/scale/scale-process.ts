// Opens a filled store in a process of its own, asks, and says how long each answer took and what it holds in memory.

import type { MemoryEngine } from "../../src/index.ts";
import { NOW, TENANT } from "../recall-speed/fill-store.ts";
import { madeText } from "../recall-speed/made-text.ts";
import { givenTo, tell } from "../run/child.ts";
import { type Footprint, footprint } from "../run/footprint.ts";
import { type Percentiles, percentiles, spent } from "../run/timing.ts";
import type { NearestShare } from "./nearest-share.ts";
import { plainScan } from "./plain-scan.ts";

export type Asking = Readonly<{ path: string; size: number; questions: number; seed: number }>;
export type Answered = Percentiles &
  Readonly<{
    cpuMs: number;
    /** The same of each part of the questions, to see how far it can be trusted. */
    cpuRounds: readonly number[];
    /** The first one; only of the way that is asked first. */
    coldMs: number | undefined;
  }>;
export type Told = Readonly<{
  importMs: number;
  openMs: number;
  before: Footprint;
  after: Footprint;
  ways: Readonly<Record<string, Answered>>;
  nearest: NearestShare;
}>;

const MAX_WARM_UP = 20;
const ROUNDS = 5;
/** A larger one would need more memory than what it is measured beside. */
const MAX_SCANNED = 100_000;
const ASKED_BY_MEANING = 50;
/** One fifth of what was made. */
const CATEGORY = "travel";
/** What was made is a minute apart, so few are in it, however many there are; no index knows which. */
const LAST_HOUR = new Date(NOW.getTime() - 60 * 60_000).toISOString();

const WAYS: Readonly<Record<string, (memory: MemoryEngine, query: string) => Promise<unknown>>> = {
  search: (memory, query) => memory.search({ tenant: TENANT, query, over: "memories" }),
  query: (memory, query) => memory.query({ tenant: TENANT, query, return: "bullets" }),
  context: (memory, query) => memory.context({ tenant: TENANT, query }),
  "search by subject": (memory, query) =>
    memory.search({ tenant: TENANT, query, over: "memories", filters: { subject: "ana" } }),
  "search by category": (memory, query) =>
    memory.search({ tenant: TENANT, query, over: "memories", filters: { categories: [CATEGORY] } }),
  "search of the last hour": (memory, query) =>
    memory.search({
      tenant: TENANT,
      query,
      over: "memories",
      filters: { createdAfter: LAST_HOUR },
    }),
};

const asking = givenTo<Asking>();
const made = madeText(asking.seed + 1);
const warmUp = Math.min(MAX_WARM_UP, asking.questions);
const importing = performance.now();
const { createMemory } = await import("../../src/index.ts");
const opening = performance.now();
const memory = await createMemory({
  ...{ path: asking.path, folder: null, upkeep: false },
  now: () => NOW,
});
const openMs = performance.now() - opening;
const before = footprint();
const ways: Record<string, Answered> = {};
for (const [name, ask] of Object.entries(WAYS))
  ways[name] = await answered((query) => ask(memory, query), name === "search");
const after = footprint();
await memory.close();
if (asking.size <= MAX_SCANNED) {
  const scan = plainScan(asking.path);
  ways["plain scan"] = await answered(scan, false);
}
const questions = Array.from({ length: ASKED_BY_MEANING }, () => made.question());
// Loaded only now: a second store in the process, even one that is not open, makes the first one's answers slower.
const { nearestShare } = await import("./nearest-share.ts");
const nearest = await nearestShare(asking.path, questions);
const importMs = opening - importing;
const told: Told = { importMs, openMs, before, after, ways, nearest };
await tell(told);

async function answered(
  ask: (query: string) => Promise<unknown>,
  isFirst: boolean,
): Promise<Answered> {
  const cold = await spent(() => ask(made.question()));
  for (let turn = 0; turn < warmUp; turn++) await ask(made.question());
  const times: number[] = [];
  const cpuRounds: number[] = [];
  const each = Math.ceil(asking.questions / ROUNDS);
  for (let round = 0; round < ROUNDS; round++) {
    const part = await spent(async () => {
      for (let turn = 0; turn < each; turn++) {
        const query = made.question();
        const began = performance.now();
        await ask(query);
        times.push(performance.now() - began);
      }
    });
    cpuRounds.push(part.cpuMs / each);
  }
  return {
    ...percentiles(times),
    cpuMs: cpuRounds.reduce((sum, ms) => sum + ms, 0) / ROUNDS,
    cpuRounds,
    coldMs: isFirst ? cold.wallMs : undefined,
  };
}
