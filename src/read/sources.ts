// The way back from a memory to what was said. A memory made from memories is followed to theirs; one that rests on
// many messages names those that answer the question best.

import type { Memory } from "../model/memory.ts";
import { STATES } from "../model/state.ts";
import type { Source } from "./hit.ts";
import type { ReadDeps, Search } from "./request.ts";

const MAX_STEPS = 3;
const MAX_PARENTS = 200;

export type Answering = Readonly<{
  search: Search;
  /** How well each message answers, by its id. */
  scores: ReadonlyMap<string, number>;
}>;

/** Sources of each memory, by its id, the best first. */
export async function sourcesOf(
  memories: readonly Memory[],
  { search, scores }: Answering,
  deps: ReadDeps,
): Promise<ReadonlyMap<string, readonly Source[]>> {
  const known = new Map(memories.map((memory) => [memory.id, memory]));
  let waiting = parentsOf(memories.filter((memory) => spans(memory).length === 0));
  for (let step = 0; step < MAX_STEPS && waiting.length > 0; step++) {
    const parents = await deps.store.memories.list(search.input.viewer, {
      filter: { ids: waiting.filter((id) => !known.has(id)).slice(0, MAX_PARENTS) },
      look: { now: search.look.now, states: STATES },
      page: { limit: MAX_PARENTS },
    });
    for (const parent of parents) known.set(parent.id, parent);
    waiting = parentsOf(parents.filter((parent) => spans(parent).length === 0));
  }
  const best = (sources: readonly Source[]) =>
    sources
      .toSorted((a, b) => (scores.get(b.messageId) ?? 0) - (scores.get(a.messageId) ?? 0))
      .slice(0, deps.policy.sourcesNamed);
  return new Map(memories.map((memory) => [memory.id, best(trail(memory, known, MAX_STEPS))]));
}

function parentsOf(memories: readonly Memory[]): readonly string[] {
  return [...new Set(memories.flatMap((memory) => memory.derivedFrom))];
}

function spans(memory: Memory): readonly Source[] {
  return memory.evidence.flatMap((piece) =>
    piece.type === "span" ? [{ messageId: piece.messageId, quote: piece.quote }] : [],
  );
}

function trail(
  memory: Memory,
  known: ReadonlyMap<string, Memory>,
  steps: number,
): readonly Source[] {
  const own = spans(memory);
  if (own.length > 0 || steps === 0) return own;
  const inherited = memory.derivedFrom.flatMap((id) => {
    const parent = known.get(id);
    return parent === undefined ? [] : trail(parent, known, steps - 1);
  });
  return [...new Map(inherited.map((source) => [source.messageId, source])).values()];
}
