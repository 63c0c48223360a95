// Memories that might answer: by shared words, by meaning, and by a link from one of the best of those.

import type { Memory } from "../model/memory.ts";
import type { LinkedCandidates } from "../ports/store.ts";
import { type Candidate, type Edge, type Gathered, rarityOf } from "./candidate.ts";
import { cosine, type Meaning } from "./meaning.ts";
import type { ReadDeps, Search } from "./request.ts";

/** Links lead only to what the caller's own filter allows too; a link is no way around it. */
export async function gatherMemories(search: Search, deps: ReadDeps): Promise<Gathered> {
  const { terms, filter, look } = search;
  // Vectors know only the present wording, so the past is found by its words.
  const meaning = look.asOf === undefined ? search.meaning : undefined;
  const { memories: limit, linkSeeds } = deps.policy.candidates;
  const query = { terms, filter, look, limit, linkSeeds };
  const found = await deps.store.search.memoryCandidates(
    search.input.viewer,
    meaning === undefined ? query : { ...query, meaning },
  );
  const records = recordsOf(found);
  const cosines = await cosinesOf(found, records, { meaning, deps });
  const linked = new Map<string, number>();
  for (const { memory, relation } of found.links)
    linked.set(memory.id, Math.max(relation.strength, linked.get(memory.id) ?? 0));
  const candidates: Candidate[] = [];
  for (const [id, record] of records) {
    const strength = linked.get(id) ?? 0;
    candidates.push({ item: "memory", record, cosine: cosines.get(id), linked: strength });
  }
  const rarity = rarityOf(found.frequency, found.total);
  return { candidates, rarity, edges: found.links.map(edgeOf), beside: new Map() };
}

function edgeOf({ to, memory, relation }: LinkedCandidates["links"][number]): Edge {
  return { from: to, memory, strength: relation.strength };
}

/** The nearest first, each once. */
function recordsOf({ near, items, links }: LinkedCandidates): ReadonlyMap<string, Memory> {
  const records = new Map<string, Memory>();
  for (const { item } of near) records.set(item.id, item);
  for (const memory of items) records.set(memory.id, memory);
  for (const { memory } of links) records.set(memory.id, memory);
  return records;
}

type Asked = Readonly<{ meaning: Meaning | undefined; deps: ReadDeps }>;

/** By id. A few of those without a vector get one on the way (F11). */
async function cosinesOf(
  { near, cosines, vectors }: LinkedCandidates,
  records: ReadonlyMap<string, Memory>,
  { meaning, deps }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const known = new Map(cosines);
  for (const { item, score } of near) known.set(item.id, score);
  if (meaning === undefined) return known;
  const missing: Memory[] = [];
  for (const [id, record] of records) {
    if (known.has(id)) continue;
    const vector = vectors.get(id);
    if (vector === undefined) missing.push(record);
    else known.set(id, cosine(meaning.vector, vector));
  }
  if (missing.length === 0) return known;
  const made = await deps.backfill(missing.slice(0, deps.policy.candidates.backfill));
  for (const [id, vector] of made) known.set(id, cosine(meaning.vector, vector));
  return known;
}
