// Keeps the newest lines of each subject in use and archives the rest (F9), where the write path did not.

import { archiveBeyond } from "../curate/archive-beyond.ts";
import { findAll } from "../curate/find.ts";
import type { Job } from "../model/job.ts";
import { KINDS, type Kind, POLICIES } from "../model/kinds.ts";
import { hostViewer } from "../model/viewer.ts";
import { conclude } from "./conclude.ts";
import { isDryRun, type JobDeps, type Planned, type UpkeepJob } from "./upkeep-job.ts";

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
      archived += await archiveBeyond({ viewer, actor: "job:archive", kind, subject }, deps);
    }
  }
  return isDryRun(job) ? { archived, would } : conclude(job, { archived }, deps);
};

type Crowded = Readonly<{ kind: Kind; subject: string; keep: number }>;

async function crowded(job: Job, deps: JobDeps): Promise<readonly Crowded[]> {
  const found: Crowded[] = [];
  for (const kind of KINDS) {
    const keep = POLICIES[kind].keepNewest;
    if (keep === null) continue;
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
