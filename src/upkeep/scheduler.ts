// Enqueues what has come due, under the name of its period, so that several processes on one store never run it
// twice. A period that was missed is made up for at the start (P9).

import type { NewJob } from "../model/job.ts";
import { STORE_WIDE } from "./clock-watch.ts";
import { isStoreWide, periodOf, SCHEDULE } from "./schedule.ts";
import { HOUR_MS, type UpkeepDeps } from "./upkeep-job.ts";

type Deps = Pick<UpkeepDeps, "store" | "now" | "upkeep">;

/** Whoever ticks may tick as often as it likes. */
const LOOK_EVERY_MS = 30_000;
const NIGHT = "nightly";

export interface Scheduler {
  /** How many jobs were added that no other process had added. */
  enqueueDue(): Promise<number>;
}

/** A tenant that first spoke while this runs begins with its first midnight: there is nothing to catch up on. */
export function createScheduler(deps: Deps): Scheduler {
  const last = new Map<string, string>();
  let isFirst = true;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    async enqueueDue() {
      const since = deps.now().getTime() - lookedAt;
      if (since >= 0 && since < LOOK_EVERY_MS) return 0;
      lookedAt = deps.now().getTime();
      const current = await currentJobs(deps);
      const due = current.filter((job) => {
        const before = last.get(placeOf(job));
        last.set(placeOf(job), job.key);
        const isNew = before === undefined && !isFirst && job.tenant !== STORE_WIDE;
        return before !== job.key && !isNew;
      });
      const jobs = isFirst ? await nightFirst(due, deps) : due;
      isFirst = false;
      return jobs.length === 0 ? 0 : deps.store.upkeep.schedule(jobs);
    },
  };
}

/** After a day or more without one (`catchUpHours`), the night is made up for before anything else that is scheduled (P9). */
async function nightFirst(due: readonly NewJob[], deps: Deps): Promise<readonly NewJob[]> {
  const now = deps.now().toISOString();
  const dayAgo = new Date(deps.now().getTime() - deps.upkeep.catchUpHours * HOUR_MS).toISOString();
  const isOfLate = (at: string) => at > dayAgo && at <= now;
  const jobs: NewJob[] = [];
  for (const job of due) {
    const last = job.name === NIGHT ? await deps.store.jobs.lastRun(job.tenant, NIGHT) : undefined;
    const isMissed = job.name === NIGHT && (last === undefined || !isOfLate(last.endedAt));
    jobs.push(isMissed ? { ...job, runAt: dayAgo } : job);
  }
  return jobs;
}

function placeOf({ tenant, name }: NewJob): string {
  return JSON.stringify([tenant, name]);
}

/** Every scheduled job, under the period it is in now. What comes due at once runs in the order of the table. */
async function currentJobs(deps: Deps): Promise<readonly NewJob[]> {
  const tenants = await deps.store.memories.tenants();
  const now = deps.now().getTime();
  const scheduled = SCHEDULE.filter(({ when }) => when.every !== "demand");
  return scheduled.flatMap((row, index) => {
    const { name, when } = row;
    const runAt = new Date(now - (scheduled.length - index)).toISOString();
    return (isStoreWide(row) ? [STORE_WIDE] : tenants).map((tenant) => {
      const key = periodOf(when, tenant, deps);
      return { id: `${name}@${key}`, tenant, name, key, payload: {}, runAt };
    });
  });
}
