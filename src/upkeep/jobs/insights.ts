// Careful guesses at what the last days say about people, each on evidence that can be looked up (S3). A guess goes
// when what it rests on goes. Never part of the factual profile: it is a kind of its own.

import { findAll, isConflict, revise } from "../../curate/actor-context.ts";
import { ending } from "../../curate/forget.ts";
import { MemoryError } from "../../errors.ts";
import type { Proposal } from "../../model/candidate.ts";
import type { Change } from "../../model/change-set.ts";
import type { Job } from "../../model/job.ts";
import type { Memory } from "../../model/memory.ts";
import type { Author } from "../../model/message.ts";
import { derive } from "../../model/origin.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { InsightText } from "../../ports/narrator.ts";
import { remember } from "../../write/remember.ts";
import { conclude } from "../conclude.ts";
import {
  ago,
  DAY_MS,
  deadlineOf,
  groupByVisibility,
  HOUR_MS,
  isDryRun,
  type JobDeps,
  type Planned,
  peopleOf,
  type UpkeepJob,
  type Visibility,
  visibilityOf,
} from "../upkeep-job.ts";
import { jobAct } from "./profiles.ts";

const EPISODES = 200;
const RECENT_MESSAGES = 20;

export const insights: UpkeepJob = async (job, deps) => {
  const ended = await endInsights(job, deps);
  const told = await tellAll(job, deps);
  const withdrawn = ended.filter(({ act }) => act === "withdraw").length;
  const counts = { insights: told.length, withdrawn, archived: ended.length - withdrawn };
  if (isDryRun(job)) return { ...counts, would: [...ended, ...told] };
  return conclude(job, counts, deps);
};

async function tellAll(job: Job, deps: JobDeps): Promise<readonly Planned[]> {
  const recent = await deps.store.memories.list(hostViewer(job.tenant), {
    filter: { kinds: ["episode"], updatedAfter: ago(DAY_MS, deps) },
    look: { now: deps.now().toISOString() },
    page: { limit: EPISODES },
  });
  const ids = new Set(recent.flatMap((episode) => episode.participants).sort());
  const isLate = deadlineOf(deps);
  const told: Planned[] = [];
  for (const user of await peopleOf(job.tenant, ids, deps.store)) {
    if (isLate()) break;
    if (await isTooSoon(job, user, deps)) continue;
    const episodes = recent.filter((episode) => episode.participants.includes(user.id));
    for (const group of groupByVisibility(episodes))
      told.push(...(await tellOf(job, { user, group }, deps)));
  }
  return told;
}

async function isTooSoon(job: Job, user: Author, deps: JobDeps): Promise<boolean> {
  const apart = ago(deps.upkeep.insightsApartHours * HOUR_MS, deps);
  const last = await deps.store.memories.list(hostViewer(job.tenant), {
    filter: { kinds: ["insight"], subject: user.id, updatedAfter: apart },
    look: { now: deps.now().toISOString() },
    page: { limit: 1 },
  });
  return last.length > 0;
}

type Scene = Readonly<{ user: Author; group: readonly Memory[] }>;

async function tellOf(job: Job, scene: Scene, deps: JobDeps): Promise<readonly Planned[]> {
  const { user, group } = scene;
  const [first] = group;
  if (first === undefined) return [];
  const place = visibilityOf(first);
  const activities = group.slice(0, deps.upkeep.narration.activities);
  const items = await newest(job, { user, place }, deps);
  const people = await peopleOf(
    job.tenant,
    [user.id, ...activities.flatMap((episode) => episode.participants)],
    deps.store,
  );
  const talk = await talkOf(job, { user, place }, deps);
  const { insightImportance: importance } = deps.upkeep;
  const told = await deps.narrator.insights({ activities, items, talk, people });
  if (told.type === "retryable") throw new MemoryError("provider_unavailable", told.reason);
  if (told.type === "rejected") return [];
  const proposals = told.insights.slice(0, deps.upkeep.narration.insights).flatMap((insight) => {
    const sources = [...activities, ...items].filter(({ id }) => insight.evidence.includes(id));
    return sources.length === 0
      ? []
      : [insightOf(job, insight, { user, place, sources, importance })];
  });
  const planned = proposals.map(({ derivedFrom, text }): Planned => {
    return { act: "insight", ids: derivedFrom, why: text };
  });
  const outcomes = await remember(proposals, jobAct(job), deps);
  return planned.filter((_, index) => outcomes[index]?.type === "stored");
}

type Whose = Readonly<{ user: Author; place: Visibility }>;

async function newest(job: Job, { user, place }: Whose, deps: JobDeps): Promise<readonly Memory[]> {
  return deps.store.memories.list(hostViewer(job.tenant), {
    filter: { kinds: ["fact"], subject: user.id, ...place },
    look: { now: deps.now().toISOString() },
    page: { limit: deps.upkeep.narration.items },
  });
}

/** What they said last, where those who may see the insight could hear it. */
async function talkOf(job: Job, { user, place }: Whose, deps: JobDeps): Promise<string> {
  const said = await deps.store.messages.list(hostViewer(job.tenant), {
    author: user.id,
    isSearchable: true,
    limit: RECENT_MESSAGES,
  });
  return said
    .filter(
      (message) => message.scope === place.scope && (place.user ?? message.user) === message.user,
    )
    .map((message) => message.text)
    .join("\n")
    .slice(0, deps.upkeep.narration.talkLength);
}

type Seen = Readonly<{ sources: readonly Memory[]; importance: Memory["importance"] }>;

function insightOf(
  job: Job,
  { text, tags }: InsightText,
  { user, place, sources, importance }: Whose & Seen,
): Proposal {
  return {
    kind: "insight",
    category: "relationship_dynamic",
    text,
    tags,
    confidence: 0.6,
    importance,
    evidence: [],
    tenant: job.tenant,
    ...place,
    subject: user.id,
    stability: "stable",
    participants: [...new Set(sources.flatMap((source) => source.participants))],
    pinned: false,
    derivedFrom: sources.map((source) => source.id),
    provenance: derive(sources),
    sensitivity: sources.some(({ sensitivity }) => sensitivity === "sensitive")
      ? "sensitive"
      : "normal",
    writer: { job: job.name, run: job.key },
  };
}

// Takes insights out of use: those that rest on something that is gone, and beyond the newest few of a person, since
// a guess about last month says little about today.

/** States in which a line can still be looked up. */
const THERE = ["active", "disputed", "archived", "superseded"] as const;
const PAGE = 500;

type Ended = Readonly<{ planned: Planned; change: Change }>;

async function endInsights(job: Job, deps: JobDeps): Promise<readonly Planned[]> {
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
  for (const { change } of ended) await commit(job, change, deps);
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
