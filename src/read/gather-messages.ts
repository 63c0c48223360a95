// Messages that might answer: by shared words, by meaning, and by standing next to one of those.

import type { Message } from "../model/message.ts";
import { type Gathered, rarityOf } from "./candidate.ts";
import { cosinesOf } from "./meaning.ts";
import type { ReadDeps, Search } from "./request.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

export async function gatherMessages(search: Search, deps: ReadDeps): Promise<Gathered> {
  const { terms, meaning, filter, look } = search;
  const { viewer } = search.input;
  const { candidates: counts } = deps.policy;
  const reader = deps.store.search;
  const byWords = await reader.messageWords(viewer, {
    terms,
    filter,
    look,
    limit: counts.messages,
  });
  const byMeaning =
    meaning === undefined
      ? []
      : await reader.messageVectors(viewer, { ...meaning, filter, look, limit: counts.messages });
  const cosines = new Map(byMeaning.map((hit) => [hit.item.id, hit.score]));
  const found = alternating(
    byWords.items,
    byMeaning.map((hit) => hit.item),
  );
  const { records, beside } = await withNeighbours(found, search, deps);
  const unknown = records.map((record) => record.id).filter((id) => !cosines.has(id));
  const read = await cosinesOf(
    { tenant: viewer.tenant, item: "message", ids: unknown },
    meaning,
    reader,
  );
  return {
    candidates: records.map((record) => ({
      item: "message",
      record,
      cosine: cosines.get(record.id) ?? read.get(record.id),
      linked: 0,
    })),
    rarity: rarityOf(byWords.frequency, byWords.total),
    edges: [],
    beside,
  };
}

/** Best first from both lists, each message once. */
function alternating(left: readonly Message[], right: readonly Message[]): readonly Message[] {
  const found = new Map<string, Message>();
  for (let at = 0; at < Math.max(left.length, right.length); at++)
    for (const message of [left[at], right[at]])
      if (message !== undefined) found.set(message.id, message);
  return [...found.values()];
}

type Surrounded = Readonly<{ records: readonly Message[]; beside: Surroundings }>;

/** Adds the turns next to the best candidates: an answer often shares no word with what is asked. */
async function withNeighbours(
  found: readonly Message[],
  { input, filter, look }: Search,
  { store, policy }: ReadDeps,
): Promise<Surrounded> {
  const positions = found.slice(0, policy.candidates.surrounded).map((message) => message.position);
  if (positions.length === 0) return { records: found, beside: new Map() };
  const pairs = await store.search.messagesBeside(input.viewer, { positions, filter, look });
  const records = new Map([...pairs.map(({ message }) => message), ...found].map((m) => [m.id, m]));
  return { records: [...records.values()], beside: surroundings(pairs) };
}
