// What every bench takes and gives: tables for people, ratios to hold against an earlier run, and promises that hold or
// do not. A promise that does not hold is printed like one that does.

export type Cell = string | number;

export type Table = Readonly<{
  title: string;
  /** The first is the name of the row. */
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  notes: readonly string[];
}>;

/** Of two things measured in one run, so that it means the same on another machine. */
export type Ratio = Readonly<{
  value: number;
  low: number;
  high: number;
  runs: number;
  better: "more" | "less";
}>;

export type Kept = Readonly<{ says: string; measured: string; holds: boolean }>;

export type Measured = Readonly<{
  tables: readonly Table[];
  ratios: Readonly<Record<string, Ratio>>;
  promises: readonly Kept[];
}>;

/** What may be asked of a bench on the command line; each takes what it knows. */
export type Wanted = Readonly<{
  /** Small enough that all quick ones together stay within ten minutes. */
  isQuick: boolean;
  data: string | undefined;
  url: string | undefined;
  /** A server that follows the one of `url`. */
  standby: string | undefined;
  sizes: readonly number[] | undefined;
  /** A folder where filled stores are kept for the next run. */
  stores: string | undefined;
  peers: readonly string[] | undefined;
  seconds: number | undefined;
  connections: number | undefined;
}>;

export type Measure = (wanted: Wanted) => Promise<Measured>;

export function atMost(says: string, value: number, bound: number): Kept {
  return { says, measured: String(rounded(value)), holds: value <= bound };
}

export function atLeast(says: string, value: number, bound: number): Kept {
  return { says, measured: String(rounded(value)), holds: value >= bound };
}

/** Three figures that mean something; a count stays whole. */
export function rounded(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1_000) return Math.round(value);
  return Number(value.toPrecision(3));
}
