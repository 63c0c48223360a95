// Times as the many programs write them: ISO text, SQL text, or a number of seconds or milliseconds.

import type { Timestamp } from "../../model/memory.ts";

const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;
/** Seconds of the year 5138; anything above is milliseconds. */
const MOST_SECONDS = 1e11;

export function timeIn(value: unknown): Timestamp | undefined {
  if (typeof value === "number") return timeOf(value > MOST_SECONDS ? value : value * 1000);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^\d{9,14}(?:\.\d+)?$/.test(text)) return timeIn(Number(text));
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  // SQL writes no `T` and no zone, and means UTC.
  const written = /^\d{4}-\d{2}-\d{2} \d/.test(text) ? text.replace(" ", "T") : text;
  const hasZone = !written.includes("T") || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(written);
  return timeOf(Date.parse(hasZone ? written : `${written}Z`));
}

function timeOf(ms: number): Timestamp | undefined {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? date.toISOString() : undefined;
}
