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

const WHOLE = /^-?\d{1,15}$/;

/** As a text it comes from a pool of PostgreSQL connections that a program made and told nothing else. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !WHOLE.test(value)) throw unfit(column);
  return Number(value);
}

export function maybeNumber(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : number(row, column);
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw unfit(column);
  return value;
}

/** Most rows are written and changed at one time, and those that are found often are read again and again. */
const written = new Map<number, Timestamp>();
const MAX_WRITTEN = 10_000;

export function time(row: Row, column: string): Timestamp {
  const stored = number(row, column);
  const known = written.get(stored);
  if (known !== undefined) return known;
  const at = new Date(stored);
  if (Number.isNaN(at.getTime())) throw unfit(column);
  const timestamp = at.toISOString();
  if (written.size >= MAX_WRITTEN) written.clear();
  written.set(stored, timestamp);
  return timestamp;
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

const REFUSED_KEYS: readonly string[] = ["__proto__", "constructor", "prototype"];
/** Whether a refused key could be in there at all, spelled out or escaped. */
const MAY_BE_REFUSED = /__proto__|constructor|prototype|\\u/;

function isRefused(key: string): boolean {
  return REFUSED_KEYS.includes(key);
}

/** Stored JSON, parsed with no way to reach a prototype. */
export function json(row: Row, column: string): unknown {
  const stored = text(row, column);
  try {
    if (!MAY_BE_REFUSED.test(stored)) return JSON.parse(stored);
    return JSON.parse(stored, (key, value: unknown) => {
      if (isRefused(key)) throw unfit(column);
      return value;
    });
  } catch (thrown) {
    throw thrown instanceof MemoryError ? thrown : unfit(column);
  }
}

/** JSON that `json` will read back. What is not JSON, or holds a key it would refuse, is not stored at all. */
export function jsonText(value: unknown, what: string): string {
  const refused = (cause?: unknown) =>
    new MemoryError("invalid_input", `${what} must be JSON, without keys that reach a prototype.`, {
      cause,
    });
  try {
    const written: string | undefined = JSON.stringify(value, (key, inner: unknown) => {
      if (isRefused(key)) throw refused();
      return inner;
    });
    if (written !== undefined) return written;
  } catch (thrown) {
    throw thrown instanceof MemoryError ? thrown : refused(thrown);
  }
  throw refused();
}

/** A JSON object. */
export function record(row: Row, column: string): Readonly<Record<string, unknown>> {
  const value = json(row, column);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unfit(column);
  return { ...value };
}

const NONE: readonly string[] = [];

export function strings(row: Row, column: string): readonly string[] {
  if (row[column] === "[]") return NONE;
  const value = json(row, column);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string"))
    throw unfit(column);
  return value;
}

/** A JSON list of numbers, as a database gathers them. */
export function numbers(row: Row, column: string): readonly number[] {
  const value = json(row, column);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "number"))
    throw unfit(column);
  return value;
}
