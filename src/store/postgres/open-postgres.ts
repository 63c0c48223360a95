// Opens a store on a PostgreSQL database, bringing its schema up to date first.

import { AsyncLocalStorage } from "node:async_hooks";
import { MemoryError } from "../../errors.ts";
import type { Store, StoreInfo } from "../../ports/store.ts";
import { number, text } from "../columns.ts";
import { groupCommit } from "../commit/group-commit.ts";
import { type Database, first, run, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { memoryReader } from "../read/memory-reader.ts";
import { messageReader } from "../read/message-reader.ts";
import { MIGRATIONS, type Migration, migrate, plan } from "../schema/migrations.ts";
import { searchReader } from "../search/search-reader.ts";
import { createStore } from "../store.ts";
import { BYTES_TABLE, VECTOR_EXTENSION, VECTOR_TABLES } from "../vectors/postgres-vectors.ts";
import {
  openPostgresDatabase,
  type PostgresDatabase,
  type PostgresPool,
} from "./postgres-database.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { type Readers, readersFrom } from "./replica.ts";

type PostgresStoreOptions = Readonly<{
  pool: PostgresPool;
  keepsFiles: boolean;
  /** A standby that answers what only reads, with how old its answers may be. */
  replica?: Readonly<{ pool: PostgresPool; maxStalenessMs: number }> | undefined;
  /** Lets the server itself keep tenants apart, as a second wall. */
  rowSecurity?: boolean;
  now: () => Date;
  /** Told once when the store must do without something. */
  warn: (message: string) => void;
  migrations?: readonly Migration[];
}>;

/** One number for all Mneme processes that may migrate one database at the same time. */
const MIGRATION_LOCK = 7_713_041;

/** `reading`: the same store, whose readers may ask the standby. */
export type PostgresStore = Store & Readonly<{ reading: Store }>;

export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const isWalledOff = await wantsWall(options);
  const tenant = isWalledOff ? tenantOfCall : undefined;
  let written: ((position: string) => void) | undefined;
  const db = openPostgresDatabase(options.pool, {
    tenant,
    ...(options.replica === undefined ? {} : { written: (position) => written?.(position) }),
  });
  const migrations = options.migrations ?? MIGRATIONS;
  try {
    await db.writePatiently(() => alone(() => plan(migrations)));
    const vectors = await prepareVectors(db, options.warn);
    const dialect = postgresDialect(vectors);
    const at = options.now().getTime();
    const schema = await db.writePatiently(() => alone(() => migrate(migrations, dialect, at)));
    if (isWalledOff) await db.writePatiently(() => alone(enableRowSecurity));
    const readers = options.replica && readersOf(options.replica, db, tenant);
    written = readers?.written;
    const store = createStore({
      db: closingBoth(await countingRows(db), options.replica?.pool),
      dialect,
      keepsFiles: options.keepsFiles,
      info: {
        database: "postgres",
        schema,
        vectors,
        isReadOnly: false,
        ...(await db.read(serverInfo)),
      },
    });
    const grouped = { ...store, commit: groupCommit(store.commit, tenantOfCall) };
    const walledOff = isWalledOff ? announcing(grouped) : grouped;
    if (readers === undefined) return { ...walledOff, reading: walledOff };
    const noting = readers.noting(walledOff);
    const reading = { ...noting, ...announcing(readersOver(readers.db, dialect, noting)) };
    return { ...noting, reading };
  } catch (thrown) {
    await Promise.all([db.close(), options.replica?.pool.end()]);
    throw thrown;
  }
}

type ReplicaOptions = NonNullable<PostgresStoreOptions["replica"]>;

function readersOf(
  { pool, maxStalenessMs }: ReplicaOptions,
  primary: PostgresDatabase,
  tenant: (() => string) | undefined,
): Readers {
  const standby = openPostgresDatabase(pool, { tenant });
  return readersFrom({ primary, standby, maxStalenessMs, tenant: tenantOfCall });
}

/** What a question is answered from. That something was handed out is written where everything is. */
function readersOver(db: Database, dialect: Dialect, { memories }: Store) {
  return {
    memories: { ...memoryReader(db, dialect), touch: memories.touch },
    messages: messageReader(db, dialect),
    search: searchReader(db, dialect),
  };
}

function closingBoth(db: Database, standby: PostgresPool | undefined): Database {
  if (standby === undefined) return db;
  return {
    ...db,
    close: async () => {
      await Promise.all([db.close(), standby.end()]);
    },
  };
}

/** A wall that once stands stays: a program that does not ask for it would otherwise see nothing. */
async function wantsWall({ pool, rowSecurity }: PostgresStoreOptions): Promise<boolean> {
  return rowSecurity === true || openPostgresDatabase(pool).read(hasRowSecurity);
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

// Row-level security: PostgreSQL shows a call only the rows of its tenant, whatever the query says. Switched on by
// `rowSecurity`; the queries are the same with and without it.

/** Work that goes over all tenants by nature: claiming jobs, finding a key, ending what has run out. */
const EVERY_TENANT = "*";

/** For whom the call that is running was made. Set around one call of the store and never outside it. */
const current = new AsyncLocalStorage<string>();

function tenantOfCall(): string {
  return current.getStore() ?? EVERY_TENANT;
}

/** Calls whose first text is no tenant, because they are made for all of them. */
const FOR_ALL: ReadonlySet<string> = new Set([
  "upkeep.trimRuns",
  "upkeep.trimSearches",
  "upkeep.trimPairs",
  "keys.find",
  "keys.isAnyUsable",
  "transfer.tenantsOf",
]);

/** The same store, or part of one, each of whose calls says for whom it is made. */
function announcing<T extends object>(part: T): T {
  return walled(part, "") as T;
}

function walled(part: object, path: string): unknown {
  const entries = Object.entries(part).map(([name, member]: [string, unknown]) => {
    const at = path === "" ? name : `${path}.${name}`;
    if (isCall(member)) return [name, announced(member, at)];
    return [name, typeof member === "object" && member !== null ? walled(member, at) : member];
  });
  return Object.fromEntries(entries);
}

type Call = (...given: unknown[]) => unknown;

function isCall(member: unknown): member is Call {
  return typeof member === "function";
}

function announced(call: Call, path: string): Call {
  return (...given: unknown[]) =>
    current.run(FOR_ALL.has(path) ? EVERY_TENANT : tenantIn(given[0]), () => call(...given));
}

function tenantIn(given: unknown): string {
  if (typeof given === "string") return given;
  const tenant: unknown =
    typeof given === "object" && given !== null && Reflect.get(given, "tenant");
  return typeof tenant === "string" ? tenant : EVERY_TENANT;
}

/** Whether the tables are behind the wall already; then every connection must say for whom it asks. */
function* hasRowSecurity(): Step<boolean> {
  const row = yield* first(
    "SELECT 1 AS found FROM pg_policies WHERE schemaname = current_schema() AND policyname = 'tenant_wall' LIMIT 1",
    [],
  );
  return row !== undefined;
}

/** On every table that knows tenants, its owner included. Safe to run again after a migration brought new ones. */
function* enableRowSecurity(): Step<void> {
  yield* send(
    `DO $$ DECLARE named text; BEGIN
       FOR named IN SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t
         ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
         WHERE c.table_schema = current_schema() AND c.column_name = 'tenant' LOOP
         EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
         EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
         EXECUTE format('DROP POLICY IF EXISTS tenant_wall ON %I', named);
         EXECUTE format('CREATE POLICY tenant_wall ON %I USING (tenant = current_setting(''mneme.tenant'', true)
           OR current_setting(''mneme.tenant'', true) = ''*'')', named);
       END LOOP;
     END $$`,
    [],
  );
}

// Runs ANALYZE while a database is young. Without statistics the planner joins every memory with every vector, which is
// slow from the first hundred on; autovacuum comes only after a minute.

/** By the columns that rows are looked up, joined and filtered by: to sort texts and vectors would take as long again. */
const TABLES = `memories (tenant, id, seq, scope, user_id, subject, kind, category, state, created_at),
  memory_versions (tenant, id, version), memory_tags, memory_sources, relations (tenant, from_id, to_id),
  history (tenant, memory_id, seq), messages (tenant, id, seq, channel, thread, author_id, scope, user_id, searchable, at),
  vectors (tenant, item, item_id, model, dims), memory_text (tenant, id, seq), message_text (tenant, id, seq)`;
const COUNTED = `SELECT coalesce(sum(greatest(reltuples, 0)), 0) AS rows FROM pg_class
  WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'p')`;
/** Rows written before the first count: some forty memories. */
const FIRST_COUNT = 200;

/** The same database; each time that what is in it has doubled, it is counted again, and nobody waits for that. */
async function countingRows(db: Database): Promise<Database> {
  let known = Math.max(FIRST_COUNT, await db.read(counted));
  let written = 0;
  let last: Promise<unknown> = Promise.resolve();
  const count = async () => {
    known += written;
    written = 0;
    known = Math.max(known, await db.read(() => countAgain(known)));
  };
  return {
    ...db,
    write: async (step) => {
      const result = await db.write(() => summing(step(), (rows) => (written += rows)));
      if (written >= known) last = count().catch(() => undefined);
      return result;
    },
    close: async () => {
      await last;
      await db.close();
    },
  };
}

/** Unless another node did since, or is doing so: nodes that write as much come to it at the same time. */
function* countAgain(known: number): Step<number> {
  const before = yield* counted();
  if (before >= known) return before;
  yield* run(`ANALYZE (SKIP_LOCKED) ${TABLES}`, []);
  return yield* counted();
}

function* counted(): Step<number> {
  const row = yield* first(COUNTED, []);
  return row === undefined ? 0 : number(row, "rows");
}

/** A statement whose answer is not waited for is mostly one row. */
function* summing<T>(steps: Step<T>, add: (rows: number) => void): Step<T> {
  let turn = steps.next();
  while (!turn.done) {
    const answer = yield turn.value;
    if (turn.value.wants === "changes") add(answer.changes);
    if (turn.value.wants === "nothing") add(1);
    turn = steps.next(answer);
  }
  return turn.value;
}
