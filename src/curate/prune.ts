// Ends what has run out, and removes for good what was forgotten long enough ago. Says how many of each.

import type { Change } from "../model/change-set.ts";
import type { Memory } from "../model/memory.ts";
import { isConflict } from "./again.ts";
import type { CurateDeps } from "./doing.ts";
import { ending } from "./forget.ts";

export type PruneInput = Readonly<{ actor: string; limit: number }>;
export type Pruned = Readonly<{ expired: number; purged: number }>;
type Deps = Pick<CurateDeps, "store" | "now">;

/** Of all tenants, at most `limit` of each. */
export async function prune({ actor, limit }: PruneInput, deps: Deps): Promise<Pruned> {
  const now = deps.now().toISOString();
  const { upkeep } = deps.store;
  const expire = (memory: Memory): Change => {
    const change = ending(memory, { purge: false, reason: "its time was over" }, deps);
    return change.type === "revise" ? { ...change, event: "TTL" } : change;
  };
  const purge = (memory: Memory): Change =>
    ending(memory, { purge: true, reason: "not restored in time" }, deps);
  return {
    expired: await endEach(await upkeep.expired(now, limit), { actor, end: expire }, deps),
    purged: await endEach(await upkeep.purgeable(now, limit), { actor, end: purge }, deps),
  };
}

type Ending = Readonly<{ actor: string; end: (memory: Memory) => Change }>;

async function endEach(
  memories: readonly Memory[],
  { actor, end }: Ending,
  { store, now }: Deps,
): Promise<number> {
  let ended = 0;
  for (const memory of memories) {
    const set = { tenant: memory.tenant, at: now().toISOString(), actor, cause: "prune" };
    try {
      await store.commit({ ...set, changes: [end(memory)] });
      ended += 1;
    } catch (thrown) {
      // Someone changed it since it was found; the next run looks at it again.
      if (!isConflict(thrown)) throw thrown;
    }
  }
  return ended;
}
