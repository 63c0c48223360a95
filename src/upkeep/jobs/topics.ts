// The first pass of the night: the day's conversations, told as a few topics (P7).

import { MemoryError } from "../../errors.ts";
import type { Proposal } from "../../model/candidate.ts";
import type { Job } from "../../model/job.ts";
import type { Memory } from "../../model/memory.ts";
import { derive } from "../../model/origin.ts";
import type { TopicText } from "../../ports/narrator.ts";
import { remember } from "../../write/remember.ts";
import {
  groupByVisibility,
  type JobDeps,
  type Planned,
  peopleOf,
  visibilityOf,
} from "../upkeep-job.ts";
import { jobAct } from "./profiles.ts";

type Told = Readonly<{ topics: number; would: readonly Planned[] }>;

export async function tellTopics(
  job: Job,
  episodes: readonly Memory[],
  deps: JobDeps,
): Promise<Told> {
  const told = await topicsOn(job, episodes, deps);
  let topics = told.filter(isOfRun(job)).length;
  const would: Planned[] = [];
  for (const group of groupByVisibility(untold(episodes, told))) {
    const proposals = await topicsOf(job, group, deps);
    const outcomes = await remember(proposals, jobAct(job), deps);
    const stored = proposals.filter((_, at) => outcomes[at]?.type === "stored");
    would.push(...stored.map(plannedOf));
    topics += stored.length;
  }
  return { topics, would };
}

function plannedOf({ title, derivedFrom }: Proposal): Planned {
  return { act: "topic", ids: derivedFrom, why: title ?? "" };
}

async function topicsOn(
  { tenant }: Job,
  episodes: readonly Memory[],
  { store }: JobDeps,
): Promise<readonly Memory[]> {
  const ids = episodes.map((episode) => episode.id);
  const resting = await store.memories.restingOn(tenant, { item: "memory", ids });
  return resting.filter(({ kind }) => kind === "topic");
}

/** Told by this very job, before its process died: they are its work, and its note counts them. */
function isOfRun({ name, key, attempts }: Job): (topic: Memory) => boolean {
  return ({ writer }) => attempts > 1 && writer?.job === name && writer.run === key;
}

/** An episode is in one topic at most; so a night that is run again tells nothing twice. */
function untold(episodes: readonly Memory[], topics: readonly Memory[]): readonly Memory[] {
  const told = new Set(topics.flatMap((topic) => topic.derivedFrom));
  return episodes.filter((episode) => !told.has(episode.id));
}

async function topicsOf(
  job: Job,
  episodes: readonly Memory[],
  deps: JobDeps,
): Promise<readonly Proposal[]> {
  const ids = episodes.flatMap((episode) => episode.participants);
  const people = await peopleOf(job.tenant, ids, deps.store);
  const told = await deps.narrator.topics({ episodes, people });
  if (told.type === "retryable") throw new MemoryError("provider_unavailable", told.reason);
  if (told.type === "rejected") return [];
  return told.topics.flatMap((topic) => {
    const sources = episodes.filter((episode) => topic.sources.includes(episode.id));
    return sources.length === 0 ? [] : [topicOf(job, topic, sources)];
  });
}

function topicOf(job: Job, { title, summary }: TopicText, sources: readonly Memory[]): Proposal {
  const starts = sources.flatMap(({ validFrom }) => validFrom ?? []).sort();
  const ends = sources.flatMap(({ validTo }) => validTo ?? []).sort();
  const [validFrom] = starts;
  const validTo = ends.at(-1);
  const [first] = sources;
  return {
    kind: "topic",
    category: "event",
    title,
    text: summary,
    confidence: 0.9,
    importance: 3,
    evidence: [],
    tenant: job.tenant,
    scope: "shared",
    ...(first === undefined ? {} : visibilityOf(first)),
    stability: "stable",
    participants: [...new Set(sources.flatMap((episode) => episode.participants))],
    pinned: false,
    derivedFrom: sources.map((episode) => episode.id),
    provenance: derive(sources),
    sensitivity: sources.some(({ sensitivity }) => sensitivity === "sensitive")
      ? "sensitive"
      : "normal",
    writer: { job: job.name, run: job.key },
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
  };
}
