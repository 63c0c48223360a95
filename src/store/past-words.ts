// Finds words as they stood at a time. The index knows the present; what was reworded since is read again.

import type { Look } from "../model/filter.ts";
import { number } from "./columns.ts";
import { all, type Step } from "./database.ts";
import type { Postings, PostingsQuery } from "./dialect.ts";
import { MEMORY_COLUMNS, memoryFromRow, ms } from "./memory-row.ts";
import { rowsAt } from "./memory-select.ts";
import { memoryEntry, type Words, wordsOf } from "./text-entry.ts";

/** Of more changes than this since then, the newest are read again. */
const MAX_CHANGED = 4_000;

export function* postingsAt(
  present: readonly Postings[],
  query: PostingsQuery,
  look: Look,
): Step<readonly Postings[]> {
  if (look.asOf === undefined || query.item === "message") return present;
  const changed = yield* changedSince(query.tenant, look, look.asOf);
  return present.map(({ field, term, seqs }) => ({
    field,
    term,
    seqs: [
      ...seqs.filter((seq) => !changed.has(seq)),
      ...[...changed].flatMap(([seq, was]) => (was[field].includes(term) ? [seq] : [])),
    ],
  }));
}

function* changedSince(tenant: string, look: Look, asOf: string): Step<ReadonlyMap<number, Words>> {
  const then = rowsAt(look);
  const rows = yield* all(
    `SELECT c.seq AS row_seq, ${MEMORY_COLUMNS} FROM memories c
     JOIN ${then.sql} ON m.tenant = c.tenant AND m.id = c.id
     WHERE c.tenant = ? AND c.updated_at > ? AND c.version <> m.version ORDER BY c.seq DESC LIMIT ?`,
    [...then.values, tenant, ms(asOf), MAX_CHANGED],
  );
  return new Map(
    rows.map((row) => [number(row, "row_seq"), wordsOf(memoryEntry(memoryFromRow(row), "again"))]),
  );
}
