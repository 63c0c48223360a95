// Opens a store on a PostgreSQL database, bringing its schema up to date first.

import { MemoryError } from "../errors.ts";
import type { Store, StoreInfo } from "../ports/store.ts";
import { text } from "./columns.ts";
import { commitTogether } from "./commit/commit-together.ts";
import { first, run, type Step, send } from "./database.ts";
import { postgresDialect } from "./dialects/postgres.ts";
import { BYTES_TABLE, VECTOR_EXTENSION, VECTOR_TABLES } from "./dialects/postgres-vectors.ts";
import {
  openPostgresDatabase,
  type PostgresDatabase,
  type PostgresPool,
} from "./postgres-database.ts";
import { countingRows } from "./postgres-statistics.ts";
import { MIGRATIONS, type Migration, migrate, plan } from "./schema/migrations.ts";
import { createStore } from "./store.ts";
import { behindWall, isWalled, raiseWall, tenantOfCall } from "./tenant-wall.ts";

export type PostgresStoreOptions = Readonly<{
  pool: PostgresPool;
  keepsFiles: boolean;
  /** Lets the server itself keep tenants apart, as a second wall. */
  rowSecurity?: boolean;
  now: () => Date;
  /** Told once when the store must do without something. */
  warn: (message: string) => void;
  migrations?: readonly Migration[];
}>;

/** One number for all Mneme processes that may migrate one database at the same time. */
const MIGRATION_LOCK = 7_713_041;

export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const isWalledOff = await wantsWall(options);
  const db = openPostgresDatabase(options.pool, isWalledOff ? tenantOfCall : undefined);
  const migrations = options.migrations ?? MIGRATIONS;
  try {
    await db.writePatiently(() => alone(() => plan(migrations)));
    const vectors = await prepareVectors(db, options.warn);
    const dialect = postgresDialect(vectors);
    const at = options.now().getTime();
    const schema = await db.writePatiently(() => alone(() => migrate(migrations, dialect, at)));
    if (isWalledOff) await db.writePatiently(() => alone(raiseWall));
    const store = createStore({
      db: await countingRows(db),
      dialect,
      keepsFiles: options.keepsFiles,
      info: {
        ...{ database: "postgres", schema, vectors, isReadOnly: false },
        ...(await db.read(serverInfo)),
      },
    });
    const grouped = { ...store, commit: commitTogether(store.commit, tenantOfCall) };
    return isWalledOff ? behindWall(grouped) : grouped;
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

/** A wall that once stands stays: a program that does not ask for it would otherwise see nothing. */
async function wantsWall({ pool, rowSecurity }: PostgresStoreOptions): Promise<boolean> {
  return rowSecurity === true || openPostgresDatabase(pool).read(isWalled);
}

/** While one process changes the schema the others wait. */
function* alone<T>(step: () => Step<T>): Step<T> {
  yield* send("SET LOCAL lock_timeout = 0", []);
  yield* send("SELECT pg_advisory_xact_lock(CAST(? AS bigint))", [MIGRATION_LOCK]);
  return yield* step();
}

function* serverInfo(): Step<Pick<StoreInfo, "version" | "durability">> {
  const row = yield* first(
    "SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS waits",
    [],
  );
  if (row === undefined) return { version: "", durability: "normal" };
  return {
    version: text(row, "version"),
    durability: text(row, "waits") === "off" ? "normal" : "full",
  };
}

/** Without pgvector everything but search by meaning works. When it arrives later, vectors are made anew. */
async function prepareVectors(
  db: PostgresDatabase,
  warn: (message: string) => void,
): Promise<"ready" | "unavailable"> {
  const missing = await lackOfVectors(db);
  if (missing === undefined) {
    await db.writePatiently(() => alone(vectorTable));
    return "ready";
  }
  await db.writePatiently(() => alone(() => run(BYTES_TABLE, [])));
  warn(`${missing}; search goes by words alone.`);
  return "unavailable";
}

async function lackOfVectors(db: PostgresDatabase): Promise<string | undefined> {
  const offered = await db.read(() =>
    first("SELECT name FROM pg_available_extensions WHERE name = 'vector'", []),
  );
  if (offered === undefined) return "pgvector is not installed on this PostgreSQL server";
  try {
    await db.writePatiently(() => alone(() => run(VECTOR_EXTENSION, [])));
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof MemoryError) || thrown.code !== "forbidden") throw thrown;
    return "this PostgreSQL role may not create the extension pgvector";
  }
}

function* vectorTable(): Step<void> {
  const column = yield* first(
    `SELECT data_type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'vectors' AND column_name = 'vector'`,
    [],
  );
  const kind = column === undefined ? "none" : text(column, "data_type");
  if (kind === "bytea") yield* send("DROP TABLE vectors", []);
  if (kind === "bytea" || kind === "none")
    for (const statement of VECTOR_TABLES) yield* send(statement, []);
}
