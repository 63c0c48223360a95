// Finds candidates: rows that share words with a question, and rows near to it in meaning.
// Whatever finds them, `visible` and the caller's filter are applied inside the database.

import type { Item } from "../model/change-set.ts";
import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import type { LinkedQuery, SearchReader, VectorQuery, WordQuery } from "../ports/store.ts";
import { beside } from "./beside.ts";
import { text } from "./columns.ts";
import { all, type Database, type Step } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { findCandidates, findNear, findWords, type Named } from "./find-candidates.ts";
import { findLinked } from "./linked-candidates.ts";
import { memories, memoryLines, messages, type Searched, sightOf } from "./searched.ts";
import { type Held, heldForSearch, heldOf, nothingHeld, type Tenants } from "./standing.ts";
import { readVectors } from "./stored-vectors.ts";
import { type Total, totalOf } from "./total.ts";

export function searchReader(db: Database, dialect: Dialect): SearchReader {
  const totals = new Map<string, Total>();
  function* heldFor<T>(searched: Searched<T>, tenants: Tenants<T>): Step<Held<T>> {
    const { tenant } = searched;
    const total = yield* totalOf(searched, heldOf(tenants, tenant), totals);
    return heldForSearch(tenants, tenant, total);
  }
  function* linked(searched: Searched<Memory>, query: LinkedQuery) {
    const held = yield* heldFor(searched, db.standing().memory);
    return yield* findLinked(yield* sightOf(searched, held), query, held);
  }
  function* said(searched: Searched<Message>, query: WordQuery) {
    const held = yield* heldFor(searched, db.standing().message);
    return yield* findCandidates(yield* sightOf(searched, held), query, held);
  }
  /** For whoever is about to write: nothing of it would be held for long. */
  function* words<T extends Named>(searched: Searched<T>, query: WordQuery) {
    const held = nothingHeld<T>();
    held.total = yield* totalOf(searched, held, totals);
    return yield* findWords(yield* sightOf(searched), query, held);
  }
  function* near<T extends Named>(searched: Searched<T>, query: VectorQuery) {
    return yield* findNear(yield* sightOf(searched), query);
  }
  return {
    memoryCandidates: (viewer, query) =>
      db.read(() => linked(memories(dialect, viewer, query), query)),
    messageCandidates: (viewer, query) =>
      db.read(() => said(messages(dialect, viewer, query), query)),
    memoryWords: (viewer, query) => db.read(() => words(memories(dialect, viewer, query), query)),
    messageWords: (viewer, query) => db.read(() => words(messages(dialect, viewer, query), query)),
    memoryVectors: (viewer, query) =>
      db.read(() => near(memoryLines(dialect, viewer, query), query)),
    messageVectors: (viewer, query) => db.read(() => near(messages(dialect, viewer, query), query)),
    messagesBeside: (viewer, query) =>
      db.read(function* () {
        const held = heldOf(db.standing().message, viewer.tenant);
        return yield* beside(yield* sightOf(messages(dialect, viewer, query), held), query);
      }),
    vectors: (tenant, query) => db.read(() => readVectors(dialect, { tenant, ...query })),
    unembedded: (query) => db.read(() => unembedded(query)),
  };
}

const UNEMBEDDED = {
  memory: `SELECT m.tenant, m.id FROM memories m WHERE m.state = 'active' AND NOT EXISTS
    (SELECT 1 FROM vectors v WHERE v.tenant = m.tenant AND v.item = 'memory' AND v.item_id = m.id AND v.model = ?)
    AND (CAST(? AS text) IS NULL OR m.tenant = ?) ORDER BY m.seq LIMIT ?`,
  message: `SELECT m.tenant, m.id FROM messages m WHERE m.searchable = 1 AND NOT EXISTS
    (SELECT 1 FROM vectors v WHERE v.tenant = m.tenant AND v.item = 'message' AND v.item_id = m.id AND v.model = ?)
    AND (CAST(? AS text) IS NULL OR m.tenant = ?) ORDER BY m.seq LIMIT ?`,
} as const satisfies Record<Item, string>;

type Unembedded = Readonly<{ item: Item; model: string; limit: number; tenant?: string }>;

function* unembedded({
  item,
  model,
  limit,
  tenant,
}: Unembedded): Step<readonly { tenant: string; id: string }[]> {
  const only = tenant ?? null;
  const rows = yield* all(UNEMBEDDED[item], [model, only, only, limit]);
  return rows.map((row) => ({ tenant: text(row, "tenant"), id: text(row, "id") }));
}
