// When a scheduled job runs next: where the period it is in gives way to another.

import { periodOf, type SCHEDULE } from "../upkeep/schedule.ts";
import type { UpkeepDeps } from "../upkeep/upkeep-job.ts";

type When = (typeof SCHEDULE)[number]["when"];
type Deps = Pick<UpkeepDeps, "now" | "upkeep">;

const MINUTE_MS = 60_000;
/** Longer than any day, also one on which a clock is set back. */
const AHEAD_MINUTES = 27 * 60;
const WEEK_MINUTES = 8 * 24 * 60;

/** To the minute. Found by halving, so that days of odd lengths need no rule of their own here. */
export function nextRunOf(when: When, tenant: string, deps: Deps): string | undefined {
  if (when.every === "demand") return undefined;
  const start = Math.floor(deps.now().getTime() / MINUTE_MS);
  const periodAt = (minute: number) =>
    periodOf(when, tenant, { ...deps, now: () => new Date(minute * MINUTE_MS) });
  const current = periodAt(start);
  let [same, other] = [start, start + (when.every === "week" ? WEEK_MINUTES : AHEAD_MINUTES)];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (periodAt(middle) === current) same = middle;
    else other = middle;
  }
  return new Date(other * MINUTE_MS).toISOString();
}
