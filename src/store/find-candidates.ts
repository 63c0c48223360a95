// Rows that share words with a question, and rows near to it in meaning, out of what may be seen.

import type { Candidates, VectorHit, VectorQuery, WordHits, WordQuery } from "../ports/store.ts";
import { numbers } from "./columns.ts";
import { cosinesById } from "./cosines.ts";
import { first, type Step } from "./database.ts";
import type { Near, Postings } from "./dialect.ts";
import { postingsHeld } from "./held-words.ts";
import { postingsAt } from "./past-words.ts";
import { POSTINGS_CAP, type RankedRows, rankByRarity } from "./rank-words.ts";
import { readRows, type Sight, whichMeet } from "./searched.ts";
import type { Held } from "./standing.ts";
import { questionWords } from "./text-entry.ts";
import { hasDirection } from "./vector-direction.ts";

export type Named = Readonly<{ id: string; text: string }>;

const FIRST_LOOK = 3;

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
  const ranked = rankByRarity(postings, frequency, total);
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
  const found = (yield* nearestAbout(sight, query)) ?? (yield* nearestOfAll(sight, query));
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
  const { item, tenant, dialect, condition } = sight.searched;
  const { model, vector, minScore, limit } = query;
  const { room: standing } = sight.seen;
  const asked = { item, tenant, model, vector, minScore, standing };
  const among = (seqs: readonly number[]) => whichMeet(sight, seqs);
  return dialect.nearest(asked, { condition, among }, limit);
}

/** Few memories are about one subject or of one user: those are compared one by one. Undefined where that is not so. */
function* nearestAbout<T>(
  sight: Sight<T>,
  { model, vector, filter, limit }: VectorQuery,
): Step<readonly Near[] | undefined> {
  const { item, tenant, dialect, look } = sight.searched;
  const isNarrow = filter.subject !== undefined || filter.user !== undefined;
  if (item !== "memory" || !isNarrow || look.asOf !== undefined) return undefined;
  const seqs = yield* allSeen(sight);
  if (seqs.length > dialect.few) return undefined;
  const { room: standing } = sight.seen;
  const cosines = yield* dialect.cosines({ item, tenant, model, vector, standing }, seqs);
  return nearestOf(cosines, limit);
}

/** Only those that can be among the first are put in order. */
function nearestOf(cosines: ReadonlyMap<number, number>, limit: number): readonly Near[] {
  const scores = Float64Array.from(cosines.values()).sort();
  const last = scores[scores.length - limit] ?? Number.NEGATIVE_INFINITY;
  const near: Near[] = [];
  for (const [seq, score] of cosines) if (score >= last) near.push({ seq, score });
  return near.sort((one, other) => other.score - one.score || one.seq - other.seq).slice(0, limit);
}

/** The numbers of all memories that may be seen; of many, one more than few. */
function* allSeen<T>({ searched, seen }: Sight<T>): Step<readonly number[]> {
  if (seen.all !== undefined) return seen.all;
  const { dialect } = searched;
  const condition = searched.condition();
  const chosen = `SELECT m.seq FROM memories m WHERE ${condition.sql} LIMIT ?`;
  const row = yield* first(dialect.seqsOf(chosen), [...condition.values, dialect.few + 1]);
  seen.all = row === undefined ? [] : numbers(row, "seqs");
  return seen.all;
}
