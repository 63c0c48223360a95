// The path of some proposals, start to finish. Read this file first.
//
//   guard → gate → wording → ground → consent → place (merge) → commit
//
// Every proposal ends in exactly one outcome. Nothing here waits for a language model.

import { MemoryError } from "../errors.ts";
import type { Proposal } from "../model/candidate.ts";
import type { Change } from "../model/change-set.ts";
import { memoryEmbeddingText, modelKey } from "../model/embedding-text.ts";
import type { Memory } from "../model/memory.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Store } from "../ports/store.ts";
import { changesFor, type Written } from "./changes.ts";
import { consent, corroborated } from "./consent.ts";
import { type GateContext, gate } from "./gate.ts";
import { ground, type Sources } from "./ground.ts";
import { holdForReview } from "./hold.ts";
import { links } from "./link.ts";
import type { Embedded } from "./neighbours.ts";
import { place } from "./place.ts";
import type { WritePolicy } from "./policy.ts";
import type { Admitted, Ended, Guarded } from "./progress.ts";
import { screenProposal } from "./screen-proposal.ts";
import { fitWording } from "./wording.ts";

export type WriteDeps = Readonly<{
  store: Store;
  embedder: Embedder;
  now: Clock;
  ids: Ids;
  policy: WritePolicy;
  gate: GateContext;
}>;

/** Who remembers, in which act, on what ground, and what else is committed with it. */
export type Act = Readonly<{
  tenant: string;
  actor: string;
  cause: string;
  sources: Sources;
  alongside: (outcomes: readonly Outcome[]) => readonly Change[];
}>;

export async function remember(
  proposals: readonly Proposal[],
  act: Act,
  deps: WriteDeps,
): Promise<readonly Outcome[]> {
  const judged = await Promise.all(proposals.map((proposal) => admit(proposal, act, deps)));
  for (let decisions = 1; ; decisions++) {
    const { outcomes, changes } = await settle(judged, deps);
    const all = [...changes, ...act.alongside(outcomes)];
    const { tenant, actor, cause } = act;
    try {
      if (all.length > 0)
        await deps.store.commit({
          tenant,
          actor,
          cause,
          at: deps.now().toISOString(),
          changes: all,
        });
      return outcomes;
    } catch (thrown) {
      const isStale = thrown instanceof MemoryError && thrown.code === "conflict";
      if (!isStale || decisions >= deps.policy.maxDecisions) throw thrown;
    }
  }
}

/** The stages that look at one proposal alone. */
async function admit(proposal: Proposal, act: Act, deps: WriteDeps): Promise<Admitted | Ended> {
  const stages: ((guarded: Guarded) => Guarded | Ended)[] = [
    (guarded) => gate(guarded, deps.gate),
    (guarded) => fitWording(guarded),
    (guarded) => ground(guarded, act.sources),
  ];
  let passed = screenProposal(proposal, deps.policy.guard);
  for (const stage of stages) {
    if (isEnded(passed)) return passed;
    passed = stage(passed);
  }
  return isEnded(passed) ? passed : consent(passed, deps.store.reviews);
}

function isEnded(judged: Guarded | Ended): judged is Ended {
  return "type" in judged;
}

type Settled = Readonly<{ outcomes: readonly Outcome[]; changes: readonly Change[] }>;

/** Decides each in turn, so that the second of two equal lines finds the first. */
async function settle(judged: readonly (Admitted | Ended)[], deps: WriteDeps): Promise<Settled> {
  const outcomes: Outcome[] = [];
  const changes: Change[] = [];
  const earlier: Memory[] = [];
  const embedded = await embedAll(judged, deps);
  for (const [index, one] of judged.entries()) {
    const written = isEnded(one)
      ? ending(one, deps)
      : await write(one, { embedded: embedded[index], earlier }, deps);
    outcomes.push(written.outcome);
    changes.push(...written.changes);
    if (written.memory !== undefined) earlier.unshift(written.memory);
  }
  return { outcomes, changes };
}

function ending(ended: Ended, deps: WriteDeps): Written {
  if (ended.type === "dropped") return { outcome: ended.outcome, changes: [] };
  return holdForReview(ended.proposal, ended.why, deps);
}

/** A model in this process embeds before the commit; a remote one afterwards, from the outbox. */
async function embedAll(
  judged: readonly (Admitted | Ended)[],
  { embedder }: WriteDeps,
): Promise<readonly (Embedded | undefined)[]> {
  if (!embedder.inline) return judged.map(() => undefined);
  const texts = judged.map((one) => (isEnded(one) ? "" : memoryEmbeddingText(one)));
  const vectors = await embedder.embed(texts, "document");
  return vectors.map((vector) => ({ model: modelKey(embedder.model), vector }));
}

type Writing = Readonly<{ embedded: Embedded | undefined; earlier: readonly Memory[] }>;

async function write(
  proposal: Admitted,
  { embedded, earlier }: Writing,
  deps: WriteDeps,
): Promise<Written> {
  const now = deps.now().toISOString();
  const placed = await place(proposal, { embedded, now, earlier }, deps);
  if ("type" in placed) return ending(placed, deps);
  const written = changesFor(placed.decision, proposal, { id: deps.ids(), now });
  const { memory } = written;
  if (memory === undefined) return written;
  const further = await links(memory, { embedded, decision: placed.decision, now }, deps);
  const closed = await corroborated(proposal, deps.store.reviews, now);
  return { ...written, changes: [...written.changes, ...further, ...closed] };
}
