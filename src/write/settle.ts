// Decides the proposals of one act in turn, each on the ground of what is stored and of what came before it.

import type { Change } from "../model/change-set.ts";
import { memoryEmbeddingText } from "../model/embedding-text.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Act, WriteDeps } from "./act.ts";
import { changesFor, type Written } from "./changes.ts";
import { consent, corroborated } from "./consent.ts";
import { type EmbeddedTexts, embedNow } from "./embed-now.ts";
import { drop } from "./gate.ts";
import { AT_ONCE, giveWay } from "./give-way.ts";
import type { Sources } from "./ground.ts";
import { holdForReview } from "./hold.ts";
import { laterTies, links } from "./link.ts";
import type { Embedded } from "./neighbours.ts";
import { place } from "./place.ts";
import { type Admitted, type Ended, type Guarded, isEnded } from "./progress.ts";
import { noteWritten, type WrittenLine } from "./written.ts";

export type Settled = Readonly<{ outcomes: readonly Outcome[]; changes: readonly Change[] }>;

/** What this act, and acts that will be committed with it, have decided on so far. */
export type SoFar = Readonly<{ changes: Change[]; written: Map<string, WrittenLine> }>;

/** `isThorough` when what was decided before met a conflict. */
export type Settling = Readonly<{ act: Act; isThorough: boolean; soFar: SoFar }>;

export function nothingSoFar(): SoFar {
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
    if (index % AT_ONCE === AT_ONCE - 1) await giveWay();
    const limited = isOverLimit(outcomes, act) && !isEnded(one) ? overLimit(one, act) : one;
    const own = embedded.vectors[index];
    const done = isEnded(limited)
      ? await ending(limited, soFar, deps)
      : await write(limited, { embedded: own, isAwaited, ...settling }, deps);
    outcomes.push(done.outcome);
    changes.push(...done.changes);
    soFar.changes.push(...done.changes);
    if (done.memory !== undefined)
      noteWritten(soFar.written, done.changes, { memory: done.memory, embedded: own });
  }
  const later = isAwaited ? laterTies(changes) : [];
  return { outcomes, changes: [...changes, ...later, ...failures(embedded, act, deps)] };
}

function isOverLimit(outcomes: readonly Outcome[], { reading }: Act): boolean {
  if (reading === undefined) return false;
  const writes = outcomes.filter(({ type }) => type === "stored" || type === "merged").length;
  return writes >= reading.maxWrites;
}

function overLimit(proposal: Guarded, { reading }: Act): Ended {
  return drop(proposal, reading?.limit ?? "turn_limit");
}

async function ending(ended: Ended, { changes }: SoFar, deps: WriteDeps): Promise<Written> {
  if (ended.type === "dropped") return { outcome: ended.outcome, changes: [] };
  const earlier = changes.flatMap((change) => (change.type === "propose" ? [change.review] : []));
  return holdForReview(ended, earlier, deps);
}

type Writing = Settling & Readonly<{ embedded: Embedded | undefined; isAwaited: boolean }>;

async function write(
  proposal: Guarded,
  { embedded, isAwaited, act, isThorough, soFar }: Writing,
  deps: WriteDeps,
): Promise<Written> {
  const now = deps.now().toISOString();
  const admitted = await consent(proposal, deps.store.reviews, now);
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
  const closed = await corroborated(admitted, deps.store.reviews, now);
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

/** What could not be embedded now waits in the outbox, and the action log says so. */
function failures({ failure }: EmbeddedTexts, act: Act, deps: WriteDeps): readonly Change[] {
  if (failure === undefined) return [];
  const at = deps.now().toISOString();
  const { tenant } = act;
  const op = "memory_embedding_error";
  return [
    {
      type: "record",
      activity: { tenant, at, node: "hotpath", op, status: "error", detail: failure },
    },
  ];
}
