// The midnight job in its two passes: the day's conversations become topics, then each active person's profile is
// consolidated. What was missed while nobody ran it is made up for, up to a week back.

import type { Job } from "../../model/job.ts";
import type { Memory, Timestamp } from "../../model/memory.ts";
import { hostViewer } from "../../model/viewer.ts";
import { conclude } from "../conclude.ts";
import {
  ago,
  DAY_MS,
  deadlineOf,
  isDryRun,
  type JobDeps,
  type Planned,
  peopleOf,
  type UpkeepJob,
} from "../upkeep-job.ts";
import { consolidateProfile } from "./profiles.ts";
import { tellTopics } from "./topics.ts";

const MAX_BACK_MS = 7 * DAY_MS;
const MAX_EPISODES = 500;

export const nightly: UpkeepJob = async (job, deps) => {
  const since = await lastNight(job, deps);
  const episodes = await listSince(job, { kinds: ["episode"], since, limit: MAX_EPISODES }, deps);
  const told = await tellTopics(job, episodes, deps);
  const counts = { topics: told.topics, linesAdded: 0, linesMerged: 0 };
  const would: Planned[] = [...told.would];
  const isLate = deadlineOf(deps);
  const people = await peopleOf(
    job.tenant,
    await active(job, { episodes, since }, deps),
    deps.store,
  );
  for (const [at, user] of people.entries()) {
    deps.onProgress({ job: job.name, tenant: job.tenant, done: at, left: people.length - at });
    if (isLate()) break;
    const lines = await consolidateProfile(user, { job, since, deps });
    counts.linesAdded += lines.linesAdded;
    counts.linesMerged += lines.linesMerged;
    would.push(...lines.would);
  }
  return isDryRun(job) ? { ...counts, would } : conclude(job, counts, deps);
};

/**
 * From just before the last night began, so that nothing that came in while it ran is left out. A night of the future
 * was timed by a clock that went wrong and says nothing of when it was; what was told already is told no second time.
 */
async function lastNight(job: Job, deps: JobDeps): Promise<Timestamp> {
  const last = await deps.store.jobs.lastRun(job.tenant, job.name);
  const since = Date.parse(last?.startedAt ?? ago(DAY_MS, deps)) - 1;
  const now = deps.now().getTime();
  const earliest = now - MAX_BACK_MS;
  return new Date(since > now ? earliest : Math.max(since, earliest)).toISOString();
}

type Wanted = Readonly<{ kinds: readonly Memory["kind"][]; since: Timestamp; limit: number }>;

async function listSince(
  { tenant }: Job,
  { kinds, since, limit }: Wanted,
  deps: JobDeps,
): Promise<readonly Memory[]> {
  return deps.store.memories.list(hostViewer(tenant), {
    filter: { kinds, updatedAfter: since },
    look: { now: deps.now().toISOString() },
    page: { limit },
  });
}

type Day = Readonly<{ episodes: readonly Memory[]; since: Timestamp }>;

/** Whoever talked, or about whom something was learnt. */
async function active(job: Job, { episodes, since }: Day, deps: JobDeps): Promise<Set<string>> {
  const limit = deps.caps.items;
  const learnt = await listSince(job, { kinds: ["trait", "fact"], since, limit }, deps);
  return new Set(
    [
      ...episodes.flatMap((episode) => episode.participants),
      ...learnt.flatMap(({ subject }) => subject ?? []),
    ].sort(),
  );
}
