// What fits a question best, as a section needs it. Nothing weak: a prompt is better without it.

import type { Memory } from "../../model/memory.ts";
import { type Viewer, viewerUser } from "../../model/viewer.ts";
import type { ContextDeps, ContextInput } from "../context-request.ts";
import type { Hit } from "../hit.ts";
import { crowdingWriter } from "../injectable.ts";
import { search } from "../recall.ts";
import type { SearchInput } from "../request.ts";

type Ask = Pick<SearchInput, "query" | "over" | "filter" | "limit" | "wordsOnly">;

/** More than any section shows, since some lines may not be put in. The candidates are those of any search. */
const FIRST_LOOK = 60;
/** How far to look when one writer fills the first look, so that a flood cannot hide what others said. */
const WIDE_LOOK = 2_000;
/** As many lines of one writer are no flood. */
const FLOOD = 20;

export async function relevantMemories(
  ask: Ask,
  input: ContextInput,
  deps: ContextDeps,
): Promise<readonly Memory[]> {
  const hits = await relevantLines({ ...ask, over: "memories" }, input, deps);
  return hits.flatMap((hit) => (hit.item === "memory" ? [hit.memory] : []));
}

export async function relevantLines(
  ask: Ask,
  input: ContextInput,
  deps: ContextDeps,
): Promise<readonly Hit[]> {
  const first = await linesWithin(FIRST_LOOK, { ask, input }, deps);
  const isCrowded = first.length >= FIRST_LOOK / 2 && isFlooded(first, input.viewer, deps);
  return isCrowded ? linesWithin(WIDE_LOOK, { ask, input }, widely(deps)) : first;
}

/** One writer other than the viewer, whom nobody asked about, holds more than a source's share of what was found. */
export function isFlooded(
  hits: readonly Hit[],
  viewer: Viewer,
  { policy }: Pick<ContextDeps, "policy">,
): boolean {
  const own = viewerUser(viewer);
  const counts = new Map<string, number>();
  for (const writer of hits.map(crowdingWriter))
    if (writer !== undefined && writer !== own) counts.set(writer, (counts.get(writer) ?? 0) + 1);
  const most = Math.max(FLOOD, hits.length * policy.inject.sourceShare);
  return [...counts.values()].some((count) => count > most);
}

type Asking = Readonly<{ ask: Ask; input: ContextInput }>;

async function linesWithin(
  most: number,
  { ask, input }: Asking,
  deps: ContextDeps,
): Promise<readonly Hit[]> {
  const policy = { ...deps.policy, limits: { ...deps.policy.limits, max: most } };
  return relevantHits({ ...ask, limit: most }, input, { ...deps, policy });
}

function widely(deps: ContextDeps): ContextDeps {
  const candidates = { ...deps.policy.candidates, memories: WIDE_LOOK, messages: WIDE_LOOK };
  return { ...deps, policy: { ...deps.policy, candidates } };
}

export async function relevantHits(
  ask: Ask,
  { viewer, channel, asOf, validAt }: ContextInput,
  deps: ContextDeps,
): Promise<readonly Hit[]> {
  const { hits } = await search(
    {
      viewer,
      strict: true,
      ...(channel === undefined ? {} : { channel }),
      ...(asOf === undefined ? {} : { asOf }),
      ...(validAt === undefined ? {} : { validAt }),
      ...ask,
    },
    deps,
  );
  return hits;
}
