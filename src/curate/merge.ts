// Merges memories into one, and undoes that.

import { MemoryError } from "../errors.ts";
import type { Change } from "../model/change-set.ts";
import { type Kind, POLICIES } from "../model/kinds.ts";
import type { Evidence, Memory } from "../model/memory.ts";
import { derive } from "../model/origin.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Store } from "../ports/store.ts";
import {
  type ActorContext,
  type CurateDeps,
  commit,
  embed,
  find,
  refuseMove,
  retryOnConflict,
  revise,
  screenedText,
} from "./actor-context.ts";
import { ending, restoring } from "./forget.ts";

type MergeInput = ActorContext &
  Readonly<{
    ids: readonly string[];
    /** What the one says; the originals' texts in a row when none is given. */
    text?: string;
    /** A `summary`, or the kind that all of them have. */
    into: "summary" | "same_kind";
  }>;

const SEPARATOR = " ";

export async function merge(input: MergeInput, deps: CurateDeps): Promise<Memory> {
  return retryOnConflict(async () => {
    const originals = await originalsOf(input, deps);
    const { memory, changes } = await merging(originals, { ...input, reason: "merged" }, deps);
    await commit({ ...input, cause: "merge", changes }, deps);
    return memory;
  });
}

export async function originalsOf(
  { ids, viewer }: Pick<MergeInput, "ids" | "viewer">,
  deps: CurateDeps,
): Promise<readonly Memory[]> {
  const unique = [...new Set(ids)];
  if (unique.length < 2)
    throw new MemoryError("invalid_input", "Merging takes two memories or more.");
  const found: Memory[] = [];
  for (const id of unique) found.push(await find(viewer, id, deps));
  return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
}

type Merging = Pick<MergeInput, "text" | "into"> & Readonly<{ reason: string }>;

export async function merging(
  originals: readonly Memory[],
  { text, into, reason }: Merging,
  deps: CurateDeps,
): Promise<Readonly<{ memory: Memory; changes: readonly Change[] }>> {
  for (const original of originals) refuseMove(original, "superseded");
  const at = deps.now().toISOString();
  const kind = into === "summary" ? "summary" : oneKind(originals);
  const joined = text ?? originals.map((memory) => memory.text).join(SEPARATOR);
  const wording = screenedText(joined, kind, deps.screen);
  const memory = merged(originals, { id: deps.ids(), kind, text: wording, at });
  const ended = originals.map((original) =>
    revise(
      original,
      { state: "superseded", supersededBy: memory.id },
      { at, event: "MERGE", reason },
    ),
  );
  // The originals go first: of two equal active lines the store refuses the second.
  return {
    memory,
    changes: [...ended, { type: "create", memory, reason }, await embed(memory, deps)],
  };
}

function oneKind(originals: readonly Memory[]): Kind {
  const kinds = new Set(originals.map((memory) => memory.kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.size > 1)
    throw new MemoryError("invalid_input", "Only memories of one kind merge into that kind.");
  return kind;
}

type New = Readonly<{ id: string; kind: Kind; text: string; at: string }>;

function merged(originals: readonly Memory[], { id, kind, text, at }: New): Memory {
  const [first] = originals;
  if (first === undefined) throw new MemoryError("invalid_input", "There is nothing to merge.");
  const provenance = derive(originals);
  return {
    id,
    tenant: first.tenant,
    scope: oneScope(originals),
    kind,
    category: shared(originals, "category") ?? "other",
    text,
    tags: [...new Set(originals.flatMap((memory) => memory.tags))],
    participants: [...new Set(originals.flatMap((memory) => memory.participants))],
    confidence: Math.min(...originals.map((memory) => memory.confidence)),
    importance: originals.reduce((most, memory) =>
      memory.importance > most.importance ? memory : most,
    ).importance,
    pinned: originals.some((memory) => memory.pinned),
    stability: kind === "summary" ? POLICIES.summary.stability : first.stability,
    sensitivity: originals.some((memory) => memory.sensitivity === "sensitive")
      ? "sensitive"
      : "normal",
    ...provenance,
    evidence: uniqueEvidence(originals),
    derivedFrom: originals.map((memory) => memory.id),
    state: "active",
    version: 1,
    createdAt: at,
    updatedAt: at,
    writer: {},
    ...inCommon(originals),
    ...lastExpiry(originals),
  };
}

/** What is private to one person or agent never flows into what others see. */
function oneScope(originals: readonly Memory[]): string {
  const scope = shared(originals, "scope");
  const owners = new Set(originals.map((memory) => memory.user));
  if (scope === undefined || (scope === "user" && owners.size > 1))
    throw new MemoryError("invalid_input", "Only memories of one scope and owner can be merged.");
  return scope;
}

const KEPT_WHEN_EQUAL = ["user", "subject", "section", "topicId", "channel", "thread"] as const;

function inCommon(originals: readonly Memory[]): Partial<Memory> {
  const values = KEPT_WHEN_EQUAL.map((field) => [field, shared(originals, field)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The value that all have, if they do. */
function shared<K extends keyof Memory>(
  originals: readonly Memory[],
  field: K,
): Memory[K] | undefined {
  const values = new Set(originals.map((memory) => memory[field]));
  return values.size === 1 ? [...values][0] : undefined;
}

function uniqueEvidence(originals: readonly Memory[]): readonly Evidence[] {
  const pieces = originals.flatMap((memory) => memory.evidence);
  return [...new Map(pieces.map((piece) => [JSON.stringify(piece), piece])).values()];
}

/** Merging must not make immortal what would have run out. */
function lastExpiry(originals: readonly Memory[]): Partial<Memory> {
  const ends = originals.map((memory) => memory.expiresAt).filter((end) => end !== undefined);
  const last = ends.sort().at(-1);
  return ends.length < originals.length || last === undefined ? {} : { expiresAt: last };
}

// Undoes a merge: the originals are in use again, and what took their place is forgotten.

type UnmergeInput = ActorContext & Readonly<{ id: string }>;

export async function unmerge(input: UnmergeInput, deps: CurateDeps): Promise<readonly Memory[]> {
  return retryOnConflict(async () => {
    const merged = await find(input.viewer, input.id, deps);
    const originals = await replacedBy(merged, deps.store);
    if (originals.length === 0)
      throw new MemoryError("invalid_input", `Memory ${merged.id} is not the result of a merge.`);
    const back = originals.map((original) =>
      restoring(original, `unmerged from ${merged.id}`, deps.now().toISOString()),
    );
    const changes: Change[] = [ending(merged, { purge: false, reason: "unmerged" }, deps), ...back];
    for (const { memory } of back) changes.push(await embed(memory, deps));
    await commit({ ...input, cause: "unmerge", changes }, deps);
    return back.map((change) => change.memory);
  });
}

// The memories that a merge put aside for another one, and that would be in use without it.

/** What was replaced because it is no longer true has an end in time, and does not come back. */
export async function replacedBy(merged: Memory, store: Store): Promise<readonly Memory[]> {
  if (merged.derivedFrom.length === 0) return [];
  const originals = await store.memories.list(hostViewer(merged.tenant), {
    filter: { ids: merged.derivedFrom },
    look: { now: merged.updatedAt, states: ["superseded"] },
    page: { limit: merged.derivedFrom.length },
  });
  return originals.filter(
    (original) => original.supersededBy === merged.id && original.validTo === undefined,
  );
}
