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

/** A figure is the middle of so many runs, when it is saved and when it is compared: rounds of one run share its luck. */
export const RUNS = 3;

export type Benches = Readonly<Record<string, Measured>>;

/** Only of those benches that can be run again by themselves: the others want a server, or other engines installed. */
export function savedOf(
  { date, commit }: Setting,
  runs: readonly Benches[],
  again: readonly string[],
): SavedFigures {
  const kept = runs.map((benches) =>
    Object.fromEntries(Object.entries(benches).filter(([name]) => again.includes(name))),
  );
  return { date, commit, ratios: ratiosOf(kept) };
}

/** Of each ratio the middle of the runs, with the ends. */
export function ratiosOf(runs: readonly Benches[]): Record<string, Ratio> {
  const all = runs.map(ratiosOfRun);
  const middles = Object.entries(all[0] ?? {}).map(([name, { better }]) => {
    const values = all.map((ratios) => ratios[name]?.value ?? Number.NaN);
    return [name, ratioOf(values.some(Number.isNaN) ? [Number.NaN] : values, better)];
  });
  return Object.fromEntries(middles);
}

function ratiosOfRun(benches: Benches): Record<string, Ratio> {
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

function isWorse({ value: was, better }: Ratio, is: number): boolean {
  // Written so that a figure that is no number counts as worse.
  return better === "more" ? !(is >= was * (1 - TOLERATED)) : !(is <= was * (1 + TOLERATED));
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
      `Worse means by more than ${TOLERATED * 100} %, in two measurements of ${RUNS} runs each.`,
    ],
  };
}
