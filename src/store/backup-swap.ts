// What must be known and done about a SQLite file before another takes its place.

import { MemoryError } from "../errors.ts";
import { type Ledger, readLedger } from "./backup-ledger.ts";
import { number, text } from "./columns.ts";
import { all, run, type Step } from "./database.ts";
import { openSqliteDatabase, type SqliteDatabase, type SqliteFile } from "./sqlite-database.ts";

/** A store that nobody else can open until it is let go. */
export type HeldStore = Readonly<{ ledger: Ledger; letGo: () => Promise<void> }>;

/**
 * Gathers the log into the one file and keeps everyone else out, which only works when no one has it open. Then it
 * can be renamed: all of it is in the file, and nobody goes on writing to the one that was put aside.
 */
export async function holdStore(file: SqliteFile): Promise<HeldStore> {
  const { path } = file;
  const db = await openSqliteDatabase({ ...file, durability: "full" });
  try {
    await leaveLog(db, path);
    const ledger = await db.read(readLedger);
    await db.read(() => run("BEGIN EXCLUSIVE", []));
    let released: Promise<void> | undefined;
    return {
      ledger,
      letGo: () => {
        released ??= release(db);
        return released;
      },
    };
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

async function release(db: SqliteDatabase): Promise<void> {
  await db.read(() => run("COMMIT", []));
  await db.close();
}

async function leaveLog(db: SqliteDatabase, path: string): Promise<void> {
  try {
    await db.read(() => all("PRAGMA busy_timeout = 0", []));
    await db.read(() => all("PRAGMA journal_mode = DELETE", []));
  } catch (thrown) {
    if (!(thrown instanceof MemoryError) || thrown.code !== "store_unavailable") throw thrown;
    throw inUse(path, thrown);
  }
}

function inUse(path: string, cause: unknown): MemoryError {
  return new MemoryError(
    "store_unavailable",
    `${path} is in use by another process. Stop it first; nothing was changed.`,
    { cause },
  );
}

export type KnownVersion = Readonly<{ tenant: string; id: string; version: number }>;

export function* knownVersions(): Step<readonly KnownVersion[]> {
  const rows = yield* all(
    "SELECT tenant, id, version FROM memory_versions UNION ALL SELECT tenant, id, version FROM memories",
    [],
  );
  return rows.map((row) => ({
    tenant: text(row, "tenant"),
    id: text(row, "id"),
    version: number(row, "version"),
  }));
}
