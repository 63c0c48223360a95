// How a day and its neighbours are written out, so that "last week" may become "the week of 20 April 2026".

import { dayName } from "../../model/day-name.ts";

const DAY_MS = 86_400_000;
/** A relative date may name a day this far from the instant it was resolved against, on either side. */
const SPREAD_DAYS = 1;

export function dateNames(at: string): string[] {
  const names: string[] = [];
  for (let day = -SPREAD_DAYS; day <= SPREAD_DAYS; day++)
    names.push(dayName(new Date(Date.parse(at) + day * DAY_MS)));
  return names;
}
