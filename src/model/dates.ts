// Times as numbers and days as words.

import { lazy } from "./lazy.ts";
import { memoize } from "./memoize.ts";
import type { Timestamp } from "./memory.ts";

const SPELLED = lazy(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    }),
);

export function dayName(at: Date): string {
  return SPELLED().format(at);
}

// A stored time as a number. Most lines of a store were written at few times, and a search compares a hundred of them.

/** Some ten thousand times. */
const ROOM = { characters: 240_000, longest: 30 };

export const timeOf: (at: Timestamp) => number = memoize((at) => Date.parse(at), ROOM);
