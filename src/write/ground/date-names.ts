// How a day and its neighbours are written out, so that "last week" may become "the week of 20 April 2026".

import { lazy } from "../../model/lazy.ts";

const DAY_MS = 86_400_000;
/** A relative date may name a day this far from the instant it was resolved against, on either side. */
const SPREAD_DAYS = 1;
const NAMED = lazy(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    }),
);

export function dateNames(at: string): string[] {
  const names: string[] = [];
  for (let day = -SPREAD_DAYS; day <= SPREAD_DAYS; day++)
    names.push(NAMED().format(new Date(Date.parse(at) + day * DAY_MS)));
  return names;
}
