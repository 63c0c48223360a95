// No change of a memory exists without its line of history, from which its line for the vault file is made. Those of a
// change set wait and are written together.

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

export type WaitingNotes = Pick<Writing, "dialect" | "keepsFiles"> & Readonly<{ notes: Note[] }>;

/** At the end of a set, and before anything takes out what was noted of a memory. */
export function* writeNotes(
  { tenant, actor, cause, at }: ChangeSet,
  { dialect, keepsFiles, notes: waiting }: WaitingNotes,
): Step<void> {
  const notes = waiting.splice(0);
  const unwritten = keepsFiles ? 1 : null;
  yield* insertRows("history", {
    shared: [tenant, actor, cause, ms(at)],
    own: notes.map(({ id, event, from, to, reason }) => [id, event, from, to, reason, unwritten]),
    dialect,
  });
}
