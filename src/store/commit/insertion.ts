// Rows for one table: a single one by its values, several by one statement for all of them. On a server each statement
// is a round trip, and in SQLite each row of a statement for many costs half of what a statement of its own does; but
// for a single row such a statement costs twice as much.

import { jsonRows, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";

/** Both bind what all rows share first; then `one` binds the values of its row, and `many` the lines it selects from. */
const INSERTIONS = {
  history: {
    one: `INSERT INTO history (tenant, actor, cause, at, meta, memory_id, event, old_version, new_version, reason,
        unwritten) VALUES (?, ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?)`,
    many: `INSERT INTO history (tenant, actor, cause, at, meta, memory_id, event, old_version, new_version, reason,
        unwritten)
      SELECT line.value ->> 0, line.value ->> 1, line.value ->> 2, CAST(line.value ->> 3 AS bigint), '{}',
        line.value ->> 4, line.value ->> 5, CAST(line.value ->> 6 AS bigint), CAST(line.value ->> 7 AS bigint),
        line.value ->> 8, CAST(line.value ->> 9 AS bigint)`,
  },
  changeLog: {
    one: "INSERT INTO change_log (tenant, thread, revision, at, memory_id, event) VALUES (?, ?, ?, ?, ?, ?)",
    many: `INSERT INTO change_log (tenant, thread, revision, at, memory_id, event)
      SELECT CAST(? AS text), CAST(? AS text), CAST(? AS bigint), CAST(? AS bigint), line.value ->> 0, line.value ->> 1`,
  },
  untied: {
    one: "INSERT INTO untied (tenant, memory_id) VALUES (?, ?)",
    many: "INSERT INTO untied (tenant, memory_id) SELECT CAST(? AS text), line.value ->> 0",
  },
} as const;

type Cell = string | number | null;

export type Rows = Readonly<{
  shared: readonly Cell[];
  own: readonly (readonly Cell[])[];
  dialect: Dialect;
}>;

export function* insertRows(
  into: keyof typeof INSERTIONS,
  { shared, own, dialect }: Rows,
): Step<void> {
  const [first, ...others] = own;
  if (first === undefined) return;
  if (others.length === 0) yield* send(INSERTIONS[into].one, [...shared, ...first]);
  else
    yield* send(`${INSERTIONS[into].many} FROM ${dialect.elements} line`, [
      ...shared,
      jsonRows(own),
    ]);
}
