// Ends memories whose time is over: a plan in a dry run, nothing at all when too many would go at once, else in batches.

import { isConflict } from "../curate/again.ts";
import type { Change } from "../model/change-set.ts";
import type { Job } from "../model/job.ts";
import type { Memory } from "../model/memory.ts";
import { hostViewer } from "../model/viewer.ts";
import { clockState } from "./clock-watch.ts";
import { conclude, isJobNote } from "./conclude.ts";
import {
  ahead,
  isConfirmed,
  isDryRun,
  type JobCounts,
  type JobDeps,
  MINUTE_MS,
  type Planned,
} from "./upkeep-job.ts";

export type Ending = Readonly<{
  /** What the counts call it: `pruned`, `forgotten`, `purged`. */
  done: string;
  why: string;
  due: readonly Memory[];
  change: (memory: Memory) => Change;
  /** Someone gave these a time to end; only a leap of the clock makes many of them suspicious. */
  wasAskedFor: boolean;
}>;

const AT_ONCE = 100;

export async function endMemories(job: Job, ending: Ending, deps: JobDeps): Promise<JobCounts> {
  const { due, done, why } = ending;
  const refused = isConfirmed(job) ? undefined : await refusal(job, ending, deps);
  if (isDryRun(job)) {
    const would = due.map(({ id }): Planned => ({ act: job.name, ids: [id], why }));
    return { [done]: due.length, would, ...(refused && { refused: refused.reason }) };
  }
  if (refused !== undefined) {
    if (refused.isForNow) await putOff(job, deps);
    return { [done]: 0, waiting: due.length, refused: refused.reason };
  }
  let ended = 0;
  for (let from = 0; from < due.length; from += AT_ONCE)
    ended += await endSome(job, { ...ending, due: due.slice(from, from + AT_ONCE) }, deps);
  const counts = { [done]: ended };
  return due.every(isJobNote) ? counts : conclude(job, counts, deps);
}

type Refusal = Readonly<{ reason: string; isForNow: boolean }>;

async function refusal(job: Job, ending: Ending, deps: JobDeps): Promise<Refusal | undefined> {
  const { massShare, massCount, fewAfterLeap } = deps.upkeep;
  const count = ending.due.length;
  if (count <= fewAfterLeap) return undefined;
  const clock = await clockState(deps);
  if (!clock.isSteady)
    return { reason: `the clock leapt forward and ${count} would go at once`, isForNow: true };
  if (ending.wasAskedFor && !clock.hasLeapt) return undefined;
  const active = await countActive(job.tenant, deps);
  if (count <= Math.max(massCount, massShare * active)) return undefined;
  return { reason: `${count} of ${active} would go at once: confirm it`, isForNow: false };
}

async function countActive(tenant: string, { store }: JobDeps): Promise<number> {
  const counts = await store.memories.counts(hostViewer(tenant));
  return counts
    .filter(({ state }) => state === "active")
    .reduce((sum, { count }) => sum + count, 0);
}

/** Until the clock has gone on evenly for a while. */
async function putOff(job: Job, deps: JobDeps): Promise<void> {
  const { tenant, name, payload } = job;
  const runAt = ahead(deps.upkeep.leapMinutes * MINUTE_MS, deps);
  await deps.store.upkeep.schedule([
    { id: `${job.id}+`, tenant, name, key: `${job.key}+`, payload, runAt },
  ]);
}

/** Whole batches where nobody interferes; what someone changed meanwhile is no longer due. */
async function endSome(job: Job, ending: Ending, deps: JobDeps): Promise<number> {
  const { due } = ending;
  if (await commit(job, due.map(ending.change), deps)) return due.length;
  let ended = 0;
  for (const memory of due) if (await commit(job, [ending.change(memory)], deps)) ended += 1;
  return ended;
}

async function commit(job: Job, changes: readonly Change[], deps: JobDeps): Promise<boolean> {
  const { tenant, name } = job;
  const at = deps.now().toISOString();
  try {
    await deps.store.commit({ tenant, at, actor: `job:${name}`, cause: name, changes });
    return true;
  } catch (thrown) {
    if (!isConflict(thrown)) throw thrown;
    return false;
  }
}
