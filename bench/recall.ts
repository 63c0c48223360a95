// Recall over messages and memories together, as `bench/recall-speed.ts` measures it, printed like every other bench.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Measure } from "./run/measured.ts";

const Figures = z.object({
  coldMs: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  n: z.number(),
});
const Report = z.object({
  memories: z.number(),
  messages: z.number(),
  ways: z.record(z.string(), Figures),
});
const MAX_OUTPUT = 1_000_000;

export const measure: Measure = async ({ isQuick, sizes, stores }) => {
  const [size = isQuick ? 6_000 : 100_000] = sizes ?? [];
  if (stores !== undefined) mkdirSync(stores, { recursive: true });
  const kept = stores === undefined ? [] : ["--store", join(stores, `both-${size}.db`)];
  const program = join(import.meta.dirname, "recall-speed.ts");
  const given = ["--import", "tsx", program, "--size", String(size), ...kept, "--json"];
  const said = execFileSync(process.execPath, given, { encoding: "utf8", maxBuffer: MAX_OUTPUT });
  const { memories, messages, ways } = Report.parse(JSON.parse(said));
  return {
    tables: [
      {
        title: `Recall over ${memories.toLocaleString("en-GB")} memories and ${messages.toLocaleString("en-GB")} messages, milliseconds`,
        columns: ["way", "p50", "p95", "p99", "first, cold", "questions"],
        rows: Object.entries(ways).map(([way, { p50, p95, p99, coldMs, n }]) => [
          ...[way, p50, p95, p99, coldMs, n],
        ]),
        notes: [
          "One tenant on SQLite, made-up facts and talk, built-in models; from the sources under tsx. Embedding the question is part of each answer.",
          "Cold: the first question after the file was opened, in one process for all ways.",
        ],
      },
    ],
    ratios: {},
    promises: [],
  };
};
