// No change of a memory exists without its line of history and its line for the vault. Those of a change set wait and
// are written together, since one statement for many rows costs a fraction of many, and on a server one round trip.

import type { ChangeSet } from "../../model/change-set.ts";
import type { HistoryEvent } from "../../model/history.ts";
import { jsonRows, run, type Step } from "../database.ts";
import { ms } from "../memory-row.ts";
import type { Writing } from "./writing.ts";

export type Note = Readonly<{
  id: string;
  event: HistoryEvent;
  from: number | null;
  to: number | null;
  reason: string;
  /** For the vault file. */
  line: string;
}>;

export type WaitingNotes = Pick<Writing, "dialect" | "keepsFiles"> & Readonly<{ notes: Note[] }>;

/** At the end of a set, and before anything takes out what was noted of a memory. */
export function* writeNotes(
  set: ChangeSet,
  { dialect, keepsFiles, notes: waiting }: WaitingNotes,
): Step<void> {
  const notes = waiting.splice(0);
  if (notes.length === 0) return;
  const rows = notes.map(({ id, event, from, to, reason }) => [id, event, from, to, reason]);
  yield* run(
    `INSERT INTO history (tenant, memory_id, event, old_version, new_version, actor, cause, reason, meta, at)
       SELECT CAST(? AS text), line.value ->> 0, line.value ->> 1, CAST(line.value ->> 2 AS bigint),
         CAST(line.value ->> 3 AS bigint), CAST(? AS text), CAST(? AS text), line.value ->> 4, '{}',
         CAST(? AS bigint) FROM ${dialect.elements} line`,
    [set.tenant, set.actor, set.cause, ms(set.at), jsonRows(rows)],
  );
  if (!keepsFiles) return;
  yield* run(
    `INSERT INTO file_outbox (tenant, file, item_id, line)
       SELECT CAST(? AS text), 'vault', line.value ->> 0, line.value ->> 1 FROM ${dialect.elements} line`,
    [set.tenant, jsonRows(notes.map(({ id, line }) => [id, line]))],
  );
}
