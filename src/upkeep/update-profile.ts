// Tells what facts say about a person as lines of that person's profile, each with its sources.

import { MemoryError } from "../errors.ts";
import type { ConsentField, Proposal } from "../model/candidate.ts";
import type { Job } from "../model/job.ts";
import type { Memory } from "../model/memory.ts";
import type { Author } from "../model/message.ts";
import { derive } from "../model/origin.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Narrator } from "../ports/narrator.ts";
import { remember, type WriteDeps } from "../write/remember.ts";

export type ProfileDeps = WriteDeps & Readonly<{ narrator: Narrator }>;

export type Learnt = Readonly<{
  user: Author;
  facts: readonly Memory[];
  /** The conversation they were said in, where they all come from one. */
  episode?: string;
}>;

type Updating = Readonly<{ job: Job; deps: ProfileDeps }>;

const PROFILE_LINES = 200;
export const FIELD_TAG = "field:";

/** How many lines were added. */
export async function updateProfile(learnt: Learnt, updating: Updating): Promise<number> {
  const { job, deps } = updating;
  const outcomes = await remember(await profileLines(learnt, updating), jobAct(job), deps);
  return outcomes.filter((outcome) => outcome.type === "stored").length;
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
export async function profileLines(
  learnt: Learnt,
  updating: Updating,
): Promise<readonly Proposal[]> {
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
