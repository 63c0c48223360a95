// What a profile says of a person's name, pronouns, city and language waits for that person's consent.
// Benign fields apply when two signals agree.

import { createHash } from "node:crypto";
import type { ConsentField } from "../model/candidate.ts";
import type { Change } from "../model/change-set.ts";
import type { Review, ReviewAct } from "../model/review.ts";
import { textKey } from "../model/text.ts";
import type { ReviewReader } from "../ports/store.ts";
import type { Admitted, Ended, Guarded } from "./progress.ts";

const SENSITIVE: ReadonlySet<ConsentField> = new Set([
  "preferred_name",
  "pronouns",
  "city",
  "language",
]);
const SIGNALS_NEEDED = 2;

/** Approval is never read out of a chat: only a decision on the review itself lets it through. */
export async function consent(proposal: Guarded, reviews: ReviewReader): Promise<Admitted | Ended> {
  const { field } = proposal;
  if (proposal.kind !== "trait" || field === undefined) return proposal as Admitted;
  if (SENSITIVE.has(field)) return { type: "held", proposal, why: `consent: ${field}` };
  const waiting = await reviews.pendingByHash(
    proposal.tenant,
    contentHash({ type: "store", proposal }),
  );
  const signals = (waiting?.signals ?? 0) + 1;
  if (signals >= SIGNALS_NEEDED) return proposal as Admitted;
  return { type: "held", proposal, why: `consent: ${field} needs a second signal` };
}

/** A benign field that a second signal carried through closes the review that waited for it. */
export async function corroborated(
  proposal: Admitted,
  reviews: ReviewReader,
  at: string,
): Promise<readonly Change[]> {
  if (proposal.kind !== "trait" || proposal.field === undefined) return [];
  const waiting = await reviews.pendingByHash(
    proposal.tenant,
    contentHash({ type: "store", proposal }),
  );
  if (waiting === undefined) return [];
  const review: Review = {
    ...waiting,
    state: "approved",
    decidedAt: at,
    decidedBy: "a second signal",
  };
  return [{ type: "decide", review }];
}

/** What an approval is bound to: the same words about the same person in the same place, and nothing else. */
export function contentHash(act: ReviewAct): string {
  const content =
    act.type === "store"
      ? [
          act.type,
          act.proposal.kind,
          act.proposal.scope,
          act.proposal.user ?? "",
          act.proposal.subject ?? "",
          act.proposal.field ?? "",
          act.proposal.topicId ?? "",
          textKey(act.proposal.text),
        ]
      : act.type === "merge"
        ? [act.type, ...act.ids, act.text]
        : [act.type, act.id];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
