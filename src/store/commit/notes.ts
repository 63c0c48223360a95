// No change of a memory exists without its line of history, from which its line for the vault file is made. Those of a
// change set wait and are written together.
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

export type WaitingNotes = Pick<Writing, "dialect" | "keepsFiles"> &
  Readonly<{ notes: Note[]; untied: Set<string> }>;

/** At the end of a set, and before anything takes out what was noted of a memory. */
export function* writeNotes(
  { tenant, actor, cause, at }: ChangeSet,
  { dialect, keepsFiles, notes: waiting, untied }: WaitingNotes,
): Step<void> {
  const notes = waiting.splice(0);
  const mark = (id: string) => (untied.delete(id) ? UNWRITTEN_AND_UNTIED : UNWRITTEN);
  yield* insertRows("history", {
    shared: [tenant, actor, cause, ms(at)],
    own: notes.map(({ id, event, from, to, reason }) => {
      return [id, event, from, to, reason, keepsFiles ? mark(id) : null];
    }),
    dialect,
  });
}
