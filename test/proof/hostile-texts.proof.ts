// A megabyte of hostile text through every text path, and 300 long texts through the library: under a second of processor
// time and 100 MB each, and the memory of a process that heard them does not grow.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { TEXT_PATHS } from "./hostile-texts.ts";
import { count } from "./proof-run.ts";

const LENGTH = 1_000_000;
const MOST_MS = 1_000;
const MOST_MB = 100;
const READER = fileURLToPath(new URL("./workers/hostile-reader.ts", import.meta.url));
const LISTENER = fileURLToPath(new URL("./workers/long-listener.ts", import.meta.url));
const MINUTES_10 = 600_000;

const Read = z.object({ bait: z.string(), ms: z.number(), megabytes: z.number() });
const Held = z.object({ rss: z.number(), heap: z.number() });

async function lines(worker: string, ...args: readonly string[]): Promise<readonly unknown[]> {
  const node = ["--expose-gc", "--max-semi-space-size=4", "--import", "tsx", worker, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test.each(TEXT_PATHS)(
  "%s reads a megabyte of anything in bounds",
  async (path) => {
    const read = (await lines(READER, path, String(LENGTH))).map((line) => Read.parse(line));
    const slowest = read.toSorted((a, b) => b.ms - a.ms)[0];
    const largest = read.toSorted((a, b) => b.megabytes - a.megabytes)[0];
    count(`hostile texts: ${path}`, {
      texts: read.length,
      "most ms": `${slowest?.ms.toFixed(0)} (${slowest?.bait})`,
      "most MB": `${largest?.megabytes.toFixed(0)} (${largest?.bait})`,
    });
    expect(read.length).toBeGreaterThan(30);
    expect(read.filter(({ ms }) => ms >= MOST_MS)).toEqual([]);
    expect(read.filter(({ megabytes }) => megabytes >= MOST_MB)).toEqual([]);
  },
  MINUTES_10,
);

test(
  "300 texts of 10 to 100 KB leave the memory of the process as it was",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "mneme-long-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const held = (await lines(LISTENER, join(folder, "m.db"))).map((line) => Held.parse(line));
    const [first, , last] = held;
    const growth = (of: (one: z.infer<typeof Held>) => number) =>
      last === undefined || first === undefined ? Infinity : of(last) - of(first);
    count("hostile texts: ingest", {
      texts: 300,
      "heap MB grown": growth(({ heap }) => heap).toFixed(1),
      "resident MB grown": growth(({ rss }) => rss).toFixed(1),
    });
    expect(growth(({ heap }) => heap)).toBeLessThan(15);
    expect(growth(({ rss }) => rss)).toBeLessThan(100);
  },
  MINUTES_10,
);
