// Opens one SQLite file and runs steps on it. The only file that knows the SQLite driver.

import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { DatabaseSync } from "@photostructure/sqlite";
import { MemoryError } from "../../errors.ts";
import { number } from "../columns.ts";
import type { Answer, Database, Query, Row, Step } from "../database.ts";
import { type CacheInvalidation, invalidateOnChange } from "../search/search-cache.ts";
import {
  type SqliteConnection as Connection,
  openEncrypted,
  type SqliteStatement as Statement,
} from "./encrypted-sqlite.ts";
import { encodedRow, type RowDecoder, rowDecoder } from "./row-encoding.ts";
import {
  isBusy,
  isStorageFull,
  isUnwritable,
  mustBeWhole,
  refusingWrites,
  sqliteError,
  whileUnchanged,
} from "./sqlite-error.ts";

export type Durability = "normal" | "full";
/** With a key the whole file is encrypted. */
export type SqliteFile = Readonly<{ path: string; key?: string | undefined }>;
type SqliteOptions = SqliteFile & Readonly<{ durability: Durability }>;

export interface SqliteDatabase extends Database {
  /** Whether every change is refused. */
  readonly isReadOnly: boolean;
  /** Writes what is committed now to a new file, whole. */
  backUp(path: string): void;
}

const BUILT_IN_SINCE = 24;
/** Filters combine to more texts than are worth keeping. */
const MAX_STATEMENTS = 500;
/** SQLite plans a statement anew each time a value is bound to a bare `LIMIT`, which costs more than most answers. */
const BARE_LIMIT = "LIMIT ?";
const UNPLANNED_LIMIT = "LIMIT CAST(? AS integer)";

/** Readers too: the first of several after a crash has the file for itself until it has gone through the log. */
const WAIT_FOR_OTHERS = "PRAGMA busy_timeout = 10000";

const NO_ROWS: readonly Row[] = [];

/** By the text that was asked. */
type Statements = Map<string, Readonly<{ statement: Statement; unpack: RowDecoder }>>;

export async function openSqliteDatabase(options: SqliteOptions): Promise<SqliteDatabase> {
  if (isUnwritable(options.path)) return openSqliteForReading(options);
  if (options.path !== ":memory:") attempt(() => makeFile(options.path));
  const db = await connect(options);
  try {
    attempt(() => configure(db, options));
  } catch (thrown) {
    db.close();
    throw thrown;
  }
  const log = backgroundWalSync(options.path);
  return opened({ db, isReadOnly: false, log }, async () => {
    try {
      await log.close();
      attempt(() => gatherLog(db));
    } catch (thrown) {
      // The log stays and is whole; who opens the file with room again gathers it.
      if (!isStorageFull(thrown)) throw thrown;
    } finally {
      db.close();
    }
  });
}

type Opened = Readonly<{ db: Connection; isReadOnly: boolean; log: WalSync }>;

function opened({ db, isReadOnly, log }: Opened, close: () => Promise<void>): SqliteDatabase {
  const statements: Statements = new Map();
  const standing = invalidateOnChange(() => dataVersion(db, statements));
  return {
    isReadOnly,
    read: async (step) => attempt(() => drive(step(), (query) => answer(db, statements, query))),
    write: async (step) => attempt(() => transaction({ db, statements, standing, log }, step)),
    standing: () => attempt(standing.current),
    backUp: (path) => attempt(() => backUp(db, path)),
    close: async () => {
      statements.clear();
      await close();
    },
  };
}

const DATA_VERSION: Query = { sql: "PRAGMA data_version", values: [], wants: "rows" };

/** Changes when another connection commits, never by our own writes. */
function dataVersion(db: Connection, statements: Statements): number {
  const [row] = answer(db, statements, DATA_VERSION).rows;
  return row === undefined ? Number.NaN : number(row, "data_version");
}

/** Without the pragma, pages of the copy keep words between their rows, where erasing from it does not reach. */
function backUp(db: Connection, path: string): void {
  db.exec("PRAGMA secure_delete = ON");
  db.prepare("VACUUM INTO ?").run(path);
}

/** To look at a file as it is: nothing is made, converted or changed by it. */
export async function openSqliteForReading(file: SqliteFile): Promise<SqliteDatabase> {
  const { path } = file;
  const isWhole = isUnwritable(path) && mustBeWhole(path);
  const db = await connect({ ...file, as: isWhole ? "unchanging" : "read-only" });
  try {
    attempt(() => {
      db.exec(WAIT_FOR_OTHERS);
      refuseForeign(db);
    });
  } catch (thrown) {
    db.close();
    throw thrown;
  }
  const reading = refusingWrites(
    opened({ db, isReadOnly: true, log: NO_WAL_SYNC }, async () => db.close()),
  );
  return isWhole ? whileUnchanged(reading, path) : reading;
}

/** `unchanging`: SQLite asks for no lock and makes no file beside it, which a read-only disk would refuse. */
type As = "read-write" | "read-only" | "unchanging";

async function connect({
  path,
  key,
  as = "read-write",
}: SqliteFile & Readonly<{ as?: As }>): Promise<Connection> {
  const isReadOnly = as !== "read-write";
  if (key === undefined) {
    const { DatabaseSync } = await driver();
    const place = as === "unchanging" ? unchanging(path) : path;
    return attempt(() => new DatabaseSync(place, { readOnly: isReadOnly }));
  }
  return openEncrypted({ path, key, isReadOnly }).catch((thrown: unknown) => {
    throw thrown instanceof MemoryError ? thrown : sqliteError(thrown);
  });
}

function unchanging(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return url;
}

/** Node has the same driver built in from 24 on; before that the package brings its own binary. */
export async function driver(): Promise<{ DatabaseSync: typeof DatabaseSync }> {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < BUILT_IN_SINCE) return await import("@photostructure/sqlite");
  const builtIn: string = "node:sqlite";
  return await import(builtIn);
}

/** Only its owner may read what people said, whatever the process would allow by default. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

/** No part of the file is mapped: what is would count as memory of this process, and it was no faster when measured. */
function configure(db: Connection, options: SqliteOptions): void {
  db.exec(WAIT_FOR_OTHERS);
  refuseForeign(db);
  db.exec("PRAGMA page_size = 4096");
  keepLog(db);
  db.exec(
    options.durability === "full" ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL",
  );
  db.exec("PRAGMA secure_delete = ON");
  db.exec("PRAGMA foreign_keys = ON");
  db.exec("PRAGMA mmap_size = 0");
  db.exec("PRAGMA cache_size = -8000");
  // A page that many commits touch goes from the log into the file once: 16 MB of log is read in a moment.
  db.exec("PRAGMA wal_autocheckpoint = 4000");
}

const LOG_TRIES = 1_000;
const NEXT_TRY_MS = 10;

/** Here SQLite does not wait by itself: of several processes that open a new file at once, some would be refused. */
function keepLog(db: Connection): void {
  for (let tries = 1; ; tries++)
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (thrown) {
      if (!isBusy(thrown) || tries === LOG_TRIES) throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NEXT_TRY_MS);
    }
}

/**
 * Leaves all that was written in the one file. The driver's `close` would do it, but not while a statement of ours
 * still waits for the garbage collector. A reader elsewhere is not waited for; the log is then gathered later.
 */
function gatherLog(db: Connection): void {
  const changed = db.prepare("SELECT total_changes() AS n").get();
  if (changed?.["n"] === 0) return;
  db.exec("PRAGMA busy_timeout = 0");
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

/** A database that another program made is left as it is. */
function refuseForeign(db: Connection): void {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  if (tables.length === 0 || tables.some((table) => table["name"] === "migrations")) return;
  throw new MemoryError("corrupt_store", "That file is the database of another program.");
}

type Changing = Pick<Opened, "db" | "log"> &
  Readonly<{ statements: Statements; standing: CacheInvalidation }>;

const BEGIN: Query = { sql: "BEGIN IMMEDIATE", values: [], wants: "changes" };
const COMMIT: Query = { sql: "COMMIT", values: [], wants: "changes" };
/** Reading for a change changes nothing; and what every search writes, the count of uses and an event, no search reads. */
const LEAVES_STANDING = ["SELECT ", "INSERT INTO memory_access ", "INSERT INTO activities"];

/** `BEGIN IMMEDIATE` takes the write lock first, so a transaction never has to upgrade and fail half way. */
function transaction<T>({ db, statements, standing, log }: Changing, step: () => Step<T>): T {
  let rows = 0;
  answer(db, statements, BEGIN);
  try {
    const result = drive(step(), (query) => {
      if (!LEAVES_STANDING.some((start) => query.sql.startsWith(start))) standing.forget();
      const answered = answer(db, statements, query);
      rows += answered.changes;
      return answered;
    });
    answer(db, statements, COMMIT);
    log.wrote(rows);
    return result;
  } catch (thrown) {
    standing.forget();
    if (db.isTransaction) db.exec("ROLLBACK");
    throw thrown;
  }
}

function drive<T>(steps: Step<T>, ask: (query: Query) => Answer): T {
  let turn = steps.next();
  while (!turn.done) turn = steps.next(ask(turn.value));
  return turn.value;
}

function answer(db: Connection, statements: Statements, query: Query): Answer {
  let prepared = statements.get(query.sql);
  if (prepared === undefined) {
    prepared = {
      statement: db.prepare(encodedRow(query.sql).replaceAll(BARE_LIMIT, UNPLANNED_LIMIT)),
      unpack: rowDecoder(query.sql),
    };
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    statements.set(query.sql, prepared);
  }
  const { statement, unpack } = prepared;
  const { values } = query;
  if (query.wants === "rows") return { rows: statement.all(...values).map(unpack), changes: 0 };
  return { rows: NO_ROWS, changes: Number(statement.run(...values).changes) };
}

function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (thrown) {
    throw thrown instanceof MemoryError ? thrown : sqliteError(thrown);
  }
}

// Background WAL sync: fsyncs the WAL while it grows. Otherwise a checkpoint syncs all of it at once, and a commit waits.

interface WalSync {
  /** After a commit that changed so many rows. */
  wrote(rows: number): void;
  close(): Promise<void>;
}

/** Some forty memories, and a few megabytes of log. */
const ROWS_AHEAD = 300;

/**
 * A file of our own beside SQLite's is safe: the log is never locked, and stays while the database is open. What goes
 * wrong here SQLite is told as well when it syncs, so it is left to SQLite.
 */
function ahead(path: string): WalSync {
  let file: FileHandle | undefined;
  let rows = 0;
  let onItsWay: Promise<void> | undefined;
  const sync = async () => {
    file ??= await open(`${path}-wal`, "r+");
    await file.datasync();
  };
  return {
    wrote: (more) => {
      rows += more;
      if (rows < ROWS_AHEAD || onItsWay !== undefined) return;
      rows = 0;
      onItsWay = sync()
        .catch(() => undefined)
        .finally(() => {
          onItsWay = undefined;
        });
    },
    close: async () => {
      await onItsWay;
      await file?.close();
    },
  };
}

/** Elsewhere such a sync is a heavier one than SQLite asks for, or was not measured. */
function backgroundWalSync(path: string): WalSync {
  return process.platform === "linux" && path !== ":memory:" ? ahead(path) : NO_WAL_SYNC;
}

const NO_WAL_SYNC: WalSync = { wrote: () => undefined, close: async () => undefined };
