// The memories that a merge put aside for another one, and that would be in use without it.

import type { Memory } from "../model/memory.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Store } from "../ports/store.ts";

/** What was replaced because it is no longer true has an end in time, and does not come back. */
export async function replacedBy(merged: Memory, store: Store): Promise<readonly Memory[]> {
  if (merged.derivedFrom.length === 0) return [];
  const originals = await store.memories.list(hostViewer(merged.tenant), {
    filter: { ids: merged.derivedFrom },
    look: { now: merged.updatedAt, states: ["superseded"] },
    page: { limit: merged.derivedFrom.length },
  });
  return originals.filter(
    (original) => original.supersededBy === merged.id && original.validTo === undefined,
  );
}
