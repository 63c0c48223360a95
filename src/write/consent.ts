// What a profile says of a person's name, pronouns, city and language waits for that person's consent.
// Benign fields apply when two signals agree.

import { createHash } from "node:crypto";
import type { ConsentField, Proposal } from "../model/candidate.ts";
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

/** Approval is never read out of a chat: only a decision on the review itself lets it through. */
export async function consent(
  proposal: Guarded,
  reviews: ReviewReader,
  now: string,
): Promise<Admitted | Ended> {
  const { field } = proposal;
  if (proposal.kind !== "trait" || field === undefined) return proposal as Admitted;
  if (SENSITIVE.has(field)) return { type: "held", proposal, why: `consent: ${field}` };
  const waiting = await waitingFor(proposal, reviews);
  if (waiting !== undefined && waiting.lapsesAt > now && isSecondSignal(proposal, waiting))
    return proposal as Admitted;
  return { type: "held", proposal, why: `consent: ${field} needs a second signal` };
}

/** A benign field that a second signal carried through closes the review that waited for it. */
export async function corroborated(
  proposal: Admitted,
  reviews: ReviewReader,
  at: string,
): Promise<readonly Change[]> {
  if (proposal.kind !== "trait" || proposal.field === undefined) return [];
  const waiting = await waitingFor(proposal, reviews);
  if (waiting === undefined) return [];
  const review: Review = {
    ...waiting,
    state: "approved",
    decidedAt: at,
    decidedBy: "a second signal",
  };
  return [{ type: "decide", review }];
}

function waitingFor(proposal: Proposal, reviews: ReviewReader): Promise<Review | undefined> {
  return reviews.pendingByHash(proposal.tenant, contentHash({ type: "store", proposal }));
}

/** The same message or note read twice is one signal, not two. */
function isSecondSignal(proposal: Proposal, { act }: Review): boolean {
  if (act.type !== "store") return false;
  const first = new Set(sourcesOf(act.proposal));
  const sources = sourcesOf(proposal);
  return sources.length === 0 || sources.some((source) => !first.has(source));
}

function sourcesOf({ evidence, derivedFrom }: Proposal): readonly string[] {
  const cited = evidence.map((piece) => (piece.type === "span" ? piece.messageId : piece.text));
  return [...cited, ...derivedFrom];
}

/** What an approval is bound to: the same words about the same person in the same place, and nothing else. */
export function contentHash(act: ReviewAct): string {
  return createHash("sha256")
    .update(JSON.stringify(contentOf(act)))
    .digest("hex");
}

function contentOf(act: ReviewAct): readonly string[] {
  if (act.type === "merge") return [act.type, ...act.ids, act.text];
  if (act.type === "delete") return [act.type, act.id];
  const { kind, scope, user, subject, field, topicId, text } = act.proposal;
  const place = [kind, scope, user ?? "", subject ?? "", field ?? "", topicId ?? ""];
  return [act.type, ...place, textKey(text)];
}
