// A person says yes: what was proposed is done, in the same transaction as the decision. It does not go before the
// guard or the consent rules again; the approval is recorded in its history instead.

import { MemoryError } from "../../errors.ts";
import type { Proposal } from "../../model/candidate.ts";
import type { Change } from "../../model/change-set.ts";
import type { Memory } from "../../model/memory.ts";
import type { Review } from "../../model/review.ts";
import { STATES } from "../../model/state.ts";
import { again } from "../again.ts";
import { type CurateDeps, commit } from "../doing.ts";
import { find } from "../find.ts";
import { ending } from "../forget.ts";
import { merging, originalsOf } from "../merge.ts";
import { ProposalShape } from "../stored-shapes.ts";
import { screenedText } from "../wording.ts";
import { approvedMemory } from "./approved-memory.ts";
import { decision } from "./decision.ts";
import { type Deciding, pending } from "./pending.ts";

export type ApproveInput = Deciding &
  Readonly<{
    /** Other words than the proposed ones; the approver's own, so the guard looks at them. */
    text?: string;
  }>;

/** The memory it made or changed; what was deleted has none. */
export type Approved = Readonly<{ reviewId: string; memory?: Memory }>;
type Effect = Readonly<{ memory?: Memory; changes: readonly Change[] }>;

export async function approve(input: ApproveInput, deps: CurateDeps): Promise<Approved> {
  return again(async () => {
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
