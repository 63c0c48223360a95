// What a profile says of a person's name, pronouns, city and language waits for that person's consent.
// Benign fields apply when two signals agree.

import { createHash } from "node:crypto";
import type { MergeBands } from "../../language/compare/compare.ts";
import { relate } from "../../language/relate.ts";
import type { ConsentField, Proposal } from "../../model/candidate.ts";
import type { Change } from "../../model/change-set.ts";
import type { Review, ReviewAct } from "../../model/review.ts";
import { textKey } from "../../model/text.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { MemoryReader, ReviewReader } from "../../ports/store.ts";
import type { Admitted, Ended, Guarded } from "../stage-types.ts";

const SENSITIVE: ReadonlySet<ConsentField> = new Set([
  "preferred_name",
  "pronouns",
  "city",
  "language",
]);

export type ConsentPolicy = Readonly<{
  /** How often a benign field is said before it applies. */
  signals: 1 | 2;
  /** An insight this sure is signal enough. */
  sureInsight: number;
  /** Share of the words that two signals have in common; stricter than for other lines. */
  minCoverage: number;
}>;

type Signals = Readonly<{
  reviews: ReviewReader;
  memories: MemoryReader;
  bands: MergeBands;
  policy: ConsentPolicy;
  now: string;
}>;

/** Approval is never read out of a chat: only a decision on the review itself lets it through. */
export async function consent(proposal: Guarded, signals: Signals): Promise<Admitted | Ended> {
  const { field } = proposal;
  if (proposal.kind !== "trait" || field === undefined) return proposal as Admitted;
  if (SENSITIVE.has(field)) return { type: "held", proposal, why: `consent: ${field}` };
  if (signals.policy.signals === 1 || (await restsOnSureInsight(proposal, signals)))
    return proposal as Admitted;
  const waiting = await waitingFor(proposal, signals);
  if (waiting !== undefined && waiting.lapsesAt > signals.now && isSecondSignal(proposal, waiting))
    return proposal as Admitted;
  return { type: "held", proposal, why: `consent: ${field} must be said a second time` };
}

async function restsOnSureInsight(
  { tenant, derivedFrom }: Proposal,
  { memories, policy, now }: Signals,
): Promise<boolean> {
  if (derivedFrom.length === 0) return false;
  const insights = await memories.list(hostViewer(tenant), {
    filter: { ids: derivedFrom, kinds: ["insight"] },
    look: { now },
    page: { limit: derivedFrom.length },
  });
  return insights.some(({ confidence }) => confidence >= policy.sureInsight);
}

/** A benign field that a second signal carried through closes the review that waited for it. */
export async function corroborated(
  proposal: Admitted,
  signals: Signals,
): Promise<readonly Change[]> {
  if (proposal.kind !== "trait" || proposal.field === undefined) return [];
  const waiting = await waitingFor(proposal, signals);
  if (waiting === undefined) return [];
  const review: Review = {
    ...waiting,
    state: "approved",
    decidedAt: signals.now,
    decidedBy: "a second signal",
  };
  return [{ type: "decide", review }];
}

/** What waits in the same words, or says the same of the person in nearly the same ones. */
async function waitingFor(proposal: Proposal, signals: Signals): Promise<Review | undefined> {
  const { reviews, policy } = signals;
  const bands = { ...signals.bands, minCoverage: policy.minCoverage };
  const hash = contentHash({ type: "store", proposal });
  const exact = await reviews.pendingByHash(proposal.tenant, hash);
  if (exact !== undefined || proposal.user === undefined) return exact;
  const query = { states: ["pending"], user: proposal.user, limit: LOOKED_AT } as const;
  const waiting = await reviews.list(proposal.tenant, { ...query, openAt: signals.now });
  return waiting.find(({ act, field }) => {
    if (act.type !== "store" || field !== proposal.field) return false;
    const { text, scope, subject } = act.proposal;
    if (scope !== proposal.scope || subject !== proposal.subject) return false;
    return ALIKE.has(relate({ text }, { text: proposal.text }, bands).relation);
  });
}

const LOOKED_AT = 50;
const ALIKE: ReadonlySet<string> = new Set(["same_key", "same", "close"]);

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
  const { supersedes } = act.proposal;
  return [act.type, ...place, textKey(text), ...(supersedes === undefined ? [] : [supersedes])];
}
