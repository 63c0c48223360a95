// Five minutes of mixed work on one file, by the flag: memory, file handles and latency stay flat. A shorter run
// measures the warm-up, and a machine busy with other tests measures those.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { count, isLong } from "./proof-run.ts";

const SECONDS = 300;
/** The first part fills caches and lets the compiler settle. */
const WARM_UP = 0.4;
const NOTES_KEPT = 200;
const WORDS = ["copper", "lantern", "harbour", "violet", "thunder"] as const;

type Sample = Readonly<{ at: number; rss: number; handles: number; latency: number }>;

async function work(memory: MemoryEngine, n: number): Promise<void> {
  const tenant = `t${n % 3}`;
  const word = WORDS[n % WORDS.length];
  const author = { id: `u${n % 5}`, name: "Ana" };
  const text = `My ${word} number ${n % 50} is called Star${n % 50}.`;
  await memory.ingest({ tenant, channel: "yard", id: `m${n}`, author, text });
  const { stored } = await memory.remember({
    tenant,
    kind: "log",
    text: `The ${word} of day ${n}.`,
  });
  await memory.search({ tenant, query: `where is the ${word}?` });
  await memory.context({ tenant, user: author.id, query: `the ${word}` });
  const [made] = stored;
  if (made !== undefined && n > NOTES_KEPT)
    await memory.forget({ tenant, id: made.id, purge: true });
  // The store stays as large as it is, so that its size is no reason for growth.
  if (n > NOTES_KEPT) await memory.erase({ tenant, messageId: `m${n}` });
}

function sampled(latency: number): Sample {
  globalThis.gc?.();
  return {
    at: performance.now() / 60_000,
    rss: process.memoryUsage().rss / 1_048_576,
    handles: readdirSync("/proc/self/fd").length,
    latency,
  };
}

/** Least squares, by minute. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const x = mean(samples.map(({ at }) => at));
  const y = mean(samples.map(of));
  const up = samples.reduce((sum, sample) => sum + (sample.at - x) * (of(sample) - y), 0);
  return up / samples.reduce((sum, { at }) => sum + (at - x) ** 2, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

test.runIf(isLong())(
  `after ${SECONDS} seconds of mixed work memory, handles and latency are what they were`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "mneme-soak-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const memory = await createMemory({ path: join(folder, "m.db"), upkeep: false });
    onTestFinished(() => memory.close());
    const ends = performance.now() + SECONDS * 1_000;
    const samples: Sample[] = [];
    let n = 0;
    while (performance.now() < ends) {
      const took: number[] = [];
      for (const until = performance.now() + 1_000; performance.now() < until; n++) {
        const began = performance.now();
        await work(memory, n);
        took.push(performance.now() - began);
      }
      samples.push(sampled(median(took)));
    }
    const steady = samples.slice(Math.floor(samples.length * WARM_UP));
    const half = Math.floor(steady.length / 2);
    const early = median(steady.slice(0, half).map(({ latency }) => latency));
    const late = median(steady.slice(half).map(({ latency }) => latency));
    const handles = steady.map((sample) => sample.handles);
    const growth = slope(steady, ({ rss }) => rss);
    count("soak", {
      ...{ rounds: n, "MB a minute": growth.toFixed(2), handles: Math.max(...handles) },
      "median ms early and late": `${early.toFixed(1)} ${late.toFixed(1)}`,
    });
    expect(Math.max(...handles) - Math.min(...handles)).toBeLessThanOrEqual(2);
    expect(late).toBeLessThan(early * 1.5 + 5);
    expect(growth).toBeLessThan(1);
  },
  (SECONDS + 60) * 1_000,
);
