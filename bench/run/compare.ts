// Holds the ratios of a run against those that were saved. Ratios inside one run, because machines differ.

import { z } from "zod";
import type { Measured, Ratio, Table } from "./measured.ts";
import type { Setting } from "./setting.ts";

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

export function savedOf(
  { date, commit }: Setting,
  benches: Readonly<Record<string, Measured>>,
): SavedFigures {
  return { date, commit, ratios: ratiosOf(benches) };
}

export function ratiosOf(benches: Readonly<Record<string, Measured>>): Record<string, Ratio> {
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
  return Object.entries(saved.ratios).map(([name, { value: was, better }]) => {
    const is = now[name]?.value;
    return { name, was, is, isWorse: is === undefined || isWorse({ was, is, better }) };
  });
}

function isWorse({ was, is, better }: { was: number; is: number; better: Ratio["better"] }) {
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
    notes: [`Worse means by more than ${TOLERATED * 100} %, in two measurements.`],
  };
}
