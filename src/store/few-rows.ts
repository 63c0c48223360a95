// The numbers of the rows that a search is about, where it is worth to know them before anything is ranked.

import { numbers } from "./columns.ts";
import { first, type Step } from "./database.ts";
import type { Condition, Dialect, MetSoFar } from "./dialect.ts";
import type { Sight } from "./searched.ts";
import { holdNamed } from "./standing.ts";

/** Whoever has more than this part of all rows is met often enough among the best of all. */
const FEW_OF = 4;
/** So many of the best are asked about, whatever comes of it. */
const ALWAYS_ASKED = 200;
/** To ask about one row by its number costs as much as to read so many in their order. */
const ASKING_COSTS = 4;

/** Undefined where the filter names nobody, or so many rows that it is not worth to tell them from the others first. */
export function* namedRows<T>(
  { searched, seen }: Sight<T>,
  total = Number.POSITIVE_INFINITY,
): Step<ReadonlySet<number> | undefined> {
  const { named, dialect } = searched;
  if (seen.named === undefined && named !== undefined) {
    const most = Math.min(dialect.few, total / FEW_OF);
    const seqs = yield* readSeqs(named, Math.ceil(most) + 1, dialect);
    holdNamed(seen, seqs.length > most ? "many" : new Set(seqs));
  }
  return seen.named === "many" ? undefined : seen.named;
}

/** Whether it is time for `rareRows`. */
export function areRare<T>({ searched, seen }: Sight<T>, sofar: MetSoFar): boolean {
  const { asked, met, limit, total } = sofar;
  if (asked < ALWAYS_ASKED || met >= limit) return false;
  if (searched.within !== undefined && !seen.isWide) return true;
  return (((limit - met) * (asked + 1)) / (met + 1)) * ASKING_COSTS > total;
}

/**
 * All rows that meet the condition, which are the named ones from then on. What an index leads to is tried first, and
 * undefined if that is too much to be worth it.
 */
export function* rareRows<T>({ searched, seen }: Sight<T>): Step<ReadonlySet<number> | undefined> {
  const { within, meeting, dialect } = searched;
  const isTried = within === undefined || seen.isWide;
  const most = isTried ? Number.MAX_SAFE_INTEGER : dialect.few;
  const seqs = yield* readSeqs(isTried ? meeting() : within(), most, dialect);
  if (!isTried && seqs.length === most) {
    seen.isWide = true;
    return undefined;
  }
  const rows = new Set(seqs);
  holdNamed(seen, rows);
  return rows;
}

function* readSeqs(from: Condition, limit: number, dialect: Dialect): Step<readonly number[]> {
  const row = yield* first(dialect.seqsOf(`SELECT m.seq FROM ${from.sql} LIMIT ?`), [
    ...from.values,
    limit,
  ]);
  return row === undefined ? [] : numbers(row, "seqs");
}
