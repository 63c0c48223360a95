// The memories that fit a question best, as a section needs them.

import type { MemoryFilter } from "../../model/filter.ts";
import type { Memory } from "../../model/memory.ts";
import { viewerUser } from "../../model/viewer.ts";
import type { ContextDeps, ContextInput } from "../context-request.ts";
import type { Hit } from "../hit.ts";
import { search } from "../recall.ts";
import type { SearchInput } from "../request.ts";

type Ask = Readonly<{ query: string; filter?: MemoryFilter }>;

/** More than any section shows, since some lines may not be put in. */
const FIRST_LOOK = 60;
/** How far to look when one writer fills the first look, so that a flood cannot hide what others said. */
const WIDE_LOOK = 2_000;

export async function relevantMemories(
  ask: Ask,
  input: ContextInput,
  deps: ContextDeps,
): Promise<readonly Memory[]> {
  const first = await memoriesWithin(FIRST_LOOK, { ask, input }, deps);
  const own = viewerUser(input.viewer);
  const bound = first.length * deps.policy.inject.sourceShare;
  return isFlooded(first, { own, bound }) ? memoriesWithin(WIDE_LOOK, { ask, input }, deps) : first;
}

/** One writer other than the viewer holds more than a source's share of what was found. */
function isFlooded(
  memories: readonly Memory[],
  { own, bound }: Readonly<{ own: string | undefined; bound: number }>,
): boolean {
  const counts = new Map<string, number>();
  for (const { writer } of memories)
    if (writer.actor !== undefined && writer.actor !== own)
      counts.set(writer.actor, (counts.get(writer.actor) ?? 0) + 1);
  return memories.length >= FIRST_LOOK / 2 && [...counts.values()].some((count) => count > bound);
}

type Asking = Readonly<{ ask: Ask; input: ContextInput }>;

async function memoriesWithin(
  most: number,
  { ask, input }: Asking,
  deps: ContextDeps,
): Promise<readonly Memory[]> {
  const { candidates, limits } = deps.policy;
  const policy = {
    ...deps.policy,
    candidates: { ...candidates, memories: Math.max(candidates.memories, most) },
    limits: { ...limits, max: most },
  };
  const asked = { ...ask, over: "memories" as const, limit: most };
  const hits = await relevantHits(asked, input, { ...deps, policy });
  return hits.flatMap((hit) => (hit.item === "memory" ? [hit.memory] : []));
}

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
    deps,
  );
  return hits;
}
