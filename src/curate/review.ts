// The review queue: what waits for a person, and what approving or rejecting it does.

import { MemoryError } from "../errors.ts";
import { DEFAULT_MERGE_BANDS } from "../language/compare/compare.ts";
import { relate } from "../language/relate.ts";
import type { Proposal } from "../model/candidate.ts";
import type { Change } from "../model/change-set.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import { newMemory } from "../model/new-memory.ts";
import { derive, type Trust } from "../model/origin.ts";
import type { Review, ReviewState } from "../model/review.ts";
import { STATES } from "../model/state.ts";
import { textKey } from "../model/text.ts";
import { hostViewer } from "../model/viewer.ts";
import {
  type ActorContext,
  type CurateDeps,
  commit,
  embed,
  find,
  findAll,
  retryOnConflict,
  revise,
  screenedText,
} from "./actor-context.ts";
import { ending } from "./forget.ts";
import { merging, originalsOf } from "./merge.ts";
import { ProposalShape } from "./stored-shapes.ts";

type ListReviewsInput = Pick<ActorContext, "viewer"> &
  Readonly<{ states?: readonly ReviewState[]; user?: string; limit?: number }>;

const LIMIT = 50;

export async function listReviews(
  { viewer, states, user, limit }: ListReviewsInput,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<readonly Review[]> {
  return store.reviews.list(viewer.tenant, {
    states: states ?? ["pending"],
    limit: limit ?? LIMIT,
    openAt: now().toISOString(),
    ...(user === undefined ? {} : { user }),
  });
}

// A person says yes: what was proposed is done, in the same transaction as the decision. It does not go before the
// guard or the consent rules again; the approval is recorded in its history instead.

type ApproveInput = Deciding &
  Readonly<{
    /** Other words than the proposed ones; the approver's own, so the guard looks at them. */
    text?: string;
  }>;

/** The memory it made or changed; what was deleted has none. */
export type Approved = Readonly<{ reviewId: string; memory?: Memory }>;
type Effect = Readonly<{ memory?: Memory; changes: readonly Change[] }>;

export async function approve(input: ApproveInput, deps: CurateDeps): Promise<Approved> {
  return retryOnConflict(async () => {
    const review = await pending(input, deps);
    const effect = await effectOf(review, input, deps);
    const decided = { state: "approved", by: input.actor, at: deps.now().toISOString() } as const;
    const changes = [...decision(review, decided), ...effect.changes];
    await commit({ ...input, cause: "approve", changes }, deps);
    return { reviewId: review.id, ...(effect.memory && { memory: effect.memory }) };
  });
}

async function effectOf(review: Review, input: ApproveInput, deps: CurateDeps): Promise<Effect> {
  const { act } = review;
  const reason = reasonOf(review, input);
  switch (act.type) {
    case "store":
      return approvedMemory(proposed(act.proposal, input, deps), reason, deps);
    case "merge": {
      await refuseChanged(act.ids, review, deps);
      const originals = await originalsOf({ ...input, ids: act.ids }, deps);
      const into = new Set(originals.map((memory) => memory.kind)).size === 1;
      const text = input.text ?? act.text;
      return merging(originals, { text, into: into ? "same_kind" : "summary", reason }, deps);
    }
    case "delete": {
      await refuseChanged([act.id], review, deps);
      const memory = await find(input.viewer, act.id, deps);
      return { changes: [ending(memory, { purge: false, reason }, deps)] };
    }
  }
}

function reasonOf({ id, why }: Review, { actor, text }: ApproveInput): string {
  const edited = text === undefined ? "" : ", reworded";
  return `approved by ${actor}${edited} (review ${id}: ${why})`;
}

/** Parsed again, as it has been lying in the store. */
function proposed(stored: Proposal, { text }: ApproveInput, { screen }: CurateDeps): Proposal {
  const parsed = ProposalShape.safeParse(stored);
  if (!parsed.success)
    throw new MemoryError("corrupt_store", "A stored proposal cannot be read.", {
      cause: parsed.error,
    });
  const { data } = parsed;
  return text === undefined ? data : { ...data, text: screenedText(text, data.kind, screen) };
}

/** The approval is of what the memories said when the review was written; anything else must be looked at again. */
async function refuseChanged(
  ids: readonly string[],
  review: Review,
  { store, now }: CurateDeps,
): Promise<void> {
  const viewer = { tenant: review.tenant, as: { type: "host" }, categories: "all" } as const;
  const look = { now: now().toISOString(), states: STATES };
  for (const id of ids) {
    const then = await store.memories.get(viewer, id, { ...look, asOf: review.createdAt });
    const today = await store.memories.get(viewer, id, look);
    if (then?.text !== today?.text || then?.state !== today?.state)
      throw new MemoryError("conflict", `Memory ${id} has changed since review ${review.id}.`);
  }
}

/** A person says no: the proposal goes no further. */
export async function reject(
  input: Deciding,
  deps: Pick<CurateDeps, "store" | "now">,
): Promise<Review> {
  const review = await pending(input, deps);
  const decided = { state: "rejected", by: input.actor, at: deps.now().toISOString() } as const;
  await commit({ ...input, cause: "reject", changes: decision(review, decided) }, deps);
  return { ...review, state: "rejected", decidedAt: decided.at, decidedBy: decided.by };
}

// A decision on a review, with its line in the action log.

type Decided = Readonly<{ state: Exclude<ReviewState, "pending">; by: string; at: Timestamp }>;

export function decision(review: Review, { state, by, at }: Decided): readonly Change[] {
  return [
    { type: "decide", review: { ...review, state, decidedAt: at, decidedBy: by } },
    {
      type: "record",
      activity: {
        tenant: review.tenant,
        at,
        node: "hotpath",
        op: `review_${state}`,
        status: "ok",
        detail: `${review.act.type} ${review.id} by ${by}`,
        ...(review.user === undefined ? {} : { user: review.user }),
      },
    },
  ];
}

// Finds a review that can still be decided, and makes sure it is the one that was seen.

/** `hash` is the one that came with what the person was shown. */
type Deciding = ActorContext & Readonly<{ id: string; hash: string }>;

async function pending(
  { viewer, id, hash }: Deciding,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<Review> {
  const review = await store.reviews.get(viewer.tenant, id);
  if (review === undefined) throw new MemoryError("not_found", `There is no review ${id}.`);
  if (review.hash !== hash)
    throw new MemoryError("conflict", `Review ${id} is not what was shown; look at it again.`);
  if (review.state !== "pending" || review.lapsesAt <= now().toISOString())
    throw new MemoryError("conflict", `Review ${id} is no longer open.`);
  return review;
}

// Stores what a person approved. It keeps its origins; the person's word raises its trust, and what it repeats,
// updates or contradicts gives way.

type ApprovedChange = Readonly<{ memory: Memory; changes: readonly Change[] }>;

const PERSON: Trust = 3;

async function approvedMemory(
  proposal: Proposal,
  reason: string,
  deps: CurateDeps,
): Promise<ApprovedChange> {
  const at = deps.now().toISOString();
  const memory = memoryOf(proposal, { id: deps.ids(), at });
  const rivals = await rivalsOf(memory, deps);
  const same = rivals.find((rival) => isSameLine(rival, memory));
  if (same !== undefined) return supporting(same, memory, { at, reason });
  const replaced = rivals.filter(
    (rival) => rival.id === proposal.supersedes || givesWay(rival, memory),
  );
  const stronger = replaced.some((rival) => rival.trust > memory.trust);
  const kept: Memory = stronger ? { ...memory, state: "disputed" } : memory;
  const ended = stronger ? [] : replaced.map((rival) => replacing(rival, memory, { at, reason }));
  return {
    memory: kept,
    changes: [...ended, { type: "create", memory: kept, reason }, await embed(kept, deps)],
  };
}

function memoryOf(proposal: Proposal, at: Readonly<{ id: string; at: Timestamp }>): Memory {
  const memory = newMemory(proposal, at);
  return memory.trust > PERSON ? memory : { ...memory, trust: PERSON };
}

async function rivalsOf(memory: Memory, deps: CurateDeps): Promise<readonly Memory[]> {
  const { kind, scope, user, subject, tenant } = memory;
  const filter = {
    kinds: [kind],
    scope,
    ...(user === undefined ? {} : { user }),
    ...(subject === undefined ? {} : { subject }),
  };
  const rivals: Memory[] = [];
  for await (const rival of findAll(hostViewer(tenant), { filter, states: ["active"] }, deps))
    if (rival.user === user && rival.subject === subject) rivals.push(rival);
  return rivals;
}

function isSameLine(rival: Memory, memory: Memory): boolean {
  return rival.topicId === memory.topicId && textKey(rival.text) === textKey(memory.text);
}

/** A register has its topic, and a soul may have one; a field of a person has one value; the rest must contradict. */
function givesWay(rival: Memory, memory: Memory): boolean {
  if (memory.kind === "register") return rival.topicId === memory.topicId;
  if (memory.kind === "soul")
    return memory.topicId !== undefined && rival.topicId === memory.topicId;
  const field = memory.tags.find((tag) => tag.startsWith("field:"));
  if (field !== undefined && rival.tags.includes(field)) return true;
  if (memory.kind !== "fact" && memory.kind !== "trait") return false;
  const { relation } = relate({ text: rival.text }, { text: memory.text }, DEFAULT_MERGE_BANDS);
  return relation === "contradiction";
}

type Because = Readonly<{ at: Timestamp; reason: string }>;

function supporting(known: Memory, memory: Memory, { at, reason }: Because): ApprovedChange {
  const pieces = [...memory.evidence, ...known.evidence];
  const change = revise(
    known,
    {
      evidence: [...new Map(pieces.map((piece) => [JSON.stringify(piece), piece])).values()],
      derivedFrom: [...new Set([...known.derivedFrom, ...memory.derivedFrom])],
      origins: derive([known, memory]).origins,
      trust: known.trust > PERSON ? known.trust : PERSON,
      confidence: Math.max(known.confidence, memory.confidence),
    },
    { at, event: "UPDATE", reason },
  );
  return { memory: change.memory, changes: [change] };
}

function replacing(rival: Memory, memory: Memory, { at, reason }: Because): Change {
  const validTo = memory.validFrom ?? at;
  return revise(
    rival,
    { state: "superseded", supersededBy: memory.id, validTo },
    { at, event: "UPDATE", reason },
  );
}
