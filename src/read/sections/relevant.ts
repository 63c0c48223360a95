// The memories that fit a question best, as a section needs them.

import type { MemoryFilter } from "../../model/filter.ts";
import type { Memory } from "../../model/memory.ts";
import type { ContextDeps, ContextInput } from "../context-request.ts";
import type { Hit } from "../hit.ts";
import { search } from "../recall.ts";
import type { SearchInput } from "../request.ts";

type Ask = Readonly<{ query: string; filter?: MemoryFilter; limit?: number }>;

export async function relevantMemories(
  { query, filter, limit }: Ask,
  input: ContextInput,
  deps: ContextDeps,
): Promise<readonly Memory[]> {
  const asked = { query, over: "memories" as const, limit: limit ?? deps.policy.limits.max };
  const hits = await relevantHits(
    { ...asked, ...(filter === undefined ? {} : { filter }) },
    input,
    deps,
  );
  return hits.flatMap((hit) => (hit.item === "memory" ? [hit.memory] : []));
}

/** What ends up in the context is what was used, not everything that was looked at. */
export async function relevantHits(
  ask: Omit<SearchInput, "viewer">,
  { viewer, channel, asOf, validAt }: ContextInput,
  deps: ContextDeps,
): Promise<readonly Hit[]> {
  const { hits } = await search(
    {
      viewer,
      ...(channel === undefined ? {} : { channel }),
      ...(asOf === undefined ? {} : { asOf }),
      ...(validAt === undefined ? {} : { validAt }),
      ...ask,
    },
    { ...deps, used: () => undefined },
  );
  return hits;
}
