// Filters of a search: a selective one is applied before ranking, any other one to the ranked list.

import { numbers } from "../columns.ts";
import { first, type Step } from "../database.ts";
import type { Condition, Dialect, Meeting, MetSoFar, Near, Ranked } from "../dialect.ts";
import { cacheFilteredRows } from "./search-cache.ts";
import type { SearchView } from "./search-target.ts";

/** Whoever has more than this part of all rows is met often enough among the best of all. */
const FEW_OF = 4;
/** So many of the best are asked about, whatever comes of it. */
const ALWAYS_ASKED = 200;
/** To ask about one row by its number costs as much as to read so many in their order. */
const ASKING_COSTS = 4;

/** Undefined where the filter names nobody, or so many rows that it is not worth to tell them from the others first. */
export function* rowsOfFilter<T>(
  { searched, seen }: SearchView<T>,
  total = Number.POSITIVE_INFINITY,
): Step<ReadonlySet<number> | undefined> {
  const { named, dialect } = searched;
  if (seen.named === undefined && named !== undefined) {
    const most = Math.min(dialect.few, total / FEW_OF);
    const seqs = yield* readSeqs(named, Math.ceil(most) + 1, dialect);
    cacheFilteredRows(seen, seqs.length > most ? "many" : new Set(seqs));
  }
  return seen.named === "many" ? undefined : seen.named;
}

/** Whether it is time for `rareRows`. */
export function isSelective<T>({ searched, seen }: SearchView<T>, sofar: MetSoFar): boolean {
  const { asked, met, limit, total } = sofar;
  if (asked < ALWAYS_ASKED || met >= limit) return false;
  if (searched.within !== undefined && !seen.isWide) return true;
  return (((limit - met) * (asked + 1)) / (met + 1)) * ASKING_COSTS > total;
}

/**
 * All rows that meet the condition, which are the named ones from then on. What an index leads to is tried first, and
 * undefined if that is too much to be worth it.
 */
export function* rowsOfCondition<T>({
  searched,
  seen,
}: SearchView<T>): Step<ReadonlySet<number> | undefined> {
  const { within, meeting, dialect } = searched;
  const isTried = within === undefined || seen.isWide;
  const most = isTried ? Number.MAX_SAFE_INTEGER : dialect.few;
  const seqs = yield* readSeqs(isTried ? meeting() : within(), most, dialect);
  if (!isTried && seqs.length === most) {
    seen.isWide = true;
    return undefined;
  }
  const rows = new Set(seqs);
  cacheFilteredRows(seen, rows);
  return rows;
}

function* readSeqs(from: Condition, limit: number, dialect: Dialect): Step<readonly number[]> {
  const row = yield* first(dialect.seqsOf(`SELECT m.seq FROM ${from.sql} LIMIT ?`), [
    ...from.values,
    limit,
  ]);
  return row === undefined ? [] : numbers(row, "seqs");
}

// Post-filter: the database is asked of the best few rows first, then of more, until enough of them pass.

/** How much further each look goes when a condition is strict. */
const LOOK_FURTHER = 4;

type Wanted = Pick<Meeting, "among" | "areRare"> &
  Readonly<{ limit: number; minScore: number | undefined; total: number }>;

/** Undefined where so few meet it that they should be found first. */
export function* postFilter(
  ranked: Ranked,
  { among, areRare, limit, minScore = Number.NEGATIVE_INFINITY, total }: Wanted,
): Step<readonly Near[] | undefined> {
  const meeting: Near[] = [];
  let asked = 0;
  for (let look = limit; meeting.length < limit; look *= LOOK_FURTHER) {
    if (areRare({ asked, met: meeting.length, limit, total })) return undefined;
    const next = ranked.take(look).filter(({ score }) => score >= minScore);
    if (next.length === 0) break;
    const isSeen = yield* among(next.map(({ seq }) => seq));
    for (const near of next) if (isSeen(near.seq)) meeting.push(near);
    asked += next.length;
    if (next.length < look) break;
  }
  return meeting.slice(0, limit);
}
