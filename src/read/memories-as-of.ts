// Memories as they stood at an earlier time, found by words alone: vectors and indexes know only the present.

import { terms as termsOf } from "../model/text.ts";
import { type Gathered, rarityOf } from "./candidate.ts";
import type { ReadDeps, Search } from "./request.ts";

export async function memoriesAsOf(search: Search, deps: ReadDeps): Promise<Gathered> {
  const known = await deps.store.memories.list(search.input.viewer, {
    filter: search.filter,
    look: search.look,
    page: { limit: deps.policy.candidates.asOf },
  });
  const asked = new Set(search.terms);
  const frequency = new Map<string, number>();
  const found = known.filter((memory) => {
    const shared = new Set(termsOf(memory.text).filter((term) => asked.has(term)));
    for (const term of shared) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    return shared.size > 0;
  });
  return {
    candidates: found.map((record) => ({ item: "memory", record, cosine: undefined, linked: 0 })),
    rarity: rarityOf(frequency, known.length),
    edges: [],
    beside: new Map(),
  };
}
