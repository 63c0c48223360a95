// One store out of its parts, closed once.

import { MemoryError } from "../errors.ts";
import type { Store, StoreInfo } from "../ports/store.ts";
import { auditLog } from "./commit/audit-log.ts";
import { applyChanges } from "./commit/commit.ts";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { checkpointStore, frameworkStore } from "./frameworks/framework-store.ts";
import { fileOutbox, jobQueue } from "./jobs/job-queue.ts";
import { upkeepStore } from "./jobs/upkeep-store.ts";
import { keyStore } from "./key-store.ts";
import { memoryReader } from "./read/memory-reader.ts";
import { messageReader } from "./read/message-reader.ts";
import { overviewReader } from "./read/overview-reader.ts";
import { reviewReader } from "./read/review-reader.ts";
import { searchReader } from "./search/search-reader.ts";
import { tokenLedger } from "./token-ledger.ts";
import { transferStore } from "./transfer/transfer-store.ts";

type StoreParts = Readonly<{
  db: Database;
  dialect: Dialect;
  keepsFiles: boolean;
  info: StoreInfo;
}>;

export function createStore({ db: opened, dialect, keepsFiles, info }: StoreParts): Store {
  const db = closeOnce(opened);
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

/** A database that can be closed once, and says so to whoever still calls it. */
function closeOnce(db: Database): Database {
  let closing: Promise<void> | undefined;
  const opened = () => {
    if (closing !== undefined) throw new MemoryError("closed", "The store is closed.");
    return db;
  };
  return {
    read: async (step) => opened().read(step),
    write: async (step) => opened().write(step),
    standing: () => opened().standing(),
    close: () => {
      closing ??= db.close();
      return closing;
    },
  };
}
