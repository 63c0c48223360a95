// Decides the proposals of one act in turn, each on the ground of what is stored and of what came before it.

import type { Change } from "../model/change-set.ts";
import { memoryEmbeddingText } from "../model/embedding-text.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Review } from "../model/review.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { Act, WriteDeps, WritePolicy } from "./act.ts";
import { AT_ONCE, yieldToEventLoop } from "./event-loop.ts";
import { changesFor, type DecidedWrite } from "./merge/changes.ts";
import { laterTies, links } from "./merge/link.ts";
import {
  addPending,
  type Embedded,
  type EmbeddedTexts,
  embedNow,
  type PendingWrite,
} from "./merge/neighbours.ts";
import { place } from "./merge/place.ts";
import { type Admitted, type Ended, type Guarded, isEnded } from "./stage-types.ts";
import { consent, contentHash, corroborated } from "./stages/consent.ts";
import { drop } from "./stages/gate.ts";
import type { Sources } from "./stages/ground.ts";

type Settled = Readonly<{ outcomes: readonly Outcome[]; changes: readonly Change[] }>;

/** What this act, and acts that will be committed with it, have decided on so far. */
type BatchState = Readonly<{ changes: Change[]; written: Map<string, PendingWrite> }>;

/** `isThorough` when what was decided before met a conflict. */
export type Settling = Readonly<{ act: Act; isThorough: boolean; soFar: BatchState }>;

export function emptyBatchState(): BatchState {
  return { changes: [], written: new Map() };
}

export async function settle(
  judged: readonly (Guarded | Ended)[],
  settling: Settling,
  deps: WriteDeps,
): Promise<Settled> {
  const { act, soFar } = settling;
  const outcomes: Outcome[] = [];
  const changes: Change[] = [];
  const isAwaited = act.reading === undefined;
  const texts = judged.map((one) => (isEnded(one) ? "" : memoryEmbeddingText(one)));
  const embedded = await embedNow(texts, { tenant: act.tenant }, deps.embedder);
  for (const [index, one] of judged.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
    const limited = isOverLimit(outcomes, act) && !isEnded(one) ? overLimit(one, act) : one;
    const own = embedded.vectors[index];
    const done = isEnded(limited)
      ? await ending(limited, soFar, deps)
      : await write(limited, { embedded: own, isAwaited, ...settling }, deps);
    outcomes.push(done.outcome);
    changes.push(...done.changes);
    soFar.changes.push(...done.changes);
    if (done.memory !== undefined)
      addPending(soFar.written, done.changes, { memory: done.memory, embedded: own });
  }
  const later = isAwaited ? laterTies(changes) : [];
  return { outcomes, changes: [...changes, ...later, ...embeddingEvents(embedded, act, deps)] };
}

function isOverLimit(outcomes: readonly Outcome[], { reading }: Act): boolean {
  if (reading === undefined) return false;
  const writes = outcomes.filter(({ type }) => type === "stored" || type === "merged").length;
  return writes >= reading.maxWrites;
}

function overLimit(proposal: Guarded, { reading }: Act): Ended {
  return drop(proposal, reading?.limit ?? "turn_limit");
}

async function ending(
  ended: Ended,
  { changes }: BatchState,
  deps: WriteDeps,
): Promise<DecidedWrite> {
  if (ended.type === "dropped") return { outcome: ended.outcome, changes: [] };
  const earlier = changes.flatMap((change) => (change.type === "propose" ? [change.review] : []));
  return holdForReview(ended, earlier, deps);
}

type Writing = Settling & Readonly<{ embedded: Embedded | undefined; isAwaited: boolean }>;

async function write(
  proposal: Guarded,
  { embedded, isAwaited, act, isThorough, soFar }: Writing,
  deps: WriteDeps,
): Promise<DecidedWrite> {
  const now = deps.now().toISOString();
  const { reviews, memories } = deps.store;
  const signals = {
    ...{ reviews, memories, now },
    ...{ bands: deps.policy.bands, policy: deps.policy.consent },
  };
  const admitted = await consent(proposal, signals);
  if (isEnded(admitted)) return ending(admitted, soFar, deps);
  const placing = { embedded, now, written: soFar.written, isThorough };
  const placed = await place(admitted, placing, deps);
  if ("type" in placed) return ending(placed, soFar, deps);
  const at = { id: deps.ids(), now, saidAt: saidAt(admitted, act.sources) ?? now };
  const written = changesFor(placed.decision, admitted, at);
  const { memory } = written;
  if (memory === undefined) return written;
  const { decision } = placed;
  const linking = { embedded, decision, now, isLater: isAwaited, written: soFar.written };
  const further = await links(memory, linking, deps);
  const closed = await corroborated(admitted, signals);
  return { ...written, changes: [...written.changes, ...further, ...closed] };
}

/** The time of the newest words it rests on. */
function saidAt({ evidence }: Admitted, { messages }: Sources): string | undefined {
  return evidence
    .flatMap((piece) => (piece.type === "span" ? [messages.get(piece.messageId)?.at] : []))
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
}

/** The events say what was embedded, and what could not be and waits in the outbox. */
function embeddingEvents(
  { vectors, failure }: EmbeddedTexts,
  { tenant }: Act,
  deps: WriteDeps,
): readonly Change[] {
  const made = vectors.filter((vector) => vector !== undefined).length;
  if (made === 0 && failure === undefined) return [];
  const what =
    failure === undefined
      ? ({ op: "memory_embedding_call", status: "ok", detail: String(made) } as const)
      : ({ op: "memory_embedding_error", status: "error", detail: failure } as const);
  const at = deps.now().toISOString();
  return [{ type: "record", activity: { tenant, at, node: "hotpath", ...what } }];
}

// Puts a proposal aside for a person, under a hash of its content.

const DAY_MS = 86_400_000;

type Deps = Readonly<{ store: Store; now: Clock; ids: Ids; policy: WritePolicy }>;
type Held = Extract<Ended, { type: "held" }>;

/** The same thing held again counts for the review that waits already; `earlier` are those of this same act. */
async function holdForReview(
  held: Held,
  earlier: readonly Review[],
  deps: Deps,
): Promise<DecidedWrite> {
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
