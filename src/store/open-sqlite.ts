// Opens a store on one SQLite file, bringing its schema up to date first.

import { copyFileSync, existsSync, statSync } from "node:fs";
import type { Store } from "../ports/store.ts";
import { text } from "./columns.ts";
import { first } from "./database.ts";
import { sqliteDialect } from "./dialects/sqlite.ts";
import { MIGRATIONS, type Migration, migrate, plan } from "./schema/migrations.ts";
import { type Durability, openSqliteDatabase, type SqliteDatabase } from "./sqlite-database.ts";
import { sqliteVectors } from "./sqlite-vectors.ts";
import { createStore } from "./store.ts";

export type SqliteStoreOptions = Readonly<{
  path: string;
  durability: Durability;
  keepsFiles: boolean;
  now: () => Date;
  migrations?: readonly Migration[];
}>;

export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const isNew =
    options.path === ":memory:" || !existsSync(options.path) || statSync(options.path).size === 0;
  const db = await openSqliteDatabase(options);
  try {
    return await prepared(db, options, isNew);
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

async function prepared(
  db: SqliteDatabase,
  options: SqliteStoreOptions,
  isNew: boolean,
): Promise<Store> {
  const dialect = sqliteDialect(sqliteVectors());
  const migrations = options.migrations ?? MIGRATIONS;
  const { pending } = await db.write(() => plan(migrations));
  if (pending.length > 0 && !isNew) backUp(db, options.path);
  const schema = await db.write(() => migrate(migrations, dialect, options.now().getTime()));
  const row = await db.read(() => first("SELECT sqlite_version() AS version", []));
  return createStore({
    db,
    dialect,
    keepsFiles: options.keepsFiles,
    info: {
      database: "sqlite",
      version: row === undefined ? "" : text(row, "version"),
      schema,
      durability: options.durability,
      vectors: "ready",
    },
  });
}

/** Before a schema changes, the file as it was is kept beside it. */
function backUp(db: SqliteDatabase, path: string): void {
  db.script("PRAGMA wal_checkpoint(TRUNCATE)");
  copyFileSync(path, `${path}.before-migration`);
}
