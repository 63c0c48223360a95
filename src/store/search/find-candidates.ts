// Candidates of a search: rows that share words with the question, and rows near to it in meaning, among those the
// viewer may see. Ranking them is the work of `src/read`.

import type {
  Candidates,
  QueryMeaning,
  VectorHit,
  VectorQuery,
  WordHits,
  WordQuery,
} from "../../ports/store.ts";
import type { Step } from "../database.ts";
import type { MetSoFar, Near, Postings } from "../dialect.ts";
import { hasDirection } from "../vectors/stored-vectors.ts";
import { isSelective, postFilter, rowsOfCondition, rowsOfFilter } from "./filters.ts";
import {
  cachedPostings,
  POSTINGS_CAP,
  postingsAsOf,
  type RankedRows,
  rankByRarity,
} from "./rank-words.ts";
import type { TenantCache } from "./search-cache.ts";
import { readRows, type SearchView, whichMatch } from "./search-target.ts";
import { questionWords } from "./text-entry.ts";

export type Named = Readonly<{ id: string; text: string }>;

const FIRST_LOOK = 3;
/** Beyond it the count of all rows would make a word of many look rarer than one that is looked at in a part of them. */
const COUNT_CAP = 10_000;

export function* findCandidates<T extends Named>(
  view: SearchView<T>,
  query: WordQuery,
  held: TenantCache<T>,
): Step<Candidates<T>> {
  const { items, frequency, total, cosines } = yield* findWords(view, query, held);
  const { meaning, filter, look, limit } = query;
  if (meaning === undefined) return { items, frequency, total, cosines, near: [] };
  const { model, vector } = meaning;
  const near = yield* findNear(view, { model, vector, filter, look, limit });
  return { items, frequency, total, cosines, near };
}

export function* findWords<T extends Named>(
  view: SearchView<T>,
  { terms, limit, meaning }: WordQuery,
  held: TenantCache<T>,
): Step<WordHits<T>> {
  const { tenant, item, dialect, look } = view.searched;
  const rowCount = held.total ?? 0;
  const total = Math.min(rowCount, COUNT_CAP);
  const asked = { item, tenant, terms: questionWords(terms), cap: POSTINGS_CAP };
  const present = yield* cachedPostings(dialect, asked, held);
  const postings = yield* postingsAsOf(present, asked, look);
  const frequency = frequencies(postings);
  const only = yield* rowsOfFilter(view, rowCount);
  const ranked = rankByRarity(postings, { frequency, total, only });
  const rows = yield* readRanked(view, ranked, { limit, total: rowCount });
  const cosines = yield* cosinesById(view, rows, meaning);
  return { items: [...rows.values()], frequency, total, cosines };
}

function frequencies(postings: readonly Postings[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { field, term, seqs } of postings) if (field === "body") found.set(term, seqs.length);
  return found;
}

/** The first rows of a ranking that the condition lets through, in its order. */
function* readRanked<T extends Named>(
  view: SearchView<T>,
  ranked: RankedRows,
  { limit, total }: Readonly<{ limit: number; total: number }>,
): Step<ReadonlyMap<number, T>> {
  const kept = new Map<number, T>();
  let asked = 0;
  let only: ReadonlySet<number> | undefined;
  for (let size = limit; !ranked.isEmpty() && kept.size < limit; size *= FIRST_LOOK) {
    if (only === undefined && isSelective(view, { asked, met: kept.size, limit, total }))
      only = yield* rowsOfCondition(view);
    const next = ranked.take(size).filter((seq) => only?.has(seq) ?? true);
    for (const [seq, row] of yield* readRows(view, next)) {
      if (kept.size === limit) break;
      kept.set(seq, row);
    }
    asked += next.length;
  }
  return kept;
}

/** What was read already is not read again. */
export function* findNear<T extends Named>(
  view: SearchView<T>,
  query: VectorQuery,
): Step<readonly VectorHit<T>[]> {
  const { minScore = Number.NEGATIVE_INFINITY } = query;
  if (!hasDirection(query.vector)) return [];
  const found = yield* nearest(view, query);
  const near = found.filter(({ score }) => score >= minScore);
  const rows = yield* readRows(
    view,
    near.map(({ seq }) => seq),
  );
  return near.flatMap(({ seq, score }) => {
    const row = rows.get(seq);
    return row === undefined ? [] : [{ item: row, score }];
  });
}

/** Where the rows that meet the condition are known to be few, they are compared one by one. */
function* nearest<T extends Named>(view: SearchView<T>, query: VectorQuery): Step<readonly Near[]> {
  const named = yield* rowsOfFilter(view);
  if (named !== undefined) return yield* nearestAmong(view, query, named);
  const found = yield* nearestOfAll(view, query);
  if (found !== undefined) return found;
  yield* rowsOfCondition(view);
  return yield* nearest(view, query);
}

function nearestOfAll<T>(
  view: SearchView<T>,
  query: VectorQuery,
): Step<readonly Near[] | undefined> {
  const { item, tenant, dialect, condition, named } = view.searched;
  const { model, vector, minScore, limit } = query;
  const { room: standing } = view.seen;
  const asked = { item, tenant, model, vector, minScore, standing };
  const wanted = {
    condition,
    isNarrow: named !== undefined,
    among: (seqs: readonly number[]) => whichMatch(view, seqs),
    areRare: (sofar: MetSoFar) => isSelective(view, sofar),
  };
  return dialect.nearest(asked, wanted, limit);
}

function* nearestAmong<T extends Named>(
  view: SearchView<T>,
  { model, vector, limit, minScore }: VectorQuery,
  named: ReadonlySet<number>,
): Step<readonly Near[]> {
  const { item, tenant, dialect } = view.searched;
  const { room: standing } = view.seen;
  const ranked = yield* dialect.ranked({ item, tenant, model, vector, standing }, [...named]);
  const among = (seqs: readonly number[]) => areRead(view, seqs);
  const wanted = { among, areRare: () => false, limit, minScore, total: named.size };
  return (yield* postFilter(ranked, wanted)) ?? [];
}

/** As `whichMeet`, of rows that are wanted next: they are read at once. */
function* areRead<T extends Named>(
  view: SearchView<T>,
  seqs: readonly number[],
): Step<(seq: number) => boolean> {
  const rows = yield* readRows(view, seqs);
  return (seq) => rows.has(seq);
}

// How near rows that were found in another way are to the meaning of a question.

/** By the id of each row that has a vector of that model. */
export function* cosinesById<T extends Readonly<{ id: string }>>(
  { searched, seen }: SearchView<T>,
  rows: ReadonlyMap<number, T>,
  meaning: QueryMeaning | undefined,
): Step<ReadonlyMap<string, number>> {
  const cosines = new Map<string, number>();
  if (meaning === undefined || rows.size === 0 || !hasDirection(meaning.vector)) return cosines;
  const { item, tenant, dialect } = searched;
  const { model, vector } = meaning;
  const asked = { item, tenant, model, vector, standing: seen.room };
  const found = yield* dialect.cosines(asked, [...rows.keys()]);
  for (const [seq, { id }] of rows) {
    const cosine = found.get(seq);
    if (cosine !== undefined) cosines.set(id, cosine);
  }
  return cosines;
}
