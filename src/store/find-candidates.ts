// Rows that share words with a question, and rows near to it in meaning, out of what may be seen.

import type { Candidates, VectorHit, VectorQuery, WordHits, WordQuery } from "../ports/store.ts";
import { numbers } from "./columns.ts";
import { cosinesById } from "./cosines.ts";
import { first, type Step } from "./database.ts";
import type { Near, Postings } from "./dialect.ts";
import { firstThatMeet } from "./first-that-meet.ts";
import { postingsHeld } from "./held-words.ts";
import { postingsAt } from "./past-words.ts";
import { POSTINGS_CAP, type RankedRows, rankByRarity } from "./rank-words.ts";
import { readRows, type Sight, whichMeet } from "./searched.ts";
import { type Held, holdNamed } from "./standing.ts";
import { questionWords } from "./text-entry.ts";
import { COUNT_CAP } from "./total.ts";
import { hasDirection } from "./vector-direction.ts";

export type Named = Readonly<{ id: string; text: string }>;

const FIRST_LOOK = 3;
/** Whoever has more than this part of all rows is met often enough among the best of all. */
const FEW_OF = 4;

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
  const total = held.total ?? 0;
  const asked = { item, tenant, terms: questionWords(terms), cap: POSTINGS_CAP };
  const present = yield* postingsHeld(dialect, asked, held);
  const postings = yield* postingsAt(present, asked, look);
  const frequency = frequencies(postings);
  const only = yield* namedRows(sight, total);
  const ranked = rankByRarity(postings, { frequency, total, only });
  const rows = yield* readRanked(sight, ranked, limit);
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
  limit: number,
): Step<ReadonlyMap<number, T>> {
  const kept = new Map<number, T>();
  for (let size = limit; !ranked.isEmpty() && kept.size < limit; size *= FIRST_LOOK)
    for (const [seq, row] of yield* readRows(sight, ranked.take(size))) {
      if (kept.size === limit) break;
      kept.set(seq, row);
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
  const found = (yield* nearestNamed(sight, query)) ?? (yield* nearestOfAll(sight, query));
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

function nearestOfAll<T>(sight: Sight<T>, query: VectorQuery): Step<readonly Near[]> {
  const { item, tenant, dialect, condition, named } = sight.searched;
  const { model, vector, minScore, limit } = query;
  const { room: standing } = sight.seen;
  const asked = { item, tenant, model, vector, minScore, standing };
  const among = (seqs: readonly number[]) => whichMeet(sight, seqs);
  return dialect.nearest(asked, { condition, isNarrow: named !== undefined, among }, limit);
}

/** Where the filter names somebody with few rows, those are compared one by one. Undefined where that is not so. */
function* nearestNamed<T extends Named>(
  sight: Sight<T>,
  { model, vector, limit, minScore }: VectorQuery,
): Step<readonly Near[] | undefined> {
  const { item, tenant, dialect } = sight.searched;
  const named = yield* namedRows(sight);
  if (named === undefined) return undefined;
  const { room: standing } = sight.seen;
  const ranked = yield* dialect.ranked({ item, tenant, model, vector, standing }, [...named]);
  return yield* firstThatMeet(ranked, { among: (seqs) => areRead(sight, seqs), limit, minScore });
}

/** As `whichMeet`, of rows that are wanted next: they are read at once. */
function* areRead<T extends Named>(
  sight: Sight<T>,
  seqs: readonly number[],
): Step<(seq: number) => boolean> {
  const rows = yield* readRows(sight, seqs);
  return (seq) => rows.has(seq);
}

/** Undefined where the filter names nobody, or so many rows that it is not worth to tell them from the others first. */
function* namedRows<T>(
  { searched, seen }: Sight<T>,
  total = Number.POSITIVE_INFINITY,
): Step<ReadonlySet<number> | undefined> {
  const { named, dialect } = searched;
  if (named === undefined) return undefined;
  if (seen.named === undefined) {
    const most = total < COUNT_CAP ? Math.min(dialect.few, total / FEW_OF) : dialect.few;
    const chosen = `SELECT m.seq FROM ${named.sql} LIMIT ?`;
    const row = yield* first(dialect.seqsOf(chosen), [...named.values, Math.ceil(most) + 1]);
    const seqs = row === undefined ? [] : numbers(row, "seqs");
    holdNamed(seen, seqs.length > most ? "many" : new Set(seqs));
  }
  return seen.named === "many" ? undefined : seen.named;
}
