// What every part of a commit is given, and the rows all of them insert.

import type { ChangeSet } from "../../model/change-set.ts";
import type { HistoryEvent } from "../../model/history.ts";
import type { Relation } from "../../model/memory.ts";
import { byTenant, type OfTenant } from "../by-tenant.ts";
import { jsonRows, type Step, send } from "../database.ts";
import type { Dialect, TextEntry } from "../dialect.ts";
import { ms } from "../read/memory-row.ts";

export type WriteContext = Readonly<{
  dialect: Dialect;
  /** Whether versions and messages also go to files: the vault and the journals. */
  keepsFiles: boolean;
}>;

/** What happened to a memory, where its thread has something to say of it. */
export type DeltaRow = Readonly<{ id: string; thread: string; event: string }>;

/** The writing of one change set. */
export type CommitContext = WriteContext &
  Readonly<{
    /** Gathered as it goes, to be written last: the lines of the threads' logs. */
    deltas: DeltaRow[];
    /** The same for history and for the vault: of this set, and of all before it. */
    notes: HistoryNote[];
    history: HistoryLine[];
    /** Those that wait for their neighbours and are not marked so yet. */
    untied: Set<string>;
    /** For edges. */
    links: Relation[];
    /** And for words. */
    words: TextEntry[];
  }>;

// The words of what a transaction writes, which wait until its other rows are in. FTS5 holds new words in memory and
// puts them into the index when the transaction ends, but also before any statement that could have to be undone by
// itself: among other rows, each item would become a piece of the index of its own, to be merged later.

export type DeferredWords = Readonly<{ dialect: Dialect; words: TextEntry[] }>;

/** At the end, and before anything takes words out: what waits may be what goes. */
export function* writeWords({ dialect, words }: DeferredWords): Step<void> {
  if (words.length > 0) yield* dialect.putText(words.splice(0));
}

// Rows for one table: a single one by its values, several by one statement for all of them. On a server each statement
// is a round trip, and in SQLite each row of a statement for many costs half of what a statement of its own does; but
// for a single row such a statement costs twice as much.

/** Both bind what all rows share first; then `one` binds the values of its row, and `many` the lines it selects from. */
const INSERTIONS = {
  history: {
    one: `INSERT INTO history (tenant, actor, cause, at, meta, memory_id, event, old_version, new_version, reason,
        unwritten) VALUES (?, ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?)`,
    many: `INSERT INTO history (tenant, actor, cause, at, meta, memory_id, event, old_version, new_version, reason,
        unwritten)
      SELECT CAST(? AS text), line.value ->> 0, line.value ->> 1, CAST(line.value ->> 2 AS bigint), '{}',
        line.value ->> 3, line.value ->> 4, CAST(line.value ->> 5 AS bigint), CAST(line.value ->> 6 AS bigint),
        line.value ->> 7, CAST(line.value ->> 8 AS bigint)`,
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

type Rows = Readonly<{
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

// No change of a memory exists without its line of history, from which its line for the vault file is made. Those of a
// transaction wait and are written together.
//
// The mark on a line that its file is to be written says as well whether the memory waits for its neighbours: a row of
// its own for that, in a table of its own, would cost a caller who stores a single memory a page and a statement.

type HistoryNote = Readonly<{
  id: string;
  event: HistoryEvent;
  from: number | null;
  to: number | null;
  reason: string;
}>;

/** What is unwritten, and what is untied besides. */
export const UNWRITTEN = 1;
export const UNWRITTEN_AND_UNLINKED = 2;

/** A line of history, in the order of its columns after the tenant. */
export type HistoryLine = OfTenant<readonly (string | number | null)[]>;

type OfSet = Readonly<{
  notes: HistoryNote[];
  untied: Set<string>;
  history: HistoryLine[];
  keepsFiles: boolean;
}>;

/** At the end of a set: its notes as lines of history. */
export function addHistoryLines(
  { tenant, actor, cause, at }: ChangeSet,
  { notes, untied, history, keepsFiles }: OfSet,
): void {
  const markOf = (id: string) => (untied.delete(id) ? UNWRITTEN_AND_UNLINKED : UNWRITTEN);
  for (const { id, event, from, to, reason } of notes.splice(0)) {
    const mark = keepsFiles ? markOf(id) : null;
    history.push({ tenant, item: [actor, cause, ms(at), id, event, from, to, reason, mark] });
  }
}

/** At the end of a transaction, and before anything takes out what was noted of a memory. */
export function* writeHistory({
  dialect,
  history,
}: Pick<WriteContext, "dialect"> & Readonly<{ history: HistoryLine[] }>): Step<void> {
  for (const [tenant, own] of byTenant(history.splice(0)))
    yield* insertRows("history", { shared: [tenant], own, dialect });
}
