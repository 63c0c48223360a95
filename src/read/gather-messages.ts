// Messages that might answer: by shared words, by meaning, and by standing next to one of those.

import type { Message } from "../model/message.ts";
import { type Gathered, rarityOf } from "./candidate.ts";
import type { ReadDeps, Search } from "./request.ts";
import { type Surroundings, surroundings } from "./surroundings.ts";

export async function gatherMessages(search: Search, deps: ReadDeps): Promise<Gathered> {
  const { terms, meaning, filter, look } = search;
  const { viewer } = search.input;
  const limit = deps.policy.candidates.messages;
  const found = await deps.store.search.messageCandidates(viewer, {
    ...{ terms, filter, look, limit },
    ...(meaning === undefined ? {} : { meaning }),
  });
  const best = alternating(
    found.items,
    found.near.map((hit) => hit.item),
  );
  const { records, beside, cosines } = await withNeighbours(best, search, deps);
  const near = new Map(found.near.map((hit) => [hit.item.id, hit.score]));
  return {
    candidates: records.map((record) => ({
      item: "message",
      record,
      cosine: near.get(record.id) ?? found.cosines.get(record.id) ?? cosines.get(record.id),
      linked: 0,
    })),
    rarity: rarityOf(found.frequency, found.total),
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

type Surrounded = Readonly<{
  records: readonly Message[];
  beside: Surroundings;
  cosines: ReadonlyMap<string, number>;
}>;

/** Adds the turns next to the best candidates: an answer often shares no word with what is asked. */
async function withNeighbours(
  found: readonly Message[],
  { input, filter, look, meaning }: Search,
  { store, policy }: ReadDeps,
): Promise<Surrounded> {
  const positions = found.slice(0, policy.candidates.surrounded).map((message) => message.position);
  if (positions.length === 0) return { records: found, beside: new Map(), cosines: new Map() };
  const { pairs, cosines } = await store.search.messagesBeside(input.viewer, {
    positions,
    filter,
    look,
    ...(meaning === undefined ? {} : { meaning }),
  });
  const records = new Map([...pairs.map(({ message }) => message), ...found].map((m) => [m.id, m]));
  return { records: [...records.values()], beside: surroundings(pairs), cosines };
}
