// Memories that might answer a question, and what the best of them are linked to, in one look.

import type { Memory } from "../model/memory.ts";
import type { LinkedCandidates, LinkedQuery } from "../ports/store.ts";
import type { Step } from "./database.ts";
import { findCandidates } from "./find-candidates.ts";
import { readRelated } from "./related-reader.ts";
import type { Sight } from "./searched.ts";
import type { Held } from "./standing.ts";
import { readVectors } from "./stored-vectors.ts";

const NO_VECTORS: ReadonlyMap<string, Float32Array> = new Map();

export function* findLinked(
  sight: Sight<Memory>,
  query: LinkedQuery,
  held: Held<Memory>,
): Step<LinkedCandidates> {
  const found = yield* findCandidates(sight, query, held);
  const { items, frequency, total, cosines, near } = found;
  const seeds = new Set<string>();
  for (const { id } of items.slice(0, query.linkSeeds)) seeds.add(id);
  for (const { item } of near.slice(0, query.linkSeeds)) seeds.add(item.id);
  const links = seeds.size === 0 ? [] : yield* readRelated(sight, [...seeds]);
  const ids = new Set<string>();
  for (const { id } of items) if (!cosines.has(id)) ids.add(id);
  for (const { memory } of links) if (!cosines.has(memory.id)) ids.add(memory.id);
  for (const { item } of near) ids.delete(item.id);
  const { meaning } = query;
  if (meaning === undefined || ids.size === 0)
    return { items, frequency, total, cosines, near, links, vectors: NO_VECTORS };
  const { dialect, item, tenant } = sight.searched;
  const wanted = { item, tenant, model: meaning.model, ids: [...ids] };
  const vectors = yield* readVectors(dialect, wanted, held);
  return { items, frequency, total, cosines, near, links, vectors };
}
