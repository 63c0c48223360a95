// Stamps where a proposal comes from and how far it may be trusted, whatever its writer claims.

import type { Proposal } from "../model/candidate.ts";
import { derive, type Provenance, TRUST_OF } from "../model/origin.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import type { MemoryReader } from "../ports/store.ts";

/**
 * What is derived keeps every origin of its parents and no more trust than the least of them. What has no parents that
 * can still be asked has no more than its origins give: only a person's approval, which writes its own memory, raises it.
 */
export async function inherit(
  proposal: Proposal,
  memories: MemoryReader,
  now: string,
): Promise<Proposal> {
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
