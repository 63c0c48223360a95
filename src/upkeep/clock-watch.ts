// Watches the clock: a job that leaves the time every quarter of an hour, so that a leap forward is seen for what it is.

import type { Job } from "../model/job.ts";
import { ago, DAY_MS, type JobCounts, type JobDeps, MINUTE_MS } from "./upkeep-job.ts";

/** Jobs of the whole store are kept under no tenant's name. */
export const STORE_WIDE = "";
export const CLOCK_JOB = "clock";

const LEAP_REMEMBERED_MS = 30 * DAY_MS;
const RUNS_KEPT_MS = 90 * DAY_MS;
const SEARCHES_KEPT_MS = 30 * DAY_MS;

export type ClockState = Readonly<{
  /** Whether it went on evenly for long enough to be believed. */
  isSteady: boolean;
  /** Whether it leapt in the last month; what fell due in between fell due at once. */
  hasLeapt: boolean;
}>;

/** The store may have been off, or the clock set wrong: from inside the two look the same. */
export async function clockWatch(_job: Job, deps: JobDeps): Promise<JobCounts> {
  const last = await deps.store.jobs.lastRun(STORE_WIDE, CLOCK_JOB);
  const isNewDay = last?.endedAt.slice(0, 10) !== deps.now().toISOString().slice(0, 10);
  if (isNewDay) await trim(deps);
  return marksNow(deps);
}

/** Records that nothing asks for any more. */
async function trim(deps: JobDeps): Promise<void> {
  const { fingerprintDays } = deps.upkeep.consolidation;
  await deps.store.upkeep.trimRuns(ago(RUNS_KEPT_MS, deps));
  await deps.store.upkeep.trimSearches(ago(SEARCHES_KEPT_MS, deps));
  await deps.store.upkeep.trimPairs(ago(fingerprintDays * DAY_MS, deps));
}

export async function clockState(deps: JobDeps): Promise<ClockState> {
  const { steadySince, leaptAt } = await marksNow(deps);
  const steadyMs = deps.now().getTime() - steadySince;
  return {
    isSteady: leaptAt === undefined || steadyMs >= deps.upkeep.leapMinutes * MINUTE_MS,
    hasLeapt: leaptAt !== undefined,
  };
}

type Marks = Readonly<{ steadySince: number; leaptAt?: number }>;

async function marksNow(deps: JobDeps): Promise<Marks> {
  const now = deps.now().getTime();
  const last = await deps.store.jobs.lastRun(STORE_WIDE, CLOCK_JOB);
  if (last === undefined) return { steadySince: now };
  const since = now - Date.parse(last.endedAt);
  const { steadySince, leaptAt } = last.detail;
  // Marks of the future were left by a clock that has been set back since; they would hold until it came there again.
  const isBack = Number(steadySince) > now;
  if (isBack || since > deps.upkeep.leapMinutes * MINUTE_MS)
    return { steadySince: now, leaptAt: now };
  const isRecent = typeof leaptAt === "number" && now - leaptAt < LEAP_REMEMBERED_MS;
  return {
    steadySince: typeof steadySince === "number" ? steadySince : now,
    ...(isRecent ? { leaptAt } : {}),
  };
}
