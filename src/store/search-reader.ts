// Finds candidates: rows that share words with a question, and rows near to it in meaning.
// Whatever finds them, `visible` and the caller's filter are applied inside the database.

import type { Item } from "../model/change-set.ts";
import type { Look } from "../model/filter.ts";
import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import type { Viewer } from "../model/viewer.ts";
import type {
  BesideMessage,
  SearchReader,
  VectorHit,
  VectorQuery,
  WordHits,
  WordQuery,
} from "../ports/store.ts";
import { maybeNumber, number, text } from "./columns.ts";
import { all, type Database, first, type Row, type Step } from "./database.ts";
import type { Condition, Dialect, Postings } from "./dialect.ts";
import { MEMORY_COLUMNS, memoryFromRow, ms } from "./memory-row.ts";
import { rowsAt } from "./memory-select.ts";
import { MESSAGE_COLUMNS, messageFromRow } from "./message-reader.ts";
import { postingsAt } from "./past-words.ts";
import { readVectors } from "./stored-vectors.ts";
import { questionWords } from "./text-entry.ts";
import { hasDirection } from "./vector-direction.ts";
import { both, heard, matching, visible } from "./where.ts";

/** A word in more rows than this says little about any of them; only its newest rows are looked at. */
const POSTINGS_CAP = 2_000;
const COUNT_CAP = 10_000;
const CONTEXT_WEIGHT = 0.4;
const FIRST_LOOK = 3;

export function searchReader(db: Database, dialect: Dialect): SearchReader {
  return {
    memoryWords: (viewer, query) => db.read(() => words(memories(dialect, viewer, query), query)),
    messageWords: (viewer, query) => db.read(() => words(messages(dialect, viewer, query), query)),
    memoryVectors: (viewer, query) =>
      db.read(() => vectors(memories(dialect, viewer, query), query)),
    messageVectors: (viewer, query) =>
      db.read(() => vectors(messages(dialect, viewer, query), query)),
    messagesBeside: (viewer, query) =>
      db.read(() => beside(messages(dialect, viewer, query), query)),
    vectors: (tenant, query) => db.read(() => readVectors(dialect, { tenant, ...query })),
    unembedded: (query) => db.read(() => unembedded(query)),
  };
}

/** What is searched: which rows, under which condition, read as what. */
type Searched<T> = Readonly<{
  item: Item;
  tenant: string;
  dialect: Dialect;
  look: Look;
  /** On the present rows `m`. */
  condition: Condition;
  /** Selects the rows that meet it, out of those with a number in the given JSON list. */
  rows: (seqs: string) => Condition;
  count: string;
  fromRow: (row: Row) => T;
}>;

function memories(
  dialect: Dialect,
  viewer: Viewer,
  query: WordQuery | VectorQuery,
): Searched<Memory> {
  const { filter, look } = query;
  const wanted = both(visible(viewer, look, dialect), matching(filter, dialect));
  return {
    item: "memory",
    tenant: viewer.tenant,
    dialect,
    look,
    condition: look.asOf === undefined ? wanted : wasSo(viewer.tenant, wanted, look),
    rows: (seqs) =>
      look.asOf === undefined
        ? present(wanted, seqs, dialect)
        : past(wanted, { look, seqs }, dialect),
    count: "SELECT count(*) AS n FROM (SELECT 1 FROM memories WHERE tenant = ? LIMIT ?) AS counted",
    fromRow: memoryFromRow,
  };
}

function present(wanted: Condition, seqs: string, dialect: Dialect): Condition {
  return {
    sql: `SELECT m.seq AS row_seq, ${MEMORY_COLUMNS} FROM ${dialect.numbered.memory} WHERE ${wanted.sql}`,
    values: [seqs, ...wanted.values],
  };
}

function past(
  wanted: Condition,
  { look, seqs }: Readonly<{ look: Look; seqs: string }>,
  dialect: Dialect,
): Condition {
  const then = rowsAt(look);
  return {
    sql: `SELECT c.seq AS row_seq, ${MEMORY_COLUMNS} FROM memories c
      JOIN ${then.sql} ON m.tenant = c.tenant AND m.id = c.id
      WHERE ${wanted.sql} AND ${dialect.anyNumberOf("c.seq")}`,
    values: [...then.values, ...wanted.values, seqs],
  };
}

/** A condition on the past, asked of the present row. */
function wasSo(tenant: string, wanted: Condition, look: Look): Condition {
  const then = rowsAt(look);
  return {
    sql: `m.tenant = ? AND m.id IN (SELECT m.id FROM ${then.sql} WHERE ${wanted.sql})`,
    values: [tenant, ...then.values, ...wanted.values],
  };
}

/** Messages have no category or state; of the filter only what they have applies: channel and author. */
function messages(
  dialect: Dialect,
  viewer: Viewer,
  query: Pick<WordQuery, "filter" | "look">,
): Searched<Message> {
  const { channel, user, createdAfter, createdBefore } = query.filter;
  const conditions: Condition[] = [heard(viewer), { sql: "m.searchable = 1", values: [] }];
  if (channel !== undefined) conditions.push({ sql: "m.channel = ?", values: [channel] });
  if (user !== undefined) conditions.push({ sql: "m.author_id = ?", values: [user] });
  if (createdAfter !== undefined) conditions.push({ sql: "m.at > ?", values: [ms(createdAfter)] });
  if (createdBefore !== undefined)
    conditions.push({ sql: "m.at < ?", values: [ms(createdBefore)] });
  const { asOf } = query.look;
  if (asOf !== undefined) conditions.push({ sql: "m.at <= ?", values: [ms(asOf)] });
  const condition = both(...conditions);
  return {
    item: "message",
    tenant: viewer.tenant,
    dialect,
    look: query.look,
    condition,
    rows: (seqs) => ({
      sql: `SELECT m.seq AS row_seq, ${MESSAGE_COLUMNS} FROM ${dialect.numbered.message} WHERE ${condition.sql}`,
      values: [seqs, ...condition.values],
    }),
    count: "SELECT count(*) AS n FROM (SELECT 1 FROM messages WHERE tenant = ? LIMIT ?) AS counted",
    fromRow: messageFromRow,
  };
}

function* words<T>(searched: Searched<T>, { terms, limit }: WordQuery): Step<WordHits<T>> {
  const { tenant, item, dialect } = searched;
  const counted = yield* first(searched.count, [tenant, COUNT_CAP]);
  const total = counted === undefined ? 0 : number(counted, "n");
  const asked = { item, tenant, terms: questionWords(terms), cap: POSTINGS_CAP };
  const postings = yield* postingsAt(dialect, asked, searched.look);
  const frequency = frequencies(postings);
  const ranked = rankByRarity(postings, frequency, total);
  return { items: yield* readRanked(searched, ranked, limit), frequency, total };
}

function frequencies(postings: readonly Postings[]): Map<string, number> {
  return new Map(postings.filter((p) => p.field === "body").map((p) => [p.term, p.seqs.length]));
}

/** Rows by the summed rarity of the words they hold; ties go to the newer row. */
function rankByRarity(
  postings: readonly Postings[],
  frequency: ReadonlyMap<string, number>,
  total: number,
): readonly number[] {
  const scores = new Map<number, number>();
  for (const { field, term, seqs } of postings) {
    const found = frequency.get(term) ?? 0;
    if (field === "context" && found >= POSTINGS_CAP) continue;
    const rarity = Math.log(1 + (Math.max(total, found) - found + 0.5) / (found + 0.5));
    const weight = field === "body" ? rarity : rarity * CONTEXT_WEIGHT;
    for (const seq of seqs) scores.set(seq, (scores.get(seq) ?? 0) + weight);
  }
  return [...scores].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([seq]) => seq);
}

/** The first rows of a ranking that the condition lets through, in its order. */
function* readRanked<T>(
  searched: Searched<T>,
  ranked: readonly number[],
  limit: number,
): Step<readonly T[]> {
  const kept: T[] = [];
  let from = 0;
  for (let size = limit; from < ranked.length && kept.length < limit; size *= FIRST_LOOK) {
    kept.push(...(yield* readRows(searched, ranked.slice(from, from + size))).values());
    from += size;
  }
  return kept.slice(0, limit);
}

/** Rows by their number, in the order asked for. */
function* readRows<T>(
  searched: Searched<T>,
  seqs: readonly number[],
): Step<ReadonlyMap<number, T>> {
  if (seqs.length === 0) return new Map();
  const wanted = searched.rows(JSON.stringify(seqs));
  const rows = yield* all(wanted.sql, wanted.values);
  const bySeq = new Map(rows.map((row) => [number(row, "row_seq"), row]));
  const ordered = new Map<number, T>();
  for (const seq of seqs) {
    const row = bySeq.get(seq);
    if (row !== undefined) ordered.set(seq, searched.fromRow(row));
  }
  return ordered;
}

function* vectors<T>(searched: Searched<T>, query: VectorQuery): Step<readonly VectorHit<T>[]> {
  const { item, tenant, dialect, condition } = searched;
  const { model, vector, limit } = query;
  if (!hasDirection(vector)) return [];
  const near = yield* dialect.nearest({ item, tenant, model, vector }, condition, limit);
  const rows = yield* readRows(
    searched,
    near.map((hit) => hit.seq),
  );
  return near.flatMap(({ seq, score }) => {
    const found = rows.get(seq);
    return found === undefined ? [] : [{ item: found, score }];
  });
}

const BESIDE = `SELECT m.id,
    (SELECT max(p.seq) FROM messages p WHERE p.tenant = m.tenant AND p.channel = m.channel AND p.seq < m.seq) AS before_seq,
    (SELECT min(n.seq) FROM messages n WHERE n.tenant = m.tenant AND n.channel = m.channel AND n.seq > m.seq) AS after_seq
  FROM `;

/** A neighbour that the viewer may not see is left out; the one beyond it does not take its place. */
function* beside(
  searched: Searched<Message>,
  { positions }: Readonly<{ positions: readonly number[] }>,
): Step<readonly BesideMessage[]> {
  const { condition, dialect } = searched;
  const rows = yield* all(`${BESIDE}${dialect.numbered.message} WHERE ${condition.sql}`, [
    JSON.stringify(positions),
    ...condition.values,
  ]);
  const sides = rows.flatMap((row) =>
    (["before", "after"] as const).flatMap((side) => {
      const seq = maybeNumber(row, `${side}_seq`);
      return seq === undefined ? [] : [{ id: text(row, "id"), side, seq }];
    }),
  );
  const found = yield* readRows(searched, [...new Set(sides.map(({ seq }) => seq))]);
  return sides.flatMap(({ id, side, seq }) => {
    const message = found.get(seq);
    return message === undefined ? [] : [{ id, side, message }];
  });
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
