// Memories that might answer: by shared words, by meaning, and by a link from one of the best of those.

import type { Memory } from "../model/memory.ts";
import { type Candidate, type Edge, type Gathered, rarityOf } from "./candidate.ts";
import { cosine, cosinesOf } from "./meaning.ts";
import type { ReadDeps, Search } from "./request.ts";

export async function gatherMemories(search: Search, deps: ReadDeps): Promise<Gathered> {
  const { terms, filter, look } = search;
  // Vectors know only the present wording, so the past is found by its words.
  const meaning = look.asOf === undefined ? search.meaning : undefined;
  const { viewer } = search.input;
  const { candidates: counts } = deps.policy;
  const found = await deps.store.search.memoryCandidates(viewer, {
    ...{ terms, filter, look, limit: counts.memories },
    ...(meaning === undefined ? {} : { meaning }),
  });
  const nearest = found.near.map((hit) => hit.item);
  const edges = await linksOf(
    [...found.items.slice(0, counts.linkSeeds), ...nearest.slice(0, counts.linkSeeds)],
    search,
    deps,
  );
  const records = byId([...nearest, ...found.items, ...edges.map((edge) => edge.memory)]);
  const near = found.near.map((hit): [string, number] => [hit.item.id, hit.score]);
  const cosines = new Map([...found.cosines, ...near]);
  return {
    candidates: await measured({ records, cosines, edges }, { ...search, meaning }, deps),
    rarity: rarityOf(found.frequency, found.total),
    edges,
    beside: new Map(),
  };
}

function byId(memories: readonly Memory[]): ReadonlyMap<string, Memory> {
  return new Map(memories.map((memory) => [memory.id, memory]));
}

/** Edges into what the caller's own filter allows too; a link is no way around it. */
async function linksOf(
  seeds: readonly Memory[],
  { input, filter, look }: Search,
  { store }: ReadDeps,
): Promise<readonly Edge[]> {
  const ids = [...byId(seeds).keys()];
  if (ids.length === 0) return [];
  const related = await store.memories.related(input.viewer, { ids, filter, look });
  return related.map(({ to, memory, relation }) => ({
    from: to,
    memory,
    strength: relation.strength,
  }));
}

type Records = Readonly<{
  records: ReadonlyMap<string, Memory>;
  cosines: ReadonlyMap<string, number>;
  edges: readonly Edge[];
}>;

async function measured(
  { records, cosines, edges }: Records,
  { meaning, input }: Search,
  deps: ReadDeps,
): Promise<readonly Candidate[]> {
  const { tenant } = input.viewer;
  const unknown = [...records.keys()].filter((id) => !cosines.has(id));
  const read = await cosinesOf(
    { tenant, item: "memory", ids: unknown },
    meaning,
    deps.store.search,
  );
  const missing = unknown.filter((id) => !read.has(id)).slice(0, deps.policy.candidates.backfill);
  const made =
    meaning === undefined || missing.length === 0
      ? new Map<string, Float32Array>()
      : await deps.backfill(missing.flatMap((id) => records.get(id) ?? []));
  const linked = new Map<string, number>();
  for (const { memory, strength } of edges)
    linked.set(memory.id, Math.max(strength, linked.get(memory.id) ?? 0));
  return [...records.values()].map((record) => {
    const fresh = made.get(record.id);
    const added =
      fresh === undefined || meaning === undefined ? undefined : cosine(meaning.vector, fresh);
    return {
      item: "memory",
      record,
      cosine: cosines.get(record.id) ?? read.get(record.id) ?? added,
      linked: linked.get(record.id) ?? 0,
    };
  });
}
