// Puts a proposal aside for a person, under a hash of its content.

import type { Review } from "../model/review.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { Written } from "./changes.ts";
import { contentHash } from "./consent.ts";
import type { WritePolicy } from "./policy.ts";
import type { Guarded } from "./progress.ts";

const DAY_MS = 86_400_000;

type Deps = Readonly<{ store: Store; now: Clock; ids: Ids; policy: WritePolicy }>;

/** The same thing held again counts for the review that waits already, under that review's id. */
export async function holdForReview(
  proposal: Guarded,
  why: string,
  deps: Deps,
): Promise<Written> {
  const act = { type: "store", proposal } as const;
  const hash = contentHash(act);
  const waiting = await deps.store.reviews.pendingByHash(proposal.tenant, hash);
  const id = waiting?.id ?? deps.ids();
  const now = deps.now();
  const user = proposal.user ?? proposal.subject;
  const review: Review = {
    id,
    tenant: proposal.tenant,
    why,
    act,
    hash,
    state: "pending",
    signals: 1,
    createdAt: now.toISOString(),
    lapsesAt: new Date(now.getTime() + deps.policy.consentDays * DAY_MS).toISOString(),
    ...(user === undefined ? {} : { user }),
    ...(proposal.field === undefined ? {} : { field: proposal.field }),
  };
  return {
    outcome: { type: "held", reviewId: id, text: proposal.text, why },
    changes: [{ type: "propose", review }],
  };
}
