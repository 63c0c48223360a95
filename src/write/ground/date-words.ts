// The words by which a resolved date may be written, so that "last week" may become "the week of 20 April 2026".

import { words } from "../../model/text.ts";

const DAY_MS = 86_400_000;
/** A relative date may name a day this far from the instant it was resolved against, on either side. */
const SPREAD_DAYS = 1;
const NAMED = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

export function dateWords(at: string): string[] {
  const found: string[] = [];
  for (let day = -SPREAD_DAYS; day <= SPREAD_DAYS; day++) {
    const date = new Date(Date.parse(at) + day * DAY_MS);
    found.push(...words(NAMED.format(date)), ...date.toISOString().slice(0, 10).split("-"));
  }
  return found;
}
