// Opens a store on a PostgreSQL database, bringing its schema up to date first.

import type { Store } from "../ports/store.ts";
import { text } from "./columns.ts";
import { type Database, first, run } from "./database.ts";
import { BYTES_TABLE, postgresDialect, VECTOR_TABLES } from "./dialects/postgres.ts";
import { openPostgresDatabase, type PostgresPool } from "./postgres-database.ts";
import { MIGRATIONS, type Migration, migrate } from "./schema/migrations.ts";
import { createStore } from "./store.ts";

export type PostgresStoreOptions = Readonly<{
  pool: PostgresPool;
  keepsFiles: boolean;
  now: () => Date;
  /** Told once when the store must do without something. */
  warn: (message: string) => void;
  migrations?: readonly Migration[];
}>;

/** One number for all Mneme processes that may migrate one database at the same time. */
const MIGRATION_LOCK = 7_713_041;

export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const db = openPostgresDatabase(options.pool);
  try {
    const vectors = await prepareVectors(db, options.warn);
    const dialect = postgresDialect(vectors);
    const migrations = options.migrations ?? MIGRATIONS;
    const schema = await db.write(function* () {
      yield* run("SELECT pg_advisory_xact_lock(CAST(? AS bigint))", [MIGRATION_LOCK]);
      return yield* migrate(migrations, dialect, options.now().getTime());
    });
    const row = await db.read(() => first("SHOW server_version", []));
    return createStore({
      db,
      dialect,
      keepsFiles: options.keepsFiles,
      info: {
        database: "postgres",
        version: row === undefined ? "" : text(row, "server_version"),
        schema,
        durability: "full",
        vectors,
      },
    });
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

/** Without pgvector everything but search by meaning works. When it arrives later, vectors are made anew. */
async function prepareVectors(
  db: Database,
  warn: (message: string) => void,
): Promise<"ready" | "unavailable"> {
  const offered = await db.read(() =>
    first("SELECT name FROM pg_available_extensions WHERE name = 'vector'", []),
  );
  if (offered === undefined) {
    await db.write(() => run(BYTES_TABLE, []));
    warn("pgvector is not installed on this PostgreSQL server; search goes by words alone.");
    return "unavailable";
  }
  await db.write(function* () {
    yield* run("SELECT pg_advisory_xact_lock(CAST(? AS bigint))", [MIGRATION_LOCK]);
    const column = yield* first(
      `SELECT data_type FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = 'vectors' AND column_name = 'vector'`,
      [],
    );
    if (column !== undefined && text(column, "data_type") === "bytea")
      yield* run("DROP TABLE vectors", []);
    for (const statement of VECTOR_TABLES) yield* run(statement, []);
  });
  return "ready";
}
