// What is derived keeps every origin of its parents and no more trust than the least of them, whatever its writer claims.

import type { Proposal } from "../model/candidate.ts";
import { derive } from "../model/origin.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import type { MemoryReader } from "../ports/store.ts";

/** A parent that is gone can no longer be asked; the writer's own claim stands. */
export async function inherit(
  proposal: Proposal,
  memories: MemoryReader,
  now: string,
): Promise<Proposal> {
  const { derivedFrom, provenance, tenant } = proposal;
  if (derivedFrom.length === 0) return proposal;
  const parents = await memories.list(hostViewer(tenant), {
    filter: { ids: derivedFrom },
    look: { now, states: STATES },
    page: { limit: derivedFrom.length },
  });
  return { ...proposal, provenance: derive([provenance, ...parents]) };
}
