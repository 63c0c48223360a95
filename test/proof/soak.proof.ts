// Minutes of mixed work in a process of its own: what it holds and what a round costs stay flat. Five minutes, or
// thirty by the flag. A machine that is busy with other tests makes it slower, which is not what is measured: memory
// is that of the one process after a collection, cost is its processor time, in units of a piece of work that is
// always the same.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { count, isLong } from "./proof-run.ts";

const SOAKER = fileURLToPath(new URL("./workers/soaker.ts", import.meta.url));
const SECONDS = isLong() ? 1_800 : 300;
const run = promisify(execFile);

const Sample = z.object({
  minute: z.number(),
  rounds: z.number(),
  cost: z.number(),
  rss: z.number(),
  heap: z.number(),
  handles: z.number(),
});
type Sample = Readonly<z.infer<typeof Sample>>;

async function soaked(): Promise<readonly Sample[]> {
  const folder = mkdtempSync(join(tmpdir(), "mneme-soak-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const args = ["--expose-gc", "--import", "tsx", SOAKER, join(folder, "m.db"), String(SECONDS)];
  const { stdout } = await run(process.execPath, args);
  return stdout
    .trim()
    .split("\n")
    .map((line) => Sample.parse(JSON.parse(line)));
}

function median(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const values = samples.map(of).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

/** Of a few megabytes the system decides as it likes when to take them back. */
const RSS_SLACK_MB = 8;
const MB_A_MINUTE = 1;
const COST_GROWTH = 1.35;

test(
  `after ${SECONDS} seconds of mixed work memory, handles and the cost of a round are what they were`,
  async () => {
    const samples = await soaked();
    // The first third fills caches and lets the compiler settle.
    const third = Math.floor(samples.length / 3);
    expect(third).toBeGreaterThan(3);
    const [early, late] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
    const growth = (of: (sample: Sample) => number) => median(late, of) - median(early, of);
    const minutes = growth(({ minute }) => minute);
    const heap = growth((sample) => sample.heap);
    const rss = growth((sample) => sample.rss);
    const cost = median(late, (sample) => sample.cost) / median(early, (sample) => sample.cost);
    const handles = [...early, ...late].map((sample) => sample.handles);
    count("soak", {
      rounds: samples.reduce((sum, { rounds }) => sum + rounds, 0),
      minutes: Math.round(SECONDS / 60),
      "heap MB a minute": (heap / minutes).toFixed(2),
      "resident MB a minute": (rss / minutes).toFixed(2),
      "cost of a round, late to early": cost.toFixed(2),
      handles: `${Math.min(...handles)} to ${Math.max(...handles)}`,
    });
    expect(heap).toBeLessThan(MB_A_MINUTE * minutes);
    expect(rss).toBeLessThan(MB_A_MINUTE * minutes + RSS_SLACK_MB);
    expect(cost).toBeLessThan(COST_GROWTH);
    expect(Math.max(...handles) - Math.min(...handles)).toBeLessThanOrEqual(2);
  },
  (SECONDS * 2 + 300) * 1_000,
);
