// Rows that share words with a question, and rows near to it in meaning, out of what may be seen.

import type { Candidates, VectorHit, VectorQuery, WordHits, WordQuery } from "../ports/store.ts";
import { cosinesById } from "./cosines.ts";
import type { Step } from "./database.ts";
import type { MetSoFar, Near, Postings } from "./dialect.ts";
import { areRare, namedRows, rareRows } from "./few-rows.ts";
import { firstThatMeet } from "./first-that-meet.ts";
import { postingsHeld } from "./held-words.ts";
import { postingsAt } from "./past-words.ts";
import { POSTINGS_CAP, type RankedRows, rankByRarity } from "./rank-words.ts";
import { readRows, type Sight, whichMeet } from "./searched.ts";
import type { Held } from "./standing.ts";
import { questionWords } from "./text-entry.ts";
import { hasDirection } from "./vector-direction.ts";

export type Named = Readonly<{ id: string; text: string }>;

const FIRST_LOOK = 3;
/** Beyond it the count of all rows would make a word of many look rarer than one that is looked at in a part of them. */
const COUNT_CAP = 10_000;

export function* findCandidates<T extends Named>(
  sight: Sight<T>,
  query: WordQuery,
  held: Held<T>,
): Step<Candidates<T>> {
  const { items, frequency, total, cosines } = yield* findWords(sight, query, held);
  const { meaning, filter, look, limit } = query;
  if (meaning === undefined) return { items, frequency, total, cosines, near: [] };
  const { model, vector } = meaning;
  const near = yield* findNear(sight, { model, vector, filter, look, limit });
  return { items, frequency, total, cosines, near };
}

export function* findWords<T extends Named>(
  sight: Sight<T>,
  { terms, limit, meaning }: WordQuery,
  held: Held<T>,
): Step<WordHits<T>> {
  const { tenant, item, dialect, look } = sight.searched;
  const rowCount = held.total ?? 0;
  const total = Math.min(rowCount, COUNT_CAP);
  const asked = { item, tenant, terms: questionWords(terms), cap: POSTINGS_CAP };
  const present = yield* postingsHeld(dialect, asked, held);
  const postings = yield* postingsAt(present, asked, look);
  const frequency = frequencies(postings);
  const only = yield* namedRows(sight, rowCount);
  const ranked = rankByRarity(postings, { frequency, total, only });
  const rows = yield* readRanked(sight, ranked, { limit, total: rowCount });
  const cosines = yield* cosinesById(sight, rows, meaning);
  return { items: [...rows.values()], frequency, total, cosines };
}

function frequencies(postings: readonly Postings[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { field, term, seqs } of postings) if (field === "body") found.set(term, seqs.length);
  return found;
}

/** The first rows of a ranking that the condition lets through, in its order. */
function* readRanked<T extends Named>(
  sight: Sight<T>,
  ranked: RankedRows,
  { limit, total }: Readonly<{ limit: number; total: number }>,
): Step<ReadonlyMap<number, T>> {
  const kept = new Map<number, T>();
  let asked = 0;
  let only: ReadonlySet<number> | undefined;
  for (let size = limit; !ranked.isEmpty() && kept.size < limit; size *= FIRST_LOOK) {
    if (only === undefined && areRare(sight, { asked, met: kept.size, limit, total }))
      only = yield* rareRows(sight);
    const next = ranked.take(size).filter((seq) => only?.has(seq) ?? true);
    for (const [seq, row] of yield* readRows(sight, next)) {
      if (kept.size === limit) break;
      kept.set(seq, row);
    }
    asked += next.length;
  }
  return kept;
}

/** What was read already is not read again. */
export function* findNear<T extends Named>(
  sight: Sight<T>,
  query: VectorQuery,
): Step<readonly VectorHit<T>[]> {
  const { minScore = Number.NEGATIVE_INFINITY } = query;
  if (!hasDirection(query.vector)) return [];
  const found = yield* nearest(sight, query);
  const near = found.filter(({ score }) => score >= minScore);
  const rows = yield* readRows(
    sight,
    near.map(({ seq }) => seq),
  );
  return near.flatMap(({ seq, score }) => {
    const row = rows.get(seq);
    return row === undefined ? [] : [{ item: row, score }];
  });
}

/** Where the rows that meet the condition are known to be few, they are compared one by one. */
function* nearest<T extends Named>(sight: Sight<T>, query: VectorQuery): Step<readonly Near[]> {
  const named = yield* namedRows(sight);
  if (named !== undefined) return yield* nearestAmong(sight, query, named);
  const found = yield* nearestOfAll(sight, query);
  if (found !== undefined) return found;
  yield* rareRows(sight);
  return yield* nearest(sight, query);
}

function nearestOfAll<T>(sight: Sight<T>, query: VectorQuery): Step<readonly Near[] | undefined> {
  const { item, tenant, dialect, condition, named } = sight.searched;
  const { model, vector, minScore, limit } = query;
  const { room: standing } = sight.seen;
  const asked = { item, tenant, model, vector, minScore, standing };
  const wanted = {
    condition,
    isNarrow: named !== undefined,
    among: (seqs: readonly number[]) => whichMeet(sight, seqs),
    areRare: (sofar: MetSoFar) => areRare(sight, sofar),
  };
  return dialect.nearest(asked, wanted, limit);
}

function* nearestAmong<T extends Named>(
  sight: Sight<T>,
  { model, vector, limit, minScore }: VectorQuery,
  named: ReadonlySet<number>,
): Step<readonly Near[]> {
  const { item, tenant, dialect } = sight.searched;
  const { room: standing } = sight.seen;
  const ranked = yield* dialect.ranked({ item, tenant, model, vector, standing }, [...named]);
  const among = (seqs: readonly number[]) => areRead(sight, seqs);
  const wanted = { among, areRare: () => false, limit, minScore, total: named.size };
  return (yield* firstThatMeet(ranked, wanted)) ?? [];
}

/** As `whichMeet`, of rows that are wanted next: they are read at once. */
function* areRead<T extends Named>(
  sight: Sight<T>,
  seqs: readonly number[],
): Step<(seq: number) => boolean> {
  const rows = yield* readRows(sight, seqs);
  return (seq) => rows.has(seq);
}
