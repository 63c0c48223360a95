// Finds candidates: rows that share words with a question, and rows near to it in meaning.
// Whatever finds them, `visible` and the caller's filter are applied inside the database.

import type { Item } from "../model/change-set.ts";
import type {
  Candidates,
  SearchReader,
  VectorHit,
  VectorQuery,
  WordHits,
  WordQuery,
} from "../ports/store.ts";
import { beside } from "./beside.ts";
import { number, numbers, text } from "./columns.ts";
import { cosinesById } from "./cosines.ts";
import { all, type Database, first, type Step } from "./database.ts";
import type { Dialect, Near, Postings } from "./dialect.ts";
import { postingsAt } from "./past-words.ts";
import { POSTINGS_CAP, type RankedRows, rankByRarity } from "./rank-words.ts";
import { memories, memoryLines, messages, readRows, type Searched } from "./searched.ts";
import { readVectors } from "./stored-vectors.ts";
import { questionWords } from "./text-entry.ts";
import { hasDirection } from "./vector-direction.ts";

const COUNT_CAP = 10_000;
/** A tenant of more rows than this is not counted for every question. */
const LARGE = 500;
const COUNTED_AGAIN_AFTER = 64;
const MAX_TOTALS = 1_000;
const COUNTED = {
  memory: "SELECT count(*) AS n FROM (SELECT 1 FROM memories WHERE tenant = ? LIMIT ?) AS counted",
  message: "SELECT count(*) AS n FROM (SELECT 1 FROM messages WHERE tenant = ? LIMIT ?) AS counted",
} as const satisfies Record<Item, string>;
const FIRST_LOOK = 3;

export function searchReader(db: Database, dialect: Dialect): SearchReader {
  const totals = new Map<string, Total>();
  function* words<T extends Named>(searched: Searched<T>, query: WordQuery) {
    return (yield* findWords(searched, query, totals)).hits;
  }
  const candidates = <T extends Named>(searched: Searched<T>, query: WordQuery) =>
    findCandidates(searched, query, totals);
  return {
    memoryCandidates: (viewer, query) =>
      db.read(() => candidates(memories(dialect, viewer, query), query)),
    messageCandidates: (viewer, query) =>
      db.read(() => candidates(messages(dialect, viewer, query), query)),
    memoryWords: (viewer, query) => db.read(() => words(memories(dialect, viewer, query), query)),
    messageWords: (viewer, query) => db.read(() => words(messages(dialect, viewer, query), query)),
    memoryVectors: (viewer, query) =>
      db.read(() => vectors(memoryLines(dialect, viewer, query), query)),
    messageVectors: (viewer, query) =>
      db.read(() => vectors(messages(dialect, viewer, query), query)),
    messagesBeside: (viewer, query) =>
      db.read(() => beside(messages(dialect, viewer, query), query)),
    vectors: (tenant, query) => db.read(() => readVectors(dialect, { tenant, ...query })),
    unembedded: (query) => db.read(() => unembedded(query)),
  };
}

type Named = Readonly<{ id: string }>;
type Total = { rows: number; uses: number };

/** A large tenant's rows are counted again now and then: the count only says how rare a word is. */
function* totalOf<T>(searched: Searched<T>, totals: Map<string, Total>): Step<number> {
  const key = `${searched.item} ${searched.tenant}`;
  const known = totals.get(key);
  if (known !== undefined && known.rows >= LARGE && known.uses < COUNTED_AGAIN_AFTER) {
    known.uses += 1;
    return known.rows;
  }
  const counted = yield* first(COUNTED[searched.item], [searched.tenant, COUNT_CAP]);
  const rows = counted === undefined ? 0 : number(counted, "n");
  if (totals.size >= MAX_TOTALS) totals.clear();
  totals.set(key, { rows, uses: 0 });
  return rows;
}

/** What both ways find is read once. */
function* findCandidates<T extends Named>(
  searched: Searched<T>,
  query: WordQuery,
  totals: Map<string, Total>,
): Step<Candidates<T>> {
  const { hits, rows } = yield* findWords(searched, query, totals);
  const { meaning, ...asked } = query;
  const near =
    meaning === undefined ? [] : yield* vectors(searched, { ...asked, ...meaning }, rows);
  return { ...hits, near };
}

type Found<T> = Readonly<{ hits: WordHits<T>; rows: ReadonlyMap<number, T> }>;

function* findWords<T extends Named>(
  searched: Searched<T>,
  { terms, limit, meaning }: WordQuery,
  totals: Map<string, Total>,
): Step<Found<T>> {
  const { tenant, item, dialect } = searched;
  const total = yield* totalOf(searched, totals);
  const asked = { item, tenant, terms: questionWords(terms), cap: POSTINGS_CAP };
  const postings = yield* postingsAt(dialect, asked, searched.look);
  const frequency = frequencies(postings);
  const ranked = rankByRarity(postings, frequency, total);
  const rows = yield* readRanked(searched, ranked, limit);
  const cosines = yield* cosinesById(searched, rows, meaning);
  return { hits: { items: [...rows.values()], frequency, total, cosines }, rows };
}

function frequencies(postings: readonly Postings[]): Map<string, number> {
  return new Map(postings.filter((p) => p.field === "body").map((p) => [p.term, p.seqs.length]));
}

/** The first rows of a ranking that the condition lets through, in its order. */
function* readRanked<T>(
  searched: Searched<T>,
  ranked: RankedRows,
  limit: number,
): Step<ReadonlyMap<number, T>> {
  const kept: [number, T][] = [];
  for (let size = limit; !ranked.isEmpty() && kept.length < limit; size *= FIRST_LOOK)
    kept.push(...(yield* readRows(searched, ranked.take(size))));
  return new Map(kept.slice(0, limit));
}

/** `known` are rows that were read already. */
function* vectors<T>(
  searched: Searched<T>,
  query: VectorQuery,
  known: ReadonlyMap<number, T> = new Map(),
): Step<readonly VectorHit<T>[]> {
  const { minScore = Number.NEGATIVE_INFINITY } = query;
  if (!hasDirection(query.vector)) return [];
  const found = (yield* nearestAbout(searched, query)) ?? (yield* nearestOfAll(searched, query));
  const near = found.filter(({ score }) => score >= minScore);
  const unread = near.flatMap(({ seq }) => (known.has(seq) ? [] : [seq]));
  const rows = yield* readRows(searched, unread);
  return near.flatMap(({ seq, score }) => {
    const row = known.get(seq) ?? rows.get(seq);
    return row === undefined ? [] : [{ item: row, score }];
  });
}

function nearestOfAll<T>(searched: Searched<T>, query: VectorQuery): Step<readonly Near[]> {
  const { item, tenant, dialect, condition } = searched;
  const { model, vector, minScore, limit } = query;
  const asked = { item, tenant, model, vector, ...(minScore === undefined ? {} : { minScore }) };
  return dialect.nearest(asked, condition, limit);
}

/** Few memories are about one subject or of one user: those are compared one by one. Undefined where that is not so. */
function* nearestAbout<T>(
  { item, tenant, dialect, condition, look }: Searched<T>,
  { model, vector, filter, limit }: VectorQuery,
): Step<readonly Near[] | undefined> {
  const isNarrow = filter.subject !== undefined || filter.user !== undefined;
  if (item !== "memory" || !isNarrow || look.asOf !== undefined) return undefined;
  const chosen = `SELECT m.seq FROM memories m WHERE ${condition.sql} LIMIT ?`;
  const row = yield* first(dialect.seqsOf(chosen), [...condition.values, dialect.few + 1]);
  const seqs = row === undefined ? [] : numbers(row, "seqs");
  if (seqs.length > dialect.few) return undefined;
  const cosines = yield* dialect.cosines({ item, tenant, model, vector }, seqs);
  return [...cosines]
    .map(([seq, score]) => ({ seq, score }))
    .sort((one, other) => other.score - one.score || one.seq - other.seq)
    .slice(0, limit);
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
