// How Mneme alone grows with what it keeps: answers warm and cold, memory, disk, and the power of the size that each
// grows with. `--sizes` chooses, `--stores FOLDER` keeps the filled files for the next run.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillStore } from "./recall-speed/fill-store.ts";
import { toldBy } from "./run/child.ts";
import { bytesOnDisk } from "./run/footprint.ts";
import {
  atLeast,
  atMost,
  type Kept,
  type Measure,
  type Ratio,
  type Table,
} from "./run/measured.ts";
import { packedOnBuild } from "./run/packed.ts";
import { growth, ratioOf } from "./run/timing.ts";
import type { Asking, Told } from "./scale/scale-process.ts";

const QUICK_SIZES = [1_000, 6_000, 50_000];
const FULL_SIZES = [1_000, 6_000, 50_000, 100_000, 1_000_000];
const SEED = 7;
const MB = 1_000_000;
const PROGRAM = new URL("scale/scale-process.ts", import.meta.url);
const FROM_BUILD = "Asked of the built package, in plain node, as users run it.";
const FROM_SOURCES =
  "Asked of the sources under tsx, which takes time and memory of its own: nothing was built (`npm run build`).";

export type Step = Readonly<{
  size: number;
  fillSeconds: number | undefined;
  bytes: number;
  told: Told;
}>;

export const measure: Measure = async ({ isQuick, sizes, stores }) => {
  const folder = stores ?? mkdtempSync(join(tmpdir(), "scale-bench-"));
  mkdirSync(folder, { recursive: true });
  const steps: Step[] = [];
  const packed = await packedOnBuild(PROGRAM);
  const program = packed ?? PROGRAM;
  try {
    for (const size of sizes ?? (isQuick ? QUICK_SIZES : FULL_SIZES))
      steps.push(await stepOf(size, { folder, program, questions: isQuick ? 150 : 300 }));
  } finally {
    if (stores === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return {
    tables: [
      answersTable(steps, packed === undefined ? FROM_SOURCES : FROM_BUILD),
      nearestTable(steps),
      footprintTable(steps),
      growthTable(steps),
    ],
    ratios: Object.fromEntries(steps.flatMap(ratiosOf)),
    promises: steps.flatMap(promisesOf),
  };
};

type Course = Readonly<{ folder: string; program: URL; questions: number }>;

async function stepOf(size: number, { folder, program, questions }: Course): Promise<Step> {
  const path = join(folder, `memories-${size}.db`);
  console.error(`scale: ${size}`);
  const began = performance.now();
  const isKept = existsSync(path);
  if (!isKept) await fillStore({ path, memories: size, messages: 0, seed: SEED });
  const fillSeconds = isKept ? undefined : (performance.now() - began) / 1_000;
  const asking: Asking = { path, size, questions: Math.min(questions, size), seed: SEED };
  const told = await toldBy<Told>(program, asking);
  return { size, fillSeconds, bytes: bytesOnDisk(path), told };
}

function answersTable(steps: readonly Step[], how: string): Table {
  return {
    title: "Answers, milliseconds",
    columns: [
      ...["memories", "way", "p50", "p95", "p99"],
      ...["mean processor", "first answer, cold", "of it opening", "import before it"],
    ],
    rows: steps.flatMap(({ size, told: { importMs, openMs, ways } }) =>
      Object.entries(ways).map(([way, { p50, p95, p99, cpuMs, coldMs }]) => [
        ...[size, way, p50, p95, p99, cpuMs],
        ...(coldMs === undefined ? ["–", "–", "–"] : [coldMs + openMs, openMs, importMs]),
      ]),
    ),
    notes: [
      how,
      "One tenant on SQLite, made-up facts, built-in models; embedding the question is part of each answer.",
      "Cold: the first question of a fresh process; the file may still be in the system's cache.",
      "A category is a fifth of all; the last hour is 60 memories, however many there are.",
    ],
  };
}

function nearestTable(steps: readonly Step[]): Table {
  return {
    title: "The ten nearest by meaning, beside a plain loop over every vector",
    columns: [
      ...["memories", "questions", "share of the exact ten", "lowest of a question"],
      ...["p50 ms", "p95 ms", "p99 ms"],
    ],
    rows: steps.map(({ size, told: { nearest } }) => [
      ...[size, nearest.questions, nearest.share, nearest.lowest],
      ...[nearest.p50, nearest.p95, nearest.p99],
    ]),
    notes: [
      "Found: what the loop, by the cosine of the stored vectors, gives no lower score than its own tenth.",
      "Times of the store alone, with the rows read; neither words nor the embedding of the question are part of them.",
    ],
  };
}

function footprintTable(steps: readonly Step[]): Table {
  return {
    title: "Memory and disk",
    columns: [
      ...["memories", "RSS MB", "anonymous MB", "before the first question MB"],
      ...["disk MB", "bytes a memory", "filled in s"],
    ],
    rows: steps.map(({ size, fillSeconds, bytes, told }) => [
      ...[size, told.after.rssMb, told.after.anonymousMb, told.before.rssMb],
      ...[bytes / MB, bytes / size, fillSeconds ?? "kept"],
    ]),
    notes: [
      "Measured after all questions; RSS counts pages of the database file that the system may drop, the anonymous part does not.",
    ],
  };
}

function growthTable(steps: readonly Step[]): Table {
  const row = (name: string, of: (step: Step) => number) => [
    name,
    // The plain scan is not made at every size.
    growth(
      steps
        .map((step) => ({ size: step.size, time: of(step) }))
        .filter(({ time }) => !Number.isNaN(time)),
    ),
  ];
  const ways = Object.keys(steps[0]?.told.ways ?? {});
  return {
    title: "Growth: the power of the size",
    columns: ["what", "exponent"],
    rows: [
      ...ways.map((way) => row(`${way}, p50`, ({ told }) => told.ways[way]?.p50 ?? Number.NaN)),
      row("first answer, cold", ({ told }) => told.openMs + (told.ways["search"]?.coldMs ?? 0)),
      row("disk", ({ bytes }) => bytes),
    ],
    notes: ["0: not at all; 1: as fast as the size."],
  };
}

/** Against a plain loop over the same vectors in the same process. */
function ratiosOf({ size, told: { ways } }: Step): readonly (readonly [string, Ratio])[] {
  const scan = ways["plain scan"];
  if (scan === undefined) return [];
  return ["search", "query"].map((way) => [
    `${way} at ${size}, of a plain scan (processor)`,
    ratioOf(
      (ways[way]?.cpuRounds ?? []).map((ms) => ms / scan.cpuMs),
      "less",
    ),
  ]);
}

/** Milliseconds and megabytes that hold at a size and at every smaller one. */
const BOUNDS = [
  { upTo: 100_000, searchP95: 50, queryP99: 50, filteredP95: 50, cold: 500, rss: 300 },
  {
    ...{ upTo: 1_000_000, searchP95: 120, queryP99: Number.NaN, filteredP95: Number.NaN },
    ...{ cold: Number.NaN, rss: Number.NaN },
  },
];
const FILTERED = ["search by category", "search of the last hour"];
const LEAST_SHARE = 0.98;

function promisesOf({ size, told: { openMs, ways, after, nearest } }: Step): readonly Kept[] {
  const bound = BOUNDS.find(({ upTo }) => size <= upTo);
  const { search, query } = ways;
  if (bound === undefined || search === undefined || query === undefined) return [];
  const at = `at ${size.toLocaleString("en-GB")}`;
  const all = [
    { says: `search p95 ${at} ≤ ${bound.searchP95} ms`, is: search.p95, most: bound.searchP95 },
    { says: `query p99 ${at} ≤ ${bound.queryP99} ms`, is: query.p99, most: bound.queryP99 },
    ...FILTERED.map((way) => ({
      says: `${way} p95 ${at} ≤ ${bound.filteredP95} ms`,
      is: ways[way]?.p95 ?? Number.NaN,
      most: bound.filteredP95,
    })),
    {
      says: `first answer ${at} ≤ ${bound.cold} ms`,
      is: openMs + (search.coldMs ?? Number.NaN),
      most: bound.cold,
    },
    { says: `RSS ${at} ≤ ${bound.rss} MB`, is: after.rssMb, most: bound.rss },
  ];
  const share = `nearest by meaning ${at}, share of the exact ten ≥ ${LEAST_SHARE}`;
  return [
    ...all
      .filter(({ most }) => !Number.isNaN(most))
      .map(({ says, is, most }) => atMost(says, is, most)),
    atLeast(share, nearest.share, LEAST_SHARE),
  ];
}
