// Enqueues what has come due, under the name of its period, so that several processes on one store never run it
// twice. A period that was missed is made up for at the start (P9).

import type { NewJob } from "../model/job.ts";
import { STORE_WIDE } from "./clock-watch.ts";
import { periodOf, SCHEDULE } from "./schedule.ts";
import type { UpkeepDeps } from "./upkeep-job.ts";

type Deps = Pick<UpkeepDeps, "store" | "now" | "upkeep">;

/** Whoever ticks may tick as often as it likes. */
const LOOK_EVERY_MS = 30_000;

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
      isFirst = false;
      return due.length === 0 ? 0 : deps.store.upkeep.schedule(due);
    },
  };
}

function placeOf({ tenant, name }: NewJob): string {
  return JSON.stringify([tenant, name]);
}

/** Every scheduled job, under the period it is in now. */
async function currentJobs(deps: Deps): Promise<readonly NewJob[]> {
  const tenants = await deps.store.memories.tenants();
  const runAt = deps.now().toISOString();
  return SCHEDULE.filter(({ when }) => when.every !== "demand").flatMap(({ name, when }) =>
    (when.every === "day" ? tenants : [STORE_WIDE]).map((tenant) => {
      const key = periodOf(when, tenant, deps);
      return { id: `${name}@${key}`, tenant, name, key, payload: {}, runAt };
    }),
  );
}
