// Finds a proposal's place among what is known: a register has its topic, a soul its predecessor, a statement
// its neighbours.

import { sequenceRatio } from "../model/compare/sequence.ts";
import { tokenOverlap } from "../model/compare/vault-score.ts";
import { POLICIES } from "../model/kinds.ts";
import type { Memory } from "../model/memory.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Store } from "../ports/store.ts";
import { type Decision, decide } from "./decide.ts";
import { drop } from "./gate.ts";
import { type Embedded, type Neighbour, rivals } from "./neighbours.ts";
import type { WritePolicy } from "./policy.ts";
import type { Admitted, Ended } from "./progress.ts";

export type Placed = Readonly<{ decision: Decision; neighbours: readonly Neighbour[] }>;
export type Placing = Readonly<{
  embedded: Embedded | undefined;
  now: string;
  /** What this same act has already decided to write. */
  earlier: readonly Memory[];
}>;
type Deps = Readonly<{ store: Store; policy: WritePolicy }>;

const VAULT_KINDS = ["canon", "register"] as const;

export async function place(
  proposal: Admitted,
  placing: Placing,
  deps: Deps,
): Promise<Placed | Ended> {
  if (POLICIES[proposal.kind].vault) return placeInVault(proposal, placing, deps);
  if (proposal.kind === "soul") return placeSoul(proposal, placing, deps);
  const found = await rivals(
    { proposal, embedded: placing.embedded, now: placing.now },
    deps.store,
  );
  const neighbours = [...placing.earlier.filter(isRival(proposal)).map(asNeighbour), ...found];
  return { decision: decide(proposal, latest(neighbours), deps.policy.bands), neighbours: found };
}

/** Register upsert, near-duplicate and capacity: the vault's last three gates, in that order. */
async function placeInVault(
  proposal: Admitted,
  { now }: Placing,
  deps: Deps,
): Promise<Placed | Ended> {
  const { policy, store } = deps;
  const kept = await store.memories.list(hostViewer(proposal.tenant), {
    filter: { kinds: VAULT_KINDS },
    look: { now },
    page: { limit: policy.vaultCapacity + 1 },
  });
  const sameScope = kept.filter(
    (memory) => memory.scope === proposal.scope && memory.user === proposal.user,
  );
  const topic = sameScope.find(
    (memory) =>
      memory.kind === "register" &&
      proposal.kind === "register" &&
      memory.topicId === proposal.topicId,
  );
  if (topic !== undefined) return { decision: { type: "upsert", memory: topic }, neighbours: [] };
  const double = sameScope.find(
    (memory) =>
      tokenOverlap(memory.text, proposal.text) >= policy.vaultTokenOverlap ||
      sequenceRatio(memory.text, proposal.text) >= policy.vaultSequenceRatio,
  );
  if (double !== undefined) return drop(proposal, `near_duplicate of ${double.id}`);
  if (kept.length >= policy.vaultCapacity) return drop(proposal, "capacity");
  return { decision: { type: "new" }, neighbours: [] };
}

/** A soul has one line of succession for each owner, scope and topic. */
async function placeSoul(proposal: Admitted, { now }: Placing, { store }: Deps): Promise<Placed> {
  const kept = await store.memories.list(hostViewer(proposal.tenant), {
    filter: { kinds: ["soul"], scope: proposal.scope },
    look: { now },
    page: { limit: 50 },
  });
  const predecessor = kept.find(
    (memory) => memory.user === proposal.user && memory.topicId === proposal.topicId,
  );
  const decision: Decision =
    predecessor === undefined
      ? { type: "new" }
      : { type: "replace", memory: predecessor, reason: "the soul was updated" };
  return { decision, neighbours: [] };
}

function isRival(proposal: Admitted): (memory: Memory) => boolean {
  return (memory) =>
    memory.kind === proposal.kind &&
    memory.scope === proposal.scope &&
    memory.user === proposal.user &&
    memory.subject === proposal.subject &&
    memory.state === "active";
}

function asNeighbour(memory: Memory): Neighbour {
  return { memory, similarity: 1 };
}

/** Of a memory that this act already revised, the revision counts. */
function latest(neighbours: readonly Neighbour[]): readonly Neighbour[] {
  const byId = new Map<string, Neighbour>();
  for (const neighbour of neighbours)
    if ((byId.get(neighbour.memory.id)?.memory.version ?? 0) < neighbour.memory.version)
      byId.set(neighbour.memory.id, neighbour);
  return [...byId.values()];
}
