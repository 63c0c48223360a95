// Opens a store on one SQLite file, bringing its schema up to date first.

import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryError } from "../../errors.ts";
import type { Store } from "../../ports/store.ts";
import { text } from "../columns.ts";
import { first } from "../database.ts";
import { ifThere } from "../files/missing-file.ts";
import { diskReserve, eraseOnFullDisk, refuseAfterFailedSync } from "../full-disk.ts";
import { inWordsOf, MIGRATIONS, type Migration, migrate, plan } from "../schema/migrations.ts";
import { createStore } from "../store.ts";
import { sqliteVectors } from "../vectors/sqlite-vectors.ts";
import { type Durability, openSqliteDatabase, type SqliteDatabase } from "./sqlite-database.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

type SqliteStoreOptions = Readonly<{
  path: string;
  durability: Durability;
  key?: string | undefined;
  keepsFiles: boolean;
  now: () => Date;
  migrations?: readonly Migration[];
}>;

export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const db = refuseAfterFailedSync(await openSqliteDatabase(options));
  try {
    const isFile = options.path !== ":memory:";
    return await prepared(isFile ? refuseMovedFile(db, options.path) : db, options);
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

async function prepared(db: SqliteDatabase, options: SqliteStoreOptions): Promise<Store> {
  const dialect = sqliteDialect(sqliteVectors());
  const schema = db.isReadOnly ? await readySchema(db, options) : await upToDate(db, options);
  const row = await db.read(() => first("SELECT sqlite_version() AS version", []));
  const store = createStore({
    db,
    dialect,
    keepsFiles: options.keepsFiles,
    info: {
      database: "sqlite",
      version: row === undefined ? "" : text(row, "version"),
      schema,
      durability: options.durability,
      vectors: "ready",
      isReadOnly: db.isReadOnly,
    },
  });
  if (db.isReadOnly) return store;
  const scrub = () => {
    removeOldCopies(options.path);
    return store.upkeep.scrub();
  };
  const scrubbed = { ...store, upkeep: { ...store.upkeep, scrub } };
  return options.path === ":memory:" ? scrubbed : withReserve(scrubbed, db, options.path);
}

async function upToDate(db: SqliteDatabase, options: SqliteStoreOptions): Promise<number> {
  const migrations = options.migrations ?? MIGRATIONS;
  const dialect = sqliteDialect(sqliteVectors());
  const before = await db.write(() => plan(migrations));
  const isChanged = before.pending.some((one) => inWordsOf(dialect, one).statements.length > 0);
  const isOld = before.current > 0 && isChanged;
  const backup = isOld ? draftBackup(db, options.path) : undefined;
  return db.write(function* () {
    const { current } = yield* plan(migrations);
    if (backup !== undefined) keepBackup(backup, current === before.current);
    return yield* migrate(migrations, dialect, options.now().getTime());
  });
}

async function readySchema(db: SqliteDatabase, options: SqliteStoreOptions): Promise<number> {
  const { current, pending } = await db.read(() => plan(options.migrations ?? MIGRATIONS));
  if (pending.length > 0)
    throw new MemoryError(
      "store_unavailable",
      `${options.path} was made by an older version and cannot be brought up to date: it or its disk is read-only.`,
    );
  return current;
}

function withReserve(store: Store, db: SqliteDatabase, path: string): Store {
  const reserve = diskReserve(path);
  reserve.make();
  const gatherLog = async () => {
    await db.read(() => first("PRAGMA wal_checkpoint(TRUNCATE)", []));
  };
  return eraseOnFullDisk(store, { reserve, gatherLog });
}

/** Made by ourselves and asked for by nobody: they would keep what is erased. */
function removeOldCopies(path: string): void {
  if (path === ":memory:") return;
  for (const copy of [".before-migration", ".before-restore"])
    for (const part of ["", "-wal", "-shm"]) rmSync(`${path}${copy}${part}`, { force: true });
}

type Backup = Readonly<{ draft: string; path: string }>;

/** Before a schema changes, the store as it was is kept beside it. */
function draftBackup(db: SqliteDatabase, path: string): Backup {
  const draft = `${path}.backup-${process.pid}`;
  rmSync(draft, { force: true });
  db.backUp(draft);
  chmodSync(draft, 0o600);
  return { draft, path: `${path}.before-migration` };
}

/** When another process has migrated in the meantime, its backup is the one from before. */
function keepBackup({ draft, path }: Backup, isFromBefore: boolean): void {
  if (isFromBefore) renameSync(draft, path);
  else rmSync(draft);
}

// A database file that was moved, deleted or replaced while it is open would take changes that nobody finds again. So
// before each change the file at the path must still be the one that was opened; one that was a moment ago still is, as
// it might just as well be moved while the change is made.

const MOMENT_MS = 1;

function refuseMovedFile(db: SqliteDatabase, path: string): SqliteDatabase {
  const opened = identityOf(path);
  let seen = performance.now();
  return {
    ...db,
    write: async (step) => {
      const now = performance.now();
      if (now - seen >= MOMENT_MS) {
        if (identityOf(path) !== opened) throw goneFrom(path);
        seen = now;
      }
      return db.write(step);
    },
  };
}

function identityOf(path: string): string | undefined {
  const file = ifThere(() => statSync(path));
  return file === undefined ? undefined : `${file.dev}:${file.ino}`;
}

function goneFrom(path: string): MemoryError {
  return new MemoryError(
    "store_unavailable",
    `${path} was moved, deleted or replaced while it was open, so nothing more is written. Put it back, or open it again.`,
  );
}

// A store to try things in: a file of its own that is gone when it is closed.

/** Under the same key as the store it is a copy of, where that has one. */
export async function openScratchStore({
  now,
  key,
}: Readonly<{ now: () => Date; key: string | undefined }>): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), "mneme-scratch-"));
  const path = join(folder, "scratch.db");
  const store = await openSqliteStore({ path, key, durability: "normal", keepsFiles: false, now });
  return {
    ...store,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
