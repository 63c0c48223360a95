// How the store talks to a database. A transaction is a generator of queries: SQLite runs it to its end without
// giving up the thread, PostgreSQL awaits each answer that is wanted, and neither can wait for a model in the middle of
// one.

import { MemoryError } from "../errors.ts";
import type { SearchCache } from "./search/search-cache.ts";

export type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;
export type Query = Readonly<{
  sql: string;
  values: readonly Value[];
  wants: "rows" | "changes" | "nothing";
}>;
export type Answer = Readonly<{ rows: readonly Row[]; changes: number }>;

/** A piece of a transaction that ends in a `T`. */
export type Step<T> = Generator<Query, T, Answer>;

export interface Database {
  /** Runs the steps in one transaction; any throw undoes all of them. */
  write<T>(step: () => Step<T>): Promise<T>;
  /** Runs the steps on what is committed. */
  read<T>(step: () => Step<T>): Promise<T>;
  /** What was read and still holds: the same object until anything changes. To be asked for inside a step. */
  standing(): SearchCache;
  close(): Promise<void>;
}

export function* all(sql: string, values: readonly Value[]): Step<readonly Row[]> {
  return (yield { sql, values: storable(values), wants: "rows" }).rows;
}

export function* first(sql: string, values: readonly Value[]): Step<Row | undefined> {
  return (yield { sql, values: storable(values), wants: "rows" }).rows[0];
}

/** How many rows it changed. */
export function* run(sql: string, values: readonly Value[]): Step<number> {
  return (yield { sql, values: storable(values), wants: "changes" }).changes;
}

/** A change that nobody counts: it goes to a server together with the next whose answer is wanted. */
export function* send(sql: string, values: readonly Value[]): Step<void> {
  yield { sql, values: storable(values), wants: "nothing" };
}

/** Many rows as one value; JSON would write what cannot be stored in a way that can. */
export function jsonRows(rows: readonly (readonly (string | number | null)[])[]): string {
  for (const row of rows) storable(row);
  return JSON.stringify(rows);
}

/** Lone surrogates and nul: PostgreSQL keeps neither, SQLite would keep them changed. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** What only one of the databases would take, or take for something else, is refused before either sees it. */
function storable(values: readonly Value[]): readonly Value[] {
  for (const value of values) {
    if (typeof value === "string" && !isStorable(value))
      throw new MemoryError("invalid_input", "The text holds a character that cannot be stored.");
    if (typeof value === "number" && !Number.isFinite(value))
      throw new MemoryError("invalid_input", "A number is missing or infinite.");
  }
  return values;
}
