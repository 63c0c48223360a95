// The second pass of the night: each active person's profile, with what is new in and what repeats or no longer
// holds out (P8). What a person set right is never put aside for anything else.

import { retryOnConflict } from "../../curate/actor-context.ts";
import { traitsOf } from "../../curate/profile.ts";
import { MemoryError } from "../../errors.ts";
import { relate } from "../../language/relate.ts";
import type { ConsentField, Proposal } from "../../model/candidate.ts";
import type { Change } from "../../model/change-set.ts";
import type { Job } from "../../model/job.ts";
import type { Memory, Timestamp } from "../../model/memory.ts";
import type { Author } from "../../model/message.ts";
import { derive } from "../../model/origin.ts";
import { hostViewer } from "../../model/viewer.ts";
import { CORRECTED_TAG, type LineMerge, type Narrator } from "../../ports/narrator.ts";
import { remember, type WriteDeps } from "../../write/remember.ts";
import { groupByVisibility, type JobDeps, type Planned } from "../upkeep-job.ts";
import { type Absorbing, absorb } from "./absorb.ts";

type Night = Readonly<{ job: Job; since: Timestamp; deps: JobDeps }>;
type Done = Readonly<{ linesAdded: number; linesMerged: number; would: readonly Planned[] }>;

const FACTS = 200;

export async function consolidateProfile(user: Author, night: Night): Promise<Done> {
  const added = await addNew(user, night);
  const merged = await retryOnConflict(() => mergeLines(user, night));
  return {
    linesAdded: added.length,
    linesMerged: merged.reduce((sum, { ids }) => sum + ids.length - 1, 0),
    would: [...added, ...merged],
  };
}

/** Facts that came without a conversation; one on a field that needs consent is left to the conversation it is from. */
async function addNew(user: Author, { job, since, deps }: Night): Promise<readonly Planned[]> {
  const found = await deps.store.memories.list(hostViewer(job.tenant), {
    filter: { kinds: ["fact"], subject: user.id, createdAfter: since },
    look: { now: deps.now().toISOString() },
    page: { limit: FACTS },
  });
  const ids = found.map((fact) => fact.id);
  const resting = await deps.store.memories.restingOn(job.tenant, { item: "memory", ids });
  const told = new Set(
    resting.filter(({ kind }) => kind === "trait").flatMap((trait) => trait.derivedFrom),
  );
  const facts = found.filter(
    ({ id, tags }) => !told.has(id) && !tags.some((tag) => tag.startsWith(FIELD_TAG)),
  );
  if (facts.length === 0) return [];
  const lines = await addLines({ user, facts }, { job, deps });
  return lines.map((line) => ({ act: "add_line", ids: line.derivedFrom, why: line.text }));
}

async function mergeLines(user: Author, { job, deps }: Night): Promise<readonly Planned[]> {
  const { tenant } = job;
  const traits = await traitsOf({ viewer: hostViewer(tenant), user: user.id }, deps);
  const changes: Change[] = [];
  const planned: Planned[] = [];
  for (const lines of groupByVisibility(traits))
    for (const merge of await mergesOf(lines, deps)) {
      const absorbing = permitted(merge, lines, deps);
      if (absorbing === undefined) continue;
      changes.push(...(await absorb(absorbing, deps)));
      const { keep, same, ended, reason } = absorbing;
      const ids = [keep, ...same, ...ended].map((line) => line.id);
      planned.push({ act: "merge_lines", ids, why: reason });
    }
  const at = deps.now().toISOString();
  const actor = `job:${job.name}`;
  if (changes.length > 0) await deps.store.commit({ tenant, at, actor, cause: job.name, changes });
  return planned;
}

async function mergesOf(lines: readonly Memory[], deps: JobDeps): Promise<readonly LineMerge[]> {
  if (lines.length < 2) return [];
  const told = await deps.narrator.consolidate({ lines });
  if (told.type === "retryable") throw new MemoryError("provider_unavailable", told.reason);
  return told.type === "ok" ? told.merge : [];
}

/** What the narrator may not decide: whoever it is, it never overrules a person or a better source. */
function permitted(
  { keep: keepId, drop, reason }: LineMerge,
  lines: readonly Memory[],
  { policy }: JobDeps,
): Absorbing | undefined {
  const keep = lines.find((line) => line.id === keepId);
  if (keep === undefined) return undefined;
  const aside = lines.filter((line) => drop.includes(line.id) && mayGive(line, keep));
  if (aside.length === 0) return undefined;
  const isEnded = (line: Memory) =>
    relate({ text: line.text }, { text: keep.text }, policy.bands).relation === "contradiction";
  const ended = aside.filter(isEnded);
  return { keep, same: aside.filter((line) => !ended.includes(line)), ended, reason };
}

function mayGive(line: Memory, keep: Memory): boolean {
  const isCorrected = (one: Memory) => one.tags.includes(CORRECTED_TAG);
  if (line === keep || line.pinned || (isCorrected(line) && !isCorrected(keep))) return false;
  return line.trust <= keep.trust;
}

// Tells what facts say about a person as lines of that person's profile, each with its sources.

export type ProfileDeps = WriteDeps & Readonly<{ narrator: Narrator }>;

type Learnt = Readonly<{
  user: Author;
  facts: readonly Memory[];
  /** The conversation they were said in, where they all come from one. */
  episode?: string;
}>;

type Updating = Readonly<{ job: Job; deps: ProfileDeps }>;

const PROFILE_LINES = 200;
const FIELD_TAG = "field:";

/** How many lines were added. */
export async function updateProfile(learnt: Learnt, updating: Updating): Promise<number> {
  return (await addLines(learnt, updating)).length;
}

async function addLines(learnt: Learnt, updating: Updating): Promise<readonly Proposal[]> {
  const { job, deps } = updating;
  const lines = await profileLines(learnt, updating);
  const outcomes = await remember(lines, jobAct(job), deps);
  return lines.filter((_, at) => outcomes[at]?.type === "stored");
}

/** The act of a job that remembers: on nobody's message. */
export function jobAct({ tenant, name }: Job) {
  return {
    tenant,
    actor: `job:${name}`,
    cause: name,
    sources: { messages: new Map(), names: [] },
    alongside: () => [],
  };
}

/** What only one person may see never flows into a line that others see. */
async function profileLines(learnt: Learnt, updating: Updating): Promise<readonly Proposal[]> {
  const proposals: Proposal[] = [];
  for (const scope of new Set(learnt.facts.map((fact) => fact.scope))) {
    const facts = learnt.facts.filter((fact) => fact.scope === scope);
    proposals.push(...(await linesIn(scope, { ...learnt, facts }, updating)));
  }
  return proposals;
}

async function linesIn(
  scope: string,
  { user, facts, episode }: Learnt,
  { job, deps }: Updating,
): Promise<readonly Proposal[]> {
  const lines = await deps.store.memories.list(hostViewer(job.tenant), {
    filter: { kinds: ["trait"], subject: user.id, scope },
    look: { now: deps.now().toISOString() },
    page: { limit: PROFILE_LINES },
  });
  const told = await deps.narrator.profile({ user, lines, facts });
  if (told.type === "retryable") throw new MemoryError("provider_unavailable", told.reason);
  if (told.type === "rejected") return [];
  return told.add.map((line): Proposal => {
    const sources = facts.filter((fact) => line.sources.includes(fact.id));
    const from = sources.length === 0 ? facts : sources;
    return traitOf({ ...line, user, from, episodes: episode === undefined ? [] : [episode], job });
  });
}

type Line = Readonly<{
  section: NonNullable<Memory["section"]>;
  text: string;
  confidence: number;
  user: Author;
  episodes: readonly string[];
  from: readonly Memory[];
  job: Job;
}>;

/** A line on a consent field stays one, so that no profile says it before the person agreed. */
function traitOf({ section, text, confidence, user, episodes, from, job }: Line): Proposal {
  const field = from.flatMap((fact) => fact.tags).find((tag) => tag.startsWith(FIELD_TAG));
  return {
    kind: "trait",
    category: "profile",
    section,
    text,
    confidence,
    importance: 3,
    subject: user.id,
    user: user.id,
    evidence: [],
    tenant: job.tenant,
    scope: from[0]?.scope ?? "shared",
    stability: "stable",
    participants: [],
    pinned: false,
    derivedFrom: [...episodes, ...from.map((fact) => fact.id)],
    provenance: derive(from),
    sensitivity: from.some((fact) => fact.sensitivity === "sensitive") ? "sensitive" : "normal",
    writer: { job: job.name },
    ...(field === undefined ? {} : { field: field.slice(FIELD_TAG.length) as ConsentField }),
  };
}
