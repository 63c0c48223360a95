// Holds the ratios of a run against those that were saved. Ratios inside one run, because machines differ.

import { z } from "zod";
import type { Measured, Ratio, Table } from "./measured.ts";
import type { Setting } from "./setting.ts";
import { ratioOf } from "./timing.ts";

const SavedRatio = z.strictObject({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  runs: z.int(),
  better: z.enum(["more", "less"]),
});
export const SavedFigures = z.strictObject({
  date: z.string(),
  commit: z.string(),
  ratios: z.record(z.string(), SavedRatio),
});
export type SavedFigures = Readonly<z.infer<typeof SavedFigures>>;

/** How much worse a ratio may be before it is a regression. */
export const TOLERATED = 0.2;

export type Verdict = Readonly<{
  name: string;
  was: number;
  /** Undefined when this run did not measure it: a figure that went missing is not a figure that held. */
  is: number | undefined;
  isWorse: boolean;
}>;

type Benches = Readonly<Record<string, Measured>>;

/** The middle of several runs, with the ends: the rounds of one run share its luck. */
export function savedOf({ date, commit }: Setting, runs: readonly Benches[]): SavedFigures {
  const all = runs.map(ratiosOf);
  const ratios = Object.entries(all[0] ?? {}).map(([name, { better }]) => [
    name,
    ratioOf(
      all.flatMap((ratiosOfRun) => ratiosOfRun[name]?.value ?? []),
      better,
    ),
  ]);
  return { date, commit, ratios: Object.fromEntries(ratios) };
}

export function ratiosOf(benches: Benches): Record<string, Ratio> {
  return Object.fromEntries(
    Object.entries(benches).flatMap(([bench, { ratios }]) =>
      Object.entries(ratios).map(([name, ratio]) => [`${bench}: ${name}`, ratio]),
    ),
  );
}

export function verdicts(
  saved: SavedFigures,
  now: Readonly<Record<string, Ratio>>,
): readonly Verdict[] {
  return Object.entries(saved.ratios).map(([name, was]) => {
    const is = now[name]?.value;
    return { name, was: was.value, is, isWorse: is === undefined || isWorse(was, is) };
  });
}

/** By more than is tolerated, and worse than any run that was saved. */
function isWorse({ value, low, high, better }: Ratio, is: number): boolean {
  // Written so that a figure that is no number counts as worse.
  return better === "more"
    ? !(is >= Math.min(low, value * (1 - TOLERATED)))
    : !(is <= Math.max(high, value * (1 + TOLERATED)));
}

export function verdictTable({ date, commit }: SavedFigures, found: readonly Verdict[]): Table {
  return {
    title: `Against the figures of ${date.slice(0, 10)} (${commit})`,
    columns: ["ratio", "was", "is", "verdict"],
    rows: found.map(({ name, was, is, isWorse: bad }) => [
      ...[name, was, is ?? "not measured"],
      bad ? "WORSE" : "holds",
    ]),
    notes: [
      `Worse means by more than ${TOLERATED * 100} % and than any run that was saved, in three measurements.`,
    ],
  };
}
