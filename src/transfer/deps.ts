// What moving memory in and out works with.

import type { JournalLine } from "../curate/erase/erase-lines.ts";
import type { Files } from "../ports/files.ts";
import type { Store } from "../ports/store.ts";
import type { ListenDeps } from "../write/listen.ts";

/** One row of a table in somebody else's database. */
export type ForeignRow = Readonly<{
  table: string;
  row: Readonly<Record<string, unknown>>;
}>;

export type TransferDeps = ListenDeps &
  Readonly<{
    files: Files;
    journalLine: JournalLine;
    /** An empty store that is gone when it is closed, to try things in. */
    openScratch: () => Promise<Store>;
    /** The rows of some tables of an SQLite file, which is not changed. */
    readTables: (path: string, tables: readonly string[]) => AsyncIterable<ForeignRow>;
  }>;
