// The second pass of the night: each active person's profile, with what is new in and what repeats or no longer
// holds out (P8). What a person set right is never put aside for anything else.

import { again } from "../curate/again.ts";
import { traitsOf } from "../curate/profile/profile.ts";
import { MemoryError } from "../errors.ts";
import type { Change } from "../model/change-set.ts";
import { compare } from "../model/compare.ts";
import type { Job } from "../model/job.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import type { Author } from "../model/message.ts";
import { comparable } from "../model/quote.ts";
import { hostViewer } from "../model/viewer.ts";
import { CORRECTED_TAG, type LineMerge } from "../ports/narrator.ts";
import { type Absorbing, absorb } from "./absorb.ts";
import { byPlace } from "./places.ts";
import { FIELD_TAG, profileLines, updateProfile } from "./update-profile.ts";
import { isDryRun, type JobDeps, type Planned } from "./upkeep-job.ts";

type Night = Readonly<{ job: Job; since: Timestamp; deps: JobDeps }>;
type Done = Readonly<{ linesAdded: number; linesMerged: number; would: readonly Planned[] }>;

const FACTS = 200;

export async function consolidateProfile(user: Author, night: Night): Promise<Done> {
  const added = await addNew(user, night);
  const merged = await again(() => mergeLines(user, night));
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
  if (isDryRun(job)) {
    const lines = await profileLines({ user, facts }, { job, deps });
    return lines.map((line) => ({ act: "add_line", ids: line.derivedFrom, why: line.text }));
  }
  const count = await updateProfile({ user, facts }, { job, deps });
  return Array.from({ length: count }, () => ({ act: "add_line", ids, why: "new" }));
}

async function mergeLines(user: Author, { job, deps }: Night): Promise<readonly Planned[]> {
  const { tenant } = job;
  const traits = await traitsOf({ viewer: hostViewer(tenant), user: user.id }, deps);
  const changes: Change[] = [];
  const planned: Planned[] = [];
  for (const lines of byPlace(traits))
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
  if (changes.length > 0 && !isDryRun(job))
    await deps.store.commit({ tenant, at, actor, cause: job.name, changes });
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
  const isEnded = (line: Memory) => {
    const [older, newer] = comparable(line.text, keep.text);
    return compare({ text: older }, { text: newer }, policy.bands).relation === "contradiction";
  };
  const ended = aside.filter(isEnded);
  return { keep, same: aside.filter((line) => !ended.includes(line)), ended, reason };
}

function mayGive(line: Memory, keep: Memory): boolean {
  const isCorrected = (one: Memory) => one.tags.includes(CORRECTED_TAG);
  if (line === keep || line.pinned || (isCorrected(line) && !isCorrected(keep))) return false;
  return line.trust <= keep.trust;
}
