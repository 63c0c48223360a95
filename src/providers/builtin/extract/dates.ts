// Turns "last week" into a date that still means something next year, counted from when it was said.

import { parse } from "chrono-node/en";
import type { Timestamp } from "../../../model/memory.ts";
import type { DateShape, DateUnit, Language } from "./language.ts";

export type Dated = Readonly<{
  text: string;
  validFrom: Timestamp | undefined;
  validTo: Timestamp | undefined;
}>;

export type Saying = Readonly<{
  at: Timestamp;
  /** Said of what is to come, so that a bare weekday or month lies ahead. */
  isFuture: boolean;
  /** Names that look like months or days ("May", "April") and must be left alone. */
  names: readonly string[];
}>;

type Period = Readonly<{ unit: DateUnit; first: Date; last: Date }>;

type Place = Readonly<{ before: string; after: string; lastWord: string }>;

const DAY_MS = 86_400_000;

export function resolveDates(text: string, saying: Saying, language: Language): Dated {
  let shown = "";
  let end = 0;
  let validFrom: Timestamp | undefined;
  let validTo: Timestamp | undefined;
  for (const match of text.matchAll(language.dates.phrase)) {
    const phrase = match[0];
    const place = placeOf(text, match.index, phrase);
    const shape = language.dates.shapes.find(({ when }) => when.test(phrase));
    if (shape === undefined || saying.names.includes(phrase)) continue;
    if (!isPointInTime(place, shape, language)) continue;
    const period = periodOf(phrase, shape, { saying, language });
    if (period === undefined) continue;
    shown += text.slice(end, match.index) + write(period, place, language);
    end = match.index + phrase.length;
    // A deadline bounds what it stands beside; any other date is when it begins to hold.
    const limit = language.dates.until.get(place.lastWord);
    if (limit === undefined) validFrom ??= period.first.toISOString();
    else validTo ??= period[limit].toISOString();
  }
  return { text: shown + text.slice(end), validFrom, validTo };
}

function placeOf(text: string, at: number, phrase: string): Place {
  const before = text.slice(0, at);
  const lastWord = before.trimEnd().split(" ").at(-1)?.toLowerCase() ?? "";
  return { before, after: text.slice(at + phrase.length), lastWord };
}

/** "Every Monday" recurs, "my Friday class" is a name, "the last year" is a stretch up to now. */
function isPointInTime(place: Place, shape: DateShape, { dates }: Language): boolean {
  if (dates.notBefore.has(place.lastWord)) return false;
  if (/^'/.test(place.after)) return shape.unit === "year";
  if (!shape.isBare) return true;
  const isYearly = dates.yearly.test(place.before) || dates.yearly.test(place.after);
  return dates.prepositions.has(place.lastWord) && !isYearly;
}

function periodOf(
  phrase: string,
  shape: DateShape,
  { saying, language }: Readonly<{ saying: Saying; language: Language }>,
): Period | undefined {
  const [parsed] = parse(phrase, { instant: new Date(saying.at), timezone: 0 });
  if (parsed === undefined) return undefined;
  const part = (name: "year" | "month" | "day") => parsed.start.get(name) ?? 1;
  const day = new Date(Date.UTC(part("year"), part("month") - 1, part("day")));
  const isAhead = language.dates.ahead.test(phrase) || saying.isFuture;
  const isBehind = language.dates.behind.test(phrase) || !isAhead;
  const gap = day.getTime() - Date.parse(saying.at);
  let step = 0;
  if (isBehind && gap > 0) step = -1;
  else if (!isBehind && gap < -DAY_MS) step = 1;
  return periodAround(shift(day, step, shape.recurs), shape.unit);
}

function shift(day: Date, step: number, recurs: DateShape["recurs"]): Date {
  if (step === 0 || recurs === undefined) return day;
  const moved = new Date(day);
  if (recurs === "weekly") moved.setUTCDate(day.getUTCDate() + 7 * step);
  else moved.setUTCFullYear(day.getUTCFullYear() + step);
  return moved;
}

function periodAround(day: Date, unit: DateUnit): Period {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  const weekday = day.getUTCDay();
  const spans: Record<DateUnit, readonly [number, number]> = {
    day: [Date.UTC(year, month, date), Date.UTC(year, month, date + 1)],
    week: [
      Date.UTC(year, month, date - ((weekday + 6) % 7)),
      Date.UTC(year, month, date - ((weekday + 6) % 7) + 7),
    ],
    weekend: [
      Date.UTC(year, month, date - ((weekday + 1) % 7)),
      Date.UTC(year, month, date - ((weekday + 1) % 7) + 2),
    ],
    month: [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)],
    year: [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)],
  };
  const [first, next] = spans[unit];
  return { unit, first: new Date(first), last: new Date(next - 1) };
}

function write(period: Period, place: Place, { dates }: Language): string {
  const format = dates.formats[period.unit];
  const shown = format.shown
    .replace("{day}", String(period.first.getUTCDate()))
    .replace("{month}", dates.months[period.first.getUTCMonth()] ?? "")
    .replace("{year}", String(period.first.getUTCFullYear()));
  const isBare =
    dates.prepositions.has(place.lastWord) ||
    dates.standsAlone.test(place.after) ||
    /^'/.test(place.after);
  const comma = place.before.trim() === "" && /^ \p{L}/u.test(place.after) && !isBare ? "," : "";
  return (isBare ? shown : `${format.preposition} ${shown}`) + comma;
}
