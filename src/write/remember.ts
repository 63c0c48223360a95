// The path of some proposals, start to finish. Read this file first.
//
//   lineage → guard → wording → gate → ground → settle (consent, place, merge) → commit
//
// Every proposal ends in exactly one outcome. Nothing here waits for a language model.

import { MemoryError } from "../errors.ts";
import type { Proposal } from "../model/candidate.ts";
import type { ChangeSet } from "../model/change-set.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Act, WriteDeps } from "./act.ts";
import { gate } from "./gate.ts";
import { AT_ONCE, giveWay } from "./give-way.ts";
import { ground } from "./ground.ts";
import { inherit } from "./lineage.ts";
import { type Ended, type Guarded, isEnded } from "./progress.ts";
import { screenProposal } from "./screen-proposal.ts";
import { nothingSoFar, type Settling, settle } from "./settle.ts";
import { fitWording } from "./wording.ts";

export type { Act, WriteDeps } from "./act.ts";

export async function remember(
  proposals: readonly Proposal[],
  act: Act,
  deps: WriteDeps,
): Promise<readonly Outcome[]> {
  const judged = await judge(proposals, act, deps);
  for (let decisions = 1; ; decisions++) {
    try {
      const settling = { act, isThorough: decisions > 1, soFar: nothingSoFar() };
      const { outcomes, set } = await decided(judged, settling, deps);
      if (set.changes.length > 0) await deps.store.commit(set);
      return outcomes;
    } catch (thrown) {
      const isStale = thrown instanceof MemoryError && thrown.code === "conflict";
      if (!isStale || decisions >= deps.policy.maxDecisions) throw thrown;
    }
  }
}

/** Every stage that looks at one proposal alone. */
export async function judge(
  proposals: readonly Proposal[],
  act: Act,
  deps: WriteDeps,
): Promise<readonly (Guarded | Ended)[]> {
  const judged: (Guarded | Ended)[] = [];
  for (let from = 0; from < proposals.length; from += AT_ONCE) {
    if (from > 0) await giveWay();
    const part = proposals.slice(from, from + AT_ONCE);
    judged.push(...(await Promise.all(part.map((proposal) => admit(proposal, act, deps)))));
  }
  return judged;
}

/** What became of each proposal, and what is to be committed for it. */
export async function decided(
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
    (guarded) => fitWording(guarded),
    (guarded) => gate(guarded, deps.gate),
    (guarded) => ground(guarded, act.sources, act.reading !== undefined),
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
