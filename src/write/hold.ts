// Puts a proposal aside for a person, under a hash of its content.

import type { Clock, Ids } from "../ports/clock.ts";
import type { Written } from "./changes.ts";
import { contentHash } from "./consent.ts";
import type { WritePolicy } from "./policy.ts";
import type { Guarded } from "./progress.ts";

const DAY_MS = 86_400_000;

export function holdForReview(
  proposal: Guarded,
  why: string,
  deps: Readonly<{ now: Clock; ids: Ids; policy: WritePolicy }>,
): Written {
  const now = deps.now();
  const act = { type: "store", proposal } as const;
  const id = deps.ids();
  const user = proposal.user ?? proposal.subject;
  const review = {
    id,
    tenant: proposal.tenant,
    why,
    act,
    hash: contentHash(act),
    state: "pending",
    signals: 1,
    createdAt: now.toISOString(),
    lapsesAt: new Date(now.getTime() + deps.policy.consentDays * DAY_MS).toISOString(),
    ...(user === undefined ? {} : { user }),
    ...(proposal.field === undefined ? {} : { field: proposal.field }),
  } as const;
  return {
    outcome: { type: "held", reviewId: id, text: proposal.text, why },
    changes: [{ type: "propose", review }],
  };
}
