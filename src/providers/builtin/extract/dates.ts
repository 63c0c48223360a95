// Works out what "last week" meant on the day it was said. The words stay as they are: the date goes beside them.
// Only phrases whose direction is plain are read: "in May" or "on Friday" may lie ahead or behind, so they get no date.

import { parse } from "chrono-node/en";
import type { Timestamp } from "../../../model/memory.ts";

export type When = Readonly<{ shown: string; validFrom: Timestamp }>;

type Unit = "day" | "week" | "weekend" | "month" | "year";

const COUNT = "an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2}";
const MONTH =
  "january|february|march|april|may|june|july|august|september|october|november|december";
const PHRASES: readonly Readonly<{ unit: Unit; source: string }>[] = [
  { unit: "day", source: "yesterday|tomorrow|last night|this morning|tonight|today" },
  { unit: "weekend", source: "(?:last|this past|next) weekend" },
  { unit: "week", source: "(?:last|next) week" },
  { unit: "month", source: `(?:last|next) month|(?:last|next) (?:${MONTH})` },
  { unit: "year", source: "(?:last|next) year" },
  { unit: "day", source: `(?:${COUNT}) days? ago|in (?:${COUNT}) days?` },
  { unit: "week", source: `(?:${COUNT}) weeks? ago|in (?:${COUNT}) weeks?` },
  { unit: "month", source: `(?:${COUNT}) months? ago|in (?:${COUNT}) months?` },
  { unit: "year", source: `(?:${COUNT}) years? ago|in (?:${COUNT}) years?` },
];
const PATTERNS = PHRASES.map(({ unit, source }) => ({
  unit,
  pattern: new RegExp(`(?<![\\p{L}\\d'’-])(?:${source})(?![\\p{L}\\d-]|['’]s\\b)`, "iu"),
}));
/** "Every last weekend", "not until next week": not one point in time, or not the one that is named. */
const RECURRING = /\b(?:every|each|most|usually|always|any)\b/i;
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Undefined when the clause names no time, or more than one. */
export function whenOf(clause: string, saidAt: Timestamp): When | undefined {
  if (RECURRING.test(clause)) return undefined;
  const found = PATTERNS.flatMap(({ unit, pattern }) => {
    const phrase = pattern.exec(clause)?.[0];
    return phrase === undefined ? [] : [{ unit, phrase }];
  });
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  const [parsed] = parse(only.phrase, { instant: new Date(saidAt), timezone: 0 });
  if (parsed === undefined) return undefined;
  const part = (name: "year" | "month" | "day") => parsed.start.get(name) ?? 1;
  const day = new Date(Date.UTC(part("year"), part("month") - 1, part("day")));
  const first = firstDay(day, only.unit);
  return { shown: shownAs(first, only.unit), validFrom: first.toISOString() };
}

function firstDay(day: Date, unit: Unit): Date {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  switch (unit) {
    case "day":
      return day;
    case "week":
      return new Date(Date.UTC(year, month, date - ((day.getUTCDay() + 6) % 7)));
    case "weekend":
      return new Date(Date.UTC(year, month, date - ((day.getUTCDay() + 1) % 7)));
    case "month":
      return new Date(Date.UTC(year, month, 1));
    case "year":
      return new Date(Date.UTC(year, 0, 1));
  }
}

function shownAs(first: Date, unit: Unit): string {
  const month = MONTHS[first.getUTCMonth()] ?? "";
  const day = `${first.getUTCDate()} ${month} ${first.getUTCFullYear()}`;
  switch (unit) {
    case "day":
      return day;
    case "week":
      return `week of ${day}`;
    case "weekend":
      return `weekend of ${day}`;
    case "month":
      return `${month} ${first.getUTCFullYear()}`;
    case "year":
      return String(first.getUTCFullYear());
  }
}
