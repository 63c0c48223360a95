// Reads one column of a row as what it must be. A row that does not fit is damage, and is said so.

import { MemoryError } from "../errors.ts";
import type { Timestamp } from "../model/memory.ts";
import type { Row } from "./database.ts";

function unfit(column: string): MemoryError {
  return new MemoryError("corrupt_store", `A stored row has an unreadable \`${column}\`.`);
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw unfit(column);
  return value;
}

export function maybeText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw unfit(column);
  return value;
}

export function maybeNumber(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : number(row, column);
}

export function time(row: Row, column: string): Timestamp {
  return new Date(number(row, column)).toISOString();
}

export function maybeTime(row: Row, column: string): Timestamp | undefined {
  return row[column] === null ? undefined : time(row, column);
}

/** The value if it is one of the words of a closed list. */
export function oneOf<T extends string>(row: Row, column: string, words: readonly T[]): T {
  const value = row[column];
  const word = words.find((known) => known === value);
  if (word === undefined) throw unfit(column);
  return word;
}

/** Stored JSON, parsed with no way to reach a prototype. */
export function json(row: Row, column: string): unknown {
  try {
    return JSON.parse(text(row, column), (key, value: unknown) => {
      if (key === "__proto__" || key === "constructor" || key === "prototype") throw unfit(column);
      return value;
    });
  } catch (thrown) {
    throw thrown instanceof MemoryError ? thrown : unfit(column);
  }
}

const NONE: readonly string[] = [];

export function strings(row: Row, column: string): readonly string[] {
  if (row[column] === "[]") return NONE;
  const value = json(row, column);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string"))
    throw unfit(column);
  return value;
}

/** Only the fields that have a value, so that absent stays absent. */
export function defined<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> };
}
