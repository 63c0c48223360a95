// A day written out, "Friday, 1 May 2026": the way a question may ask for it.

import { lazy } from "./lazy.ts";

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
