// What moving memory in and out works with.

import type { JournalLine } from "../curate/erase/erase-lines.ts";
import type { Files } from "../ports/files.ts";
import type { OpenForeign, OpenForeignServer } from "../ports/foreign-database.ts";
import type { Store } from "../ports/store.ts";
import type { IngestDeps } from "../write/act.ts";

export type TransferDeps = IngestDeps &
  Readonly<{
    files: Files;
    journalLine: JournalLine;
    /** An empty store that is gone when it is closed, to try things in. */
    openScratch: () => Promise<Store>;
    openForeign: OpenForeign;
    openForeignServer: OpenForeignServer;
  }>;
