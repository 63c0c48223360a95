// No change of a memory exists without its line of history, from which its line for the vault file is made. Those of a
// transaction wait and are written together.
//
// The mark on a line that its file is to be written says as well whether the memory waits for its neighbours: a row of
// its own for that, in a table of its own, would cost a caller who stores a single memory a page and a statement.

import type { ChangeSet } from "../../model/change-set.ts";
import type { HistoryEvent } from "../../model/history.ts";
import type { Step } from "../database.ts";
import { ms } from "../memory-row.ts";
import { insertRows } from "./insertion.ts";
import type { Writing } from "./writing.ts";

export type Note = Readonly<{
  id: string;
  event: HistoryEvent;
  from: number | null;
  to: number | null;
  reason: string;
}>;

/** What is unwritten, and what is untied besides. */
export const UNWRITTEN = 1;
export const UNWRITTEN_AND_UNTIED = 2;

/** A line of history, in the order of its columns. */
export type HistoryLine = readonly (string | number | null)[];

type OfSet = Readonly<{
  notes: Note[];
  untied: Set<string>;
  history: HistoryLine[];
  keepsFiles: boolean;
}>;

/** At the end of a set: its notes as lines of history. */
export function noteDown(
  { tenant, actor, cause, at }: ChangeSet,
  { notes, untied, history, keepsFiles }: OfSet,
): void {
  const markOf = (id: string) => (untied.delete(id) ? UNWRITTEN_AND_UNTIED : UNWRITTEN);
  for (const { id, event, from, to, reason } of notes.splice(0)) {
    const mark = keepsFiles ? markOf(id) : null;
    history.push([tenant, actor, cause, ms(at), id, event, from, to, reason, mark]);
  }
}

/** At the end of a transaction, and before anything takes out what was noted of a memory. */
export function* writeHistory({
  dialect,
  history,
}: Pick<Writing, "dialect"> & Readonly<{ history: HistoryLine[] }>): Step<void> {
  yield* insertRows("history", { shared: [], own: history.splice(0), dialect });
}
