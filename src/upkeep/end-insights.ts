// Takes insights out of use: those that rest on something that is gone, and beyond the newest few of a person, since
// a guess about last month says little about today.

import { isConflict } from "../curate/again.ts";
import { findAll } from "../curate/find.ts";
import { ending } from "../curate/forget.ts";
import { revise } from "../curate/revise.ts";
import type { Change } from "../model/change-set.ts";
import type { Job } from "../model/job.ts";
import type { Memory } from "../model/memory.ts";
import { hostViewer } from "../model/viewer.ts";
import { isDryRun, type JobDeps, type Planned } from "./upkeep-job.ts";

/** States in which a line can still be looked up. */
const THERE = ["active", "disputed", "archived", "superseded"] as const;
const PAGE = 500;

type Ended = Readonly<{ planned: Planned; change: Change }>;

export async function endInsights(job: Job, deps: JobDeps): Promise<readonly Planned[]> {
  const insights: Memory[] = [];
  const wanted = { filter: { kinds: ["insight"] }, states: ["active"] } as const;
  for await (const insight of findAll(hostViewer(job.tenant), wanted, deps)) insights.push(insight);
  const there = await stillThere(job, insights, deps);
  const groundless = insights.filter(({ derivedFrom }) => derivedFrom.some((id) => !there.has(id)));
  const grounded = insights.filter((insight) => !groundless.includes(insight));
  const ended = [
    ...groundless.map((insight) => withdrawing(insight, deps)),
    ...beyond(grounded, deps.upkeep.insightsKept).map((insight) => archiving(insight, deps)),
  ];
  if (!isDryRun(job)) for (const { change } of ended) await commit(job, change, deps);
  return ended.map(({ planned }) => planned);
}

async function stillThere(
  { tenant }: Job,
  insights: readonly Memory[],
  deps: JobDeps,
): Promise<ReadonlySet<string>> {
  const sources = [...new Set(insights.flatMap((insight) => insight.derivedFrom))];
  const there = new Set<string>();
  for (let from = 0; from < sources.length; from += PAGE) {
    const found = await deps.store.memories.list(hostViewer(tenant), {
      filter: { ids: sources.slice(from, from + PAGE) },
      look: { now: deps.now().toISOString(), states: THERE },
      page: { limit: PAGE },
    });
    for (const { id } of found) there.add(id);
  }
  return there;
}

/** The list is newest first. */
function beyond(insights: readonly Memory[], keep: number): readonly Memory[] {
  const seen = new Map<string, number>();
  return insights.filter(({ subject = "", pinned }) => {
    const count = (seen.get(subject) ?? 0) + 1;
    seen.set(subject, count);
    return count > keep && !pinned;
  });
}

function withdrawing(insight: Memory, deps: JobDeps): Ended {
  const why = "what it rested on is gone";
  return {
    planned: { act: "withdraw", ids: [insight.id], why },
    change: ending(insight, { purge: false, reason: why }, deps),
  };
}

function archiving(insight: Memory, deps: JobDeps): Ended {
  const why = `beyond the newest ${deps.upkeep.insightsKept}`;
  const at = deps.now().toISOString();
  return {
    planned: { act: "archive", ids: [insight.id], why },
    change: revise(insight, { state: "archived" }, { at, event: "UPDATE", reason: why }),
  };
}

async function commit({ tenant }: Job, change: Change, deps: JobDeps): Promise<void> {
  const at = deps.now().toISOString();
  const set = { tenant, at, actor: "job:insights", cause: "insights", changes: [change] };
  try {
    await deps.store.commit(set);
  } catch (thrown) {
    // Someone changed it meanwhile; the next run looks at what it is then.
    if (!isConflict(thrown)) throw thrown;
  }
}
