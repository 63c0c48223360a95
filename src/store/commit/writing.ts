// What a change needs besides itself to be written.

import type { Relation } from "../../model/relation.ts";
import type { Dialect, TextEntry } from "../dialect.ts";
import type { HistoryLine, Note } from "./notes.ts";

export type Writing = Readonly<{
  dialect: Dialect;
  /** Whether versions and messages also go to files: the vault and the journals. */
  keepsFiles: boolean;
}>;

/** What happened to a memory, where its thread has something to say of it. */
export type DeltaRow = Readonly<{ id: string; thread: string; event: string }>;

/** The writing of one change set. */
export type CommitWriting = Writing &
  Readonly<{
    /** Gathered as it goes, to be written last: the lines of the threads' logs. */
    deltas: DeltaRow[];
    /** The same for history and for the vault: of this set, and of all before it. */
    notes: Note[];
    history: HistoryLine[];
    /** Those that wait for their neighbours and are not marked so yet. */
    untied: Set<string>;
    /** For edges. */
    links: Relation[];
    /** And for words. */
    words: TextEntry[];
  }>;
