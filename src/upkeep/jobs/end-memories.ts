// The jobs that take memories out of use: expired ones, forgotten ones, those beyond the cap of their kind.

import { findAll, isConflict } from "../../curate/actor-context.ts";
import { archiveBeyond, ending } from "../../curate/forget.ts";
import { decision } from "../../curate/review.ts";
import type { Change } from "../../model/change-set.ts";
import type { Job } from "../../model/job.ts";
import type { Kind } from "../../model/kinds.ts";
import { isUpkeepNote, type Memory } from "../../model/memory.ts";
import { hostViewer } from "../../model/viewer.ts";
import { clockState } from "../clock-watch.ts";
import { conclude } from "../conclude.ts";
import {
  ago,
  ahead,
  DAY_MS,
  isConfirmed,
  isDryRun,
  type JobCounts,
  type JobDeps,
  MINUTE_MS,
  type Planned,
  type UpkeepJob,
} from "../upkeep-job.ts";

type Ending = Readonly<{
  /** What the counts call it: `pruned`, `forgotten`, `purged`. */
  done: string;
  why: string;
  due: readonly Memory[];
  change: (memory: Memory) => Change;
  /** Someone gave these a time to end; only a leap of the clock makes many of them suspicious. */
  wasAskedFor: boolean;
}>;

const AT_ONCE = 100;

async function endMemories(job: Job, ending: Ending, deps: JobDeps): Promise<JobCounts> {
  const { due, done, why } = ending;
  const refused = isConfirmed(job) ? undefined : await refusal(job, ending, deps);
  if (refused !== undefined) {
    if (refused.isForNow && !isDryRun(job)) await putOff(job, deps);
    const none = { [done]: 0, waiting: due.length, refused: refused.reason };
    return isDryRun(job) ? { ...none, would: [] } : none;
  }
  if (isDryRun(job)) {
    const would = due.map(({ id }): Planned => ({ act: job.name, ids: [id], why }));
    return { [done]: due.length, would };
  }
  let ended = 0;
  for (let from = 0; from < due.length; from += AT_ONCE)
    ended += await endSome(job, { ...ending, due: due.slice(from, from + AT_ONCE) }, deps);
  const counts = { [done]: ended };
  return due.every(isUpkeepNote) ? counts : conclude(job, counts, deps);
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

// Forgets what nobody used for a long time and is of little importance (S7). It can be brought back until it is purged.

export const forget: UpkeepJob = async (job, deps) => {
  const { forgetAfterDays, forgetBelowImportance } = deps.upkeep;
  const why = `not used for ${forgetAfterDays} days`;
  const due = await deps.store.upkeep.stale({
    tenant: job.tenant,
    before: ago(forgetAfterDays * DAY_MS, deps),
    importanceBelow: forgetBelowImportance,
    limit: deps.caps.items,
  });
  const change = (memory: (typeof due)[number]) =>
    ending(memory, { purge: false, reason: why }, deps);
  return endMemories(job, { done: "forgotten", why, due, change, wasAskedFor: false }, deps);
};

// Deletes what has expired, and says how many (N7).

export const prune: UpkeepJob = async (job, deps) => {
  const why = "expired";
  const at = deps.now().toISOString();
  const due = await deps.store.upkeep.expired(job.tenant, at, deps.caps.items);
  const change = (memory: (typeof due)[number]) =>
    ending(memory, { purge: true, reason: why }, deps);
  return endMemories(job, { done: "pruned", why, due, change, wasAskedFor: true }, deps);
};

// Ends for good what was forgotten and not brought back in time.

export const purge: UpkeepJob = async (job, deps) => {
  const why = "the time to restore it is over";
  const at = deps.now().toISOString();
  const due = await deps.store.upkeep.purgeable(job.tenant, at, deps.caps.items);
  const change = (memory: (typeof due)[number]) =>
    ending(memory, { purge: true, reason: why }, deps);
  return endMemories(job, { done: "purged", why, due, change, wasAskedFor: true }, deps);
};

// Keeps the newest lines of each subject in use and archives the rest (F9), where the write path did not.

export const archive: UpkeepJob = async (job, deps) => {
  const viewer = hostViewer(job.tenant);
  const would: Planned[] = [];
  let archived = 0;
  for (const { kind, subject, keep } of await crowded(job, deps)) {
    if (isDryRun(job)) {
      const query = { tenant: job.tenant, kind, subject, keep, limit: deps.caps.items };
      const ids = (await deps.store.upkeep.beyond(query)).map((memory) => memory.id);
      would.push({ act: "archive", ids, why: `beyond the newest ${keep}` });
      archived += ids.length;
    } else {
      archived += await archiveBeyond({ viewer, actor: "job:archive", kind, subject, keep }, deps);
    }
  }
  return isDryRun(job) ? { archived, would } : conclude(job, { archived }, deps);
};

type Crowded = Readonly<{ kind: Kind; subject: string; keep: number }>;

async function crowded(job: Job, deps: JobDeps): Promise<readonly Crowded[]> {
  const found: Crowded[] = [];
  for (const kind of ["fact", "lore"] as const) {
    const keep = deps.upkeep.keepNewest[kind];
    const counts = await countsOf(job, kind, deps);
    found.push(...counts.filter(([, n]) => n > keep).map(([subject]) => ({ kind, subject, keep })));
  }
  return found;
}

async function countsOf(
  { tenant }: Job,
  kind: Kind,
  deps: JobDeps,
): Promise<readonly (readonly [string, number])[]> {
  const counts = new Map<string, number>();
  const wanted = { filter: { kinds: [kind] }, states: ["active"] } as const;
  for await (const { subject } of findAll(hostViewer(tenant), wanted, deps))
    if (subject !== undefined) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return [...counts];
}

// Closes what waited for a person's word for too long (S10). What it held is not remembered.

export const expireConsent: UpkeepJob = async (job, deps) => {
  const { tenant } = job;
  const at = deps.now().toISOString();
  const late = await deps.store.reviews.lapsed(tenant, at, deps.caps.items);
  if (isDryRun(job)) {
    const would = late.map(({ id, lapsesAt }): Planned => {
      return { act: "lapse", ids: [id], why: `nobody decided by ${lapsesAt}` };
    });
    return { lapsed: late.length, would };
  }
  let lapsed = 0;
  for (const review of late) {
    const changes = decision(review, { state: "lapsed", by: `job:${job.name}`, at });
    try {
      await deps.store.commit({
        tenant,
        at,
        actor: `job:${job.name}`,
        cause: "lapse",
        changes,
        isDeliberate: true,
      });
      lapsed += 1;
    } catch (thrown) {
      // A person decided it in the meantime, so it does not lapse.
      if (!isConflict(thrown)) throw thrown;
    }
  }
  return conclude(job, { lapsed }, deps);
};
