// Careful guesses at what the last days say about people, each on evidence that can be looked up (S3). A guess goes
// when what it rests on goes. Never part of the factual profile: it is a kind of its own.

import { MemoryError } from "../errors.ts";
import type { Proposal } from "../model/candidate.ts";
import type { Job } from "../model/job.ts";
import type { Memory } from "../model/memory.ts";
import type { Author } from "../model/message.ts";
import { derive } from "../model/origin.ts";
import { hostViewer } from "../model/viewer.ts";
import { type InsightText, NARRATION_LIMITS } from "../ports/narrator.ts";
import { remember } from "../write/remember.ts";
import { conclude } from "./conclude.ts";
import { endInsights } from "./end-insights.ts";
import { peopleOf } from "./people-of.ts";
import { byPlace, type Place, placeOf } from "./places.ts";
import { jobAct } from "./update-profile.ts";
import {
  ago,
  DAY_MS,
  deadlineOf,
  HOUR_MS,
  isDryRun,
  type JobDeps,
  type Planned,
  type UpkeepJob,
} from "./upkeep-job.ts";

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
    for (const group of byPlace(episodes)) told.push(...(await tellOf(job, { user, group }, deps)));
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
  const place = placeOf(first);
  const activities = group.slice(0, NARRATION_LIMITS.activities);
  const items = await newest(job, { user, place }, deps);
  const people = await peopleOf(
    job.tenant,
    [user.id, ...activities.flatMap((episode) => episode.participants)],
    deps.store,
  );
  const talk = await talkOf(job, { user, place }, deps);
  const told = await deps.narrator.insights({ activities, items, talk, people });
  if (told.type === "retryable") throw new MemoryError("provider_unavailable", told.reason);
  if (told.type === "rejected") return [];
  const proposals = told.insights.slice(0, NARRATION_LIMITS.insights).flatMap((insight) => {
    const sources = [...activities, ...items].filter(({ id }) => insight.evidence.includes(id));
    return sources.length === 0 ? [] : [insightOf(job, insight, { user, place, sources })];
  });
  const planned = proposals.map(({ derivedFrom, text }): Planned => {
    return { act: "insight", ids: derivedFrom, why: text };
  });
  if (isDryRun(job)) return planned;
  const outcomes = await remember(proposals, jobAct(job), deps);
  return planned.filter((_, index) => outcomes[index]?.type === "stored");
}

type Whose = Readonly<{ user: Author; place: Place }>;

async function newest(job: Job, { user, place }: Whose, deps: JobDeps): Promise<readonly Memory[]> {
  return deps.store.memories.list(hostViewer(job.tenant), {
    filter: { kinds: ["fact"], subject: user.id, ...place },
    look: { now: deps.now().toISOString() },
    page: { limit: NARRATION_LIMITS.items },
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
    .slice(0, NARRATION_LIMITS.talkLength);
}

function insightOf(
  job: Job,
  { text, tags }: InsightText,
  { user, place, sources }: Whose & Readonly<{ sources: readonly Memory[] }>,
): Proposal {
  return {
    kind: "insight",
    category: "relationship_dynamic",
    text,
    tags,
    confidence: 0.6,
    importance: 2,
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
