// Embeds a memory in the commit that stores it, where the model is at hand, and ties it to its nearest neighbours: at
// once where nobody waits for it, otherwise from the list of those that are not tied yet.

import type { Change } from "../../model/change-set.ts";
import type { Memory } from "../../model/memory.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { Ids } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import type { WritePolicy } from "../act.ts";
import type { Decision } from "./decide.ts";
import { type Embedded, type PendingWrites, withPending } from "./neighbours.ts";

type Linking = Readonly<{
  embedded: Embedded | undefined;
  decision: Decision;
  now: string;
  /** A caller waits; a job will find the neighbours. */
  isLater: boolean;
  /** What is committed together with it, and not yet found in the store. */
  written: PendingWrites;
}>;
type Deps = Readonly<{ store: Store; policy: WritePolicy; ids: Ids }>;

export async function links(
  memory: Memory,
  { embedded, decision, now, isLater, written }: Linking,
  deps: Deps,
): Promise<readonly Change[]> {
  if (decision.type === "touch") return [];
  if (embedded === undefined) return [laterEmbedding(memory, deps.ids(), now)];
  const embed = { type: "embed", item: "memory", id: memory.id, ...embedded } as const;
  if (isLater) return [embed];
  return [embed, ...(await edges(memory, { embedded, now, written }, deps))];
}

/** All that was embedded waits for it. */
export function laterTies(changes: readonly Change[]): readonly Change[] {
  const ids = changes.flatMap((change) => (change.type === "embed" ? [change.id] : []));
  return ids.length === 0 ? [] : [{ type: "tie", ids }];
}

function laterEmbedding(memory: Memory, id: string, now: string): Change {
  const job = {
    id,
    tenant: memory.tenant,
    name: "embed",
    key: memory.id,
    payload: { id: memory.id },
    runAt: now,
  };
  return { type: "enqueue", job };
}

type Neighbourhood = Readonly<{ embedded: Embedded; now: string; written?: PendingWrites }>;

/** Neighbours in the same scope only, so that an edge never tells one scope of another. */
export async function edges(
  memory: Memory,
  { embedded, now, written }: Neighbourhood,
  { store, policy }: Pick<Deps, "store" | "policy">,
): Promise<readonly Change[]> {
  const near = await store.search.memoryVectors(hostViewer(memory.tenant), {
    filter: { scope: memory.scope, ...(memory.user === undefined ? {} : { user: memory.user }) },
    look: { now },
    limit: policy.linkTop + 1,
    minScore: policy.linkMinScore,
    ...embedded,
  });
  const stored = near.map(({ item, score }) => ({ id: item.id, score }));
  const { vector } = embedded;
  const found = written === undefined ? stored : withPending(stored, { memory, vector }, written);
  return found
    .filter(({ id, score }) => id !== memory.id && score >= policy.linkMinScore)
    .sort((one, other) => other.score - one.score)
    .slice(0, policy.linkTop)
    .map(({ id, score }) => ({
      type: "link",
      relation: {
        from: memory.id,
        to: id,
        type: "related_to",
        strength: Math.min(1, score),
        createdAt: now,
      },
    }));
}
