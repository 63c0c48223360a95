// What a search reads: candidates by words, by vectors and by relations, and the messages around a hit. `visible` and
// the caller's filter are always applied inside the database.

import type { Item } from "../../model/change-set.ts";
import type { Memory, MemoryLine } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import type {
  BesideHits,
  LinkedCandidates,
  LinkedQuery,
  QueryMeaning,
  SearchReader,
  VectorQuery,
  WordQuery,
} from "../../ports/store.ts";
import { maybeNumber, number, text } from "../columns.ts";
import { all, type Database, first, type Step } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { readRelated } from "../read/related-reader.ts";
import { readVectors } from "../vectors/stored-vectors.ts";
import { cosinesById, findCandidates, findNear, findWords, type Named } from "./find-candidates.ts";
import {
  cacheForSearch,
  cacheForWriting,
  emptyTenantCache,
  type TenantCache,
  type TenantCaches,
  tenantCache,
} from "./search-cache.ts";
import {
  memories,
  memoryLines,
  messages,
  openSearchView,
  readRows,
  type SearchTarget,
  type SearchView,
} from "./search-target.ts";

export function searchReader(db: Database, dialect: Dialect): SearchReader {
  const totals = new Map<string, Total>();
  function* heldFor<T>(searched: SearchTarget<T>, tenants: TenantCaches<T>): Step<TenantCache<T>> {
    const { tenant } = searched;
    const total = yield* totalOf(searched, tenantCache(tenants, tenant), totals);
    return cacheForSearch(tenants, tenant, total);
  }
  function* linked(searched: SearchTarget<Memory>, query: LinkedQuery) {
    const held = yield* heldFor(searched, db.standing().memory);
    return yield* findLinked(yield* openSearchView(searched, held), query, held);
  }
  function* said(searched: SearchTarget<Message>, query: WordQuery) {
    const held = yield* heldFor(searched, db.standing().message);
    return yield* findCandidates(yield* openSearchView(searched, held), query, held);
  }
  /** Asked by whoever is about to write, once a line at most: nothing of it would be held for long. */
  function* words<T extends Named>(searched: SearchTarget<T>, query: WordQuery) {
    const held = emptyTenantCache<T>();
    held.total = yield* totalOf(searched, held, totals);
    return yield* findWords(yield* openSearchView(searched), query, held);
  }
  function* lines(searched: SearchTarget<MemoryLine>, query: VectorQuery) {
    const held = cacheForWriting(db.standing().line, searched.tenant);
    return yield* findNear(yield* openSearchView(searched, held), query);
  }
  return {
    memoryCandidates: (viewer, query) =>
      db.read(() => linked(memories(dialect, viewer, query), query)),
    messageCandidates: (viewer, query) =>
      db.read(() => said(messages(dialect, viewer, query), query)),
    memoryWords: (viewer, query) => db.read(() => words(memories(dialect, viewer, query), query)),
    messageWords: (viewer, query) => db.read(() => words(messages(dialect, viewer, query), query)),
    memoryVectors: (viewer, query) =>
      db.read(() => lines(memoryLines(dialect, viewer, query), query)),
    messageVectors: (viewer, query) =>
      db.read(function* () {
        return yield* findNear(yield* openSearchView(messages(dialect, viewer, query)), query);
      }),
    messagesBeside: (viewer, query) =>
      db.read(function* () {
        const held = tenantCache(db.standing().message, viewer.tenant);
        return yield* neighbouringMessages(
          yield* openSearchView(messages(dialect, viewer, query), held),
          query,
        );
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

// How many items of a sort a tenant has: it says how rare a word is, and what it costs to look through all of them.

type Total = { rows: number; uses: number };

/** A tenant of more rows than this is not counted for every question. */
const LARGE = 500;
/** Questions until it is, by its rows and at the least: counting a million takes as long as a few answers. */
const COUNTED_AGAIN = { perRow: 0.01, atLeast: 64 };
const MAX_TOTALS = 1_000;
const COUNTED = {
  memory: "SELECT count(*) AS n FROM memories WHERE tenant = ?",
  message: "SELECT count(*) AS n FROM messages WHERE tenant = ?",
} as const satisfies Record<Item, string>;

/** A large tenant's rows are counted again now and then: nothing rests on the count being exact. */
function* totalOf<T>(
  { item, tenant }: SearchTarget<T>,
  held: TenantCache<T>,
  totals: Map<string, Total>,
): Step<number> {
  const key = `${item} ${tenant}`;
  const known = totals.get(key);
  if (known !== undefined && known.rows >= LARGE && known.uses < mostUses(known)) {
    known.uses += 1;
    return known.rows;
  }
  if (held.total !== undefined && held.total < LARGE) return held.total;
  const counted = yield* first(COUNTED[item], [tenant]);
  const rows = counted === undefined ? 0 : number(counted, "n");
  if (totals.size >= MAX_TOTALS) totals.clear();
  totals.set(key, { rows, uses: 0 });
  return rows;
}

function mostUses({ rows }: Total): number {
  return Math.max(COUNTED_AGAIN.atLeast, rows * COUNTED_AGAIN.perRow);
}

// The turns just before and after some messages, each in its own channel.

const BESIDE = `SELECT m.id,
    (SELECT max(p.seq) FROM messages p WHERE p.tenant = m.tenant AND p.channel = m.channel AND p.seq < m.seq) AS before_seq,
    (SELECT min(n.seq) FROM messages n WHERE n.tenant = m.tenant AND n.channel = m.channel AND n.seq > m.seq) AS after_seq
  FROM `;

type Positions = Readonly<{ positions: readonly number[]; meaning?: QueryMeaning }>;

/** A neighbour that the viewer may not see is left out; the one beyond it does not take its place. */
function* neighbouringMessages(
  view: SearchView<Message>,
  { positions, meaning }: Positions,
): Step<BesideHits> {
  const { searched } = view;
  const { dialect } = searched;
  const condition = searched.condition();
  const rows = yield* all(`${BESIDE}${dialect.numbered.message} WHERE ${condition.sql}`, [
    JSON.stringify(positions),
    ...condition.values,
  ]);
  const sides = rows.flatMap((row) =>
    (["before", "after"] as const).flatMap((side) => {
      const seq = maybeNumber(row, `${side}_seq` as const);
      return seq === undefined ? [] : [{ id: text(row, "id"), side, seq }];
    }),
  );
  const found = yield* readRows(view, [...new Set(sides.map(({ seq }) => seq))]);
  const pairs = sides.flatMap(({ id, side, seq }) => {
    const message = found.get(seq);
    return message === undefined ? [] : [{ id, side, message }];
  });
  return { pairs, cosines: yield* cosinesById(view, found, meaning) };
}

// Memories that might answer a question, and what the best of them are linked to, in one look.

const NO_VECTORS: ReadonlyMap<string, Float32Array> = new Map();

function* findLinked(
  view: SearchView<Memory>,
  query: LinkedQuery,
  held: TenantCache<Memory>,
): Step<LinkedCandidates> {
  const found = yield* findCandidates(view, query, held);
  const { items, frequency, total, cosines, near } = found;
  const seeds = new Set<string>();
  for (const { id } of items.slice(0, query.linkSeeds)) seeds.add(id);
  for (const { item } of near.slice(0, query.linkSeeds)) seeds.add(item.id);
  const links = seeds.size === 0 ? [] : yield* readRelated(view, [...seeds]);
  const ids = new Set<string>();
  for (const { id } of items) if (!cosines.has(id)) ids.add(id);
  for (const { memory } of links) if (!cosines.has(memory.id)) ids.add(memory.id);
  for (const { item } of near) ids.delete(item.id);
  const { meaning } = query;
  if (meaning === undefined || ids.size === 0)
    return { items, frequency, total, cosines, near, links, vectors: NO_VECTORS };
  const { dialect, item, tenant } = view.searched;
  const wanted = { item, tenant, model: meaning.model, ids: [...ids] };
  const vectors = yield* readVectors(dialect, wanted, held);
  return { items, frequency, total, cosines, near, links, vectors };
}
