// Puts a proposal aside for a person, under a hash of its content.

import type { Change } from "../model/change-set.ts";
import type { Review } from "../model/review.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { Written } from "./changes.ts";
import { contentHash } from "./consent.ts";
import type { WritePolicy } from "./policy.ts";
import type { Ended } from "./progress.ts";

const DAY_MS = 86_400_000;

type Deps = Readonly<{ store: Store; now: Clock; ids: Ids; policy: WritePolicy }>;
type Held = Extract<Ended, { type: "held" }>;

/** The same thing held again counts for the review that waits already; `earlier` are those of this same act. */
export async function holdForReview(
  held: Held,
  earlier: readonly Review[],
  deps: Deps,
): Promise<Written> {
  const review = reviewOf(held, deps);
  const { tenant, hash, createdAt } = review;
  const propose: Change = { type: "propose", review };
  const outcome = { type: "held", text: held.proposal.text, why: held.why } as const;
  const again = earlier.find((other) => other.hash === hash);
  if (again !== undefined)
    return { outcome: { ...outcome, reviewId: again.id }, changes: [propose] };
  const stored = await deps.store.reviews.pendingByHash(tenant, hash);
  if (stored === undefined)
    return { outcome: { ...outcome, reviewId: review.id }, changes: [propose] };
  if (stored.lapsesAt > createdAt)
    return { outcome: { ...outcome, reviewId: stored.id }, changes: [propose] };
  const lapsed: Review = { ...stored, state: "lapsed", decidedAt: createdAt, decidedBy: "time" };
  const changes: readonly Change[] = [{ type: "decide", review: lapsed }, propose];
  return { outcome: { ...outcome, reviewId: review.id }, changes };
}

function reviewOf({ proposal, why }: Held, { now, ids, policy }: Deps): Review {
  const act = { type: "store", proposal } as const;
  const at = now();
  const user = proposal.user ?? proposal.subject;
  return {
    id: ids(),
    tenant: proposal.tenant,
    why,
    act,
    hash: contentHash(act),
    state: "pending",
    signals: 1,
    createdAt: at.toISOString(),
    lapsesAt: new Date(at.getTime() + policy.consentDays * DAY_MS).toISOString(),
    ...(user === undefined ? {} : { user }),
    ...(proposal.field === undefined ? {} : { field: proposal.field }),
  };
}
