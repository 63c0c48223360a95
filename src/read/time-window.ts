// The times a question names, as spans on the calendar: "in May 2023" is the whole month, "yesterday" one day.

import type { ParsedComponents } from "chrono-node";
import { casual } from "chrono-node/en";
import { mayNameTime } from "./time-words.ts";

/** Milliseconds since 1970, the end not included. */
export type TimeWindow = Readonly<{ from: number; to: number }>;

const DAY = 86_400_000;
const UNITS = ["year", "month", "weekday", "day"] as const;
type Unit = (typeof UNITS)[number];
const YEAR = /\b(?:19|20)\d\d\b/g;
const NO_DAY = { month: 0, midnight: 0 };

/** Only what names a day, month or year counts; "night" alone does not. Read in UTC, as times are stored. */
export function timeWindows(question: string, now: Date): readonly TimeWindow[] {
  if (!mayNameTime(question)) return [];
  const reference = { instant: now, timezone: 0 };
  const found = casual.parse(question, reference);
  const windows = found.flatMap(({ start, end }) => {
    const first = span(start);
    if (first === undefined) return [];
    const last = end === undefined || end === null ? undefined : span(end);
    return [{ from: first.from, to: Math.max(first.to, last?.to ?? first.to) }];
  });
  const rest = found.reduce((text, { text: part }) => text.replace(part, " "), question);
  return [...windows, ...bareYears(rest)];
}

/** "in 2024", which stands for no date by itself. */
function bareYears(text: string): readonly TimeWindow[] {
  return [...text.matchAll(YEAR)].map(([found]) => SPANS.year({ ...NO_DAY, year: Number(found) }));
}

/** Nothing fades inside the window; outside, the part falls by half with each fade's length. */
export function timeMatch(at: number, windows: readonly TimeWindow[], fadeDays: number): number {
  let best = 0;
  for (const { from, to } of windows) {
    const away = at < from ? from - at : Math.max(0, at - to);
    const fade = Math.max(fadeDays * DAY, (to - from) / 4);
    best = Math.max(best, 2 ** -(away / fade));
  }
  return best;
}

function span(point: ParsedComponents): TimeWindow | undefined {
  const precise = UNITS.filter((unit) => point.isCertain(unit));
  const finest = precise.at(-1);
  const day = point.date();
  const year = day.getUTCFullYear();
  const month = day.getUTCMonth();
  const midnight = Date.UTC(year, month, day.getUTCDate());
  return finest === undefined ? undefined : SPANS[finest]({ year, month, midnight });
}

type Calendar = Readonly<{ year: number; month: number; midnight: number }>;

const SPANS = {
  year: ({ year }) => ({ from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }),
  month: ({ year, month }) => ({ from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }),
  weekday: ({ midnight }) => ({ from: midnight - DAY, to: midnight + 2 * DAY }),
  day: ({ midnight }) => ({ from: midnight, to: midnight + DAY }),
} as const satisfies Record<Unit, (calendar: Calendar) => TimeWindow>;
