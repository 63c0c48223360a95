// Puts the parts of a store together over one database.

import type { Store, StoreInfo } from "../ports/store.ts";
import { auditLog } from "./audit-log.ts";
import { checkpointStore } from "./checkpoint-store.ts";
import { closable } from "./closable.ts";
import { applyChanges } from "./commit/commit.ts";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { fileOutbox } from "./file-outbox.ts";
import { frameworkStore } from "./framework-store.ts";
import { jobQueue } from "./job-queue.ts";
import { keyStore } from "./key-store.ts";
import { memoryReader } from "./memory-reader.ts";
import { messageReader } from "./message-reader.ts";
import { overviewReader } from "./overview-reader.ts";
import { reviewReader } from "./review-reader.ts";
import { searchReader } from "./search-reader.ts";
import { tokenLedger } from "./token-ledger.ts";
import { transferStore } from "./transfer-store.ts";
import { upkeepStore } from "./upkeep-store.ts";

export type StoreParts = Readonly<{
  db: Database;
  dialect: Dialect;
  keepsFiles: boolean;
  info: StoreInfo;
}>;

export function createStore({ db: opened, dialect, keepsFiles, info }: StoreParts): Store {
  const db = closable(opened);
  const writing = { dialect, keepsFiles };
  return {
    commit: (...sets) => db.write(() => applyChanges(sets, writing)),
    memories: memoryReader(db, dialect),
    messages: messageReader(db, dialect),
    search: searchReader(db, dialect),
    overview: overviewReader(db, dialect),
    jobs: jobQueue(db, dialect),
    reviews: reviewReader(db, dialect),
    checkpoints: checkpointStore(db),
    ledger: tokenLedger(db),
    files: fileOutbox(db, dialect),
    upkeep: upkeepStore(db, writing),
    keys: keyStore(db),
    audit: auditLog(db, dialect),
    frameworks: frameworkStore(db, dialect),
    transfer: transferStore(db, writing),
    info: async () => info,
    close: () => db.close(),
  };
}
