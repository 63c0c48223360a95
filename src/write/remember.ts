// The path of some proposals, start to finish. Read this file first.
//
//   lineage → guard → wording → gate → ground → settle (consent, place, merge) → commit
//
// Every proposal ends in exactly one outcome. Nothing here waits for a language model.

import { MemoryError } from "../errors.ts";
import type { Proposal } from "../model/candidate.ts";
import type { ChangeSet } from "../model/change-set.ts";
import { derive, type Provenance, TRUST_OF } from "../model/origin.ts";
import type { Outcome } from "../model/receipt.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import type { MemoryReader } from "../ports/store.ts";
import type { Act, WriteDeps } from "./act.ts";
import { AT_ONCE, yieldToEventLoop } from "./event-loop.ts";
import { emptyBatchState, type Settling, settle } from "./settle.ts";
import { type Ended, type Guarded, isEnded } from "./stage-types.ts";
import { gate } from "./stages/gate.ts";
import { ground } from "./stages/ground.ts";
import { screenProposal } from "./stages/screen-proposal.ts";
import { fitWording } from "./stages/wording.ts";

export type { Act, WriteDeps } from "./act.ts";

export async function remember(
  proposals: readonly Proposal[],
  act: Act,
  deps: WriteDeps,
): Promise<readonly Outcome[]> {
  const judged = await runStages(proposals, act, deps);
  for (let decisions = 1; ; decisions++) {
    try {
      const settling = { act, isThorough: decisions > 1, soFar: emptyBatchState() };
      const { outcomes, set } = await planCommit(judged, settling, deps);
      if (set.changes.length > 0) await deps.store.commit(set);
      return outcomes;
    } catch (thrown) {
      const isStale = thrown instanceof MemoryError && thrown.code === "conflict";
      if (!isStale || decisions >= deps.policy.maxDecisions) throw thrown;
    }
  }
}

/** Every stage that looks at one proposal alone. */
export async function runStages(
  proposals: readonly Proposal[],
  act: Act,
  deps: WriteDeps,
): Promise<readonly (Guarded | Ended)[]> {
  const judged: (Guarded | Ended)[] = [];
  for (let from = 0; from < proposals.length; from += AT_ONCE) {
    if (from > 0) await yieldToEventLoop();
    const part = proposals.slice(from, from + AT_ONCE);
    judged.push(...(await Promise.all(part.map((proposal) => admit(proposal, act, deps)))));
  }
  return judged;
}

/** What became of each proposal, and what is to be committed for it. */
export async function planCommit(
  judged: readonly (Guarded | Ended)[],
  settling: Settling,
  deps: WriteDeps,
): Promise<Readonly<{ outcomes: readonly Outcome[]; set: ChangeSet }>> {
  const { act } = settling;
  const { tenant, actor, cause } = act;
  const settled = await settle(judged, settling, deps);
  const changes = [...settled.changes, ...act.alongside(settled.outcomes)];
  const at = deps.now().toISOString();
  return { outcomes: settled.outcomes, set: { tenant, actor, cause, at, changes } };
}

async function admit(proposal: Proposal, act: Act, deps: WriteDeps): Promise<Guarded | Ended> {
  const stages: ((guarded: Guarded) => Guarded | Ended)[] = [
    (guarded) => heldWith(guarded, act),
    (guarded) =>
      fitWording(guarded, {
        kinds: deps.gate.kinds,
        maxSentences: deps.policy.maxSentences,
      }),
    (guarded) => gate(guarded, deps.gate),
    (guarded) =>
      ground(guarded, act.sources, {
        mustQuote: act.reading !== undefined,
        minOverlap: deps.policy.minOverlap,
      }),
  ];
  const inherited = await inherit(proposal, deps.store.memories, deps.now().toISOString());
  let passed = screenProposal(inherited, deps.policy.guard, act.sources);
  for (const stage of stages) {
    if (isEnded(passed)) return passed;
    passed = stage(passed);
  }
  return passed;
}

/** Nothing of a message that waits for a person goes ahead of it. */
function heldWith(proposal: Guarded, { reading }: Act): Guarded | Ended {
  const why = reading?.heldFor;
  return why === undefined ? proposal : { type: "held", proposal, why };
}

// Stamps where a proposal comes from and how far it may be trusted, whatever its writer claims.

/**
 * What is derived keeps every origin of its parents and no more trust than the least of them. What has no parents that
 * can still be asked has no more than its origins give: only a person's approval, which writes its own memory, raises it.
 */
async function inherit(proposal: Proposal, memories: MemoryReader, now: string): Promise<Proposal> {
  const { derivedFrom, tenant } = proposal;
  if (derivedFrom.length === 0) return { ...proposal, provenance: earned(proposal.provenance) };
  const parents = await memories.list(hostViewer(tenant), {
    filter: { ids: derivedFrom },
    look: { now, states: STATES },
    page: { limit: derivedFrom.length },
  });
  const provenance =
    parents.length === 0 ? earned(proposal.provenance) : derive([proposal.provenance, ...parents]);
  return { ...proposal, provenance };
}

function earned(claimed: Provenance): Provenance {
  const best = claimed.origins.toSorted((a, b) => TRUST_OF[b] - TRUST_OF[a])[0];
  const given = best === undefined ? TRUST_OF.document : TRUST_OF[best];
  return claimed.trust > given ? { ...claimed, trust: given } : claimed;
}
