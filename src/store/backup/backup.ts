// Copies a SQLite store to one file while others go on writing to it, and says of a file what it is and whether it is
// sound. Neither changes the store.

import { chmodSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { MemoryError } from "../../errors.ts";
import { number, text } from "../columns.ts";
import { all, first, type Row, run, type Step, send, type Value } from "../database.ts";
import { hashId } from "../erase/removal.ts";
import { MIGRATIONS } from "../schema/migrations.ts";
import {
  openSqliteDatabase,
  openSqliteForReading,
  type SqliteDatabase,
  type SqliteFile,
} from "../sqlite/sqlite-database.ts";

export type SqliteInspection = Readonly<{
  path: string;
  bytes: number;
  /** The version of SQLite that this program brings. */
  sqlite: string;
  /** Migrations that were applied to it, and those it still waits for. */
  schema: number;
  pending: readonly string[];
  /** What SQLite finds wrong with the file; empty when it is sound. */
  faults: readonly string[];
  tenants: readonly string[];
  memories: number;
  messages: number;
  /** Jobs that were given up, of all tenants. */
  deadJobs: number;
}>;

/** Refuses what is no store and what a newer program made; what is wrong with the file is told in `faults`. */
export async function inspectSqlite(file: SqliteFile): Promise<SqliteInspection> {
  const { path } = file;
  if (!existsSync(path)) throw new MemoryError("not_found", `There is no file ${path}.`);
  const db = await openSqliteForReading(file);
  try {
    const inside = await db.read(look);
    return { path, bytes: statSync(path).size, ...inside };
  } finally {
    await db.close();
  }
}

/** Asked before a file is opened to be used, which alone would change it. A file that is not there yet may be made. */
export async function refuseNewerStore(file: SqliteFile): Promise<void> {
  const { path } = file;
  if (path === ":memory:" || !existsSync(path) || statSync(path).size === 0) return;
  const db = await openSqliteForReading(file);
  try {
    await db.read(appliedIfAny);
  } finally {
    await db.close();
  }
}

/** A process that died while it made the file left one without tables: there is nothing to refuse yet. */
function* appliedIfAny(): Step<readonly string[]> {
  const tables = yield* all("SELECT name FROM sqlite_master WHERE type = 'table'", []);
  const isMade = tables.some((table) => text(table, "name") === "migrations");
  return isMade ? yield* appliedMigrations() : [];
}

function* appliedMigrations(): Step<readonly string[]> {
  const rows = yield* all("SELECT name FROM migrations ORDER BY number", []);
  const applied = rows.map((row) => text(row, "name"));
  const foreign = applied.find((name, index) => MIGRATIONS[index]?.name !== name);
  if (foreign !== undefined)
    throw new MemoryError(
      "newer_store",
      `This store was made by a newer Mneme (it has "${foreign}"). Upgrade the program; nothing was changed.`,
    );
  return applied;
}

function* look(): Step<Omit<SqliteInspection, "path" | "bytes">> {
  const version = yield* first("SELECT sqlite_version() AS version", []);
  const applied = yield* appliedMigrations();
  const pending = MIGRATIONS.slice(applied.length).map(({ name }) => name);
  const checked = yield* all("PRAGMA quick_check(20)", []);
  const faults = checked.map((row) => text(row, "quick_check")).filter((fault) => fault !== "ok");
  const counts = applied.length > 0 && faults.length === 0 ? yield* countAll() : UNCOUNTED;
  const sqlite = version === undefined ? "" : text(version, "version");
  return { sqlite, schema: applied.length, pending, faults, ...counts };
}

type Counted = Pick<SqliteInspection, "tenants" | "memories" | "messages" | "deadJobs">;
const UNCOUNTED: Counted = { tenants: [], memories: 0, messages: 0, deadJobs: 0 };

function* countAll(): Step<Counted> {
  const tenants = yield* all("SELECT tenant FROM memories UNION SELECT tenant FROM messages", []);
  const counts = yield* first(
    `SELECT (SELECT count(*) FROM memories) AS memories, (SELECT count(*) FROM messages) AS messages,
       (SELECT count(*) FROM jobs WHERE state = 'dead') AS dead`,
    [],
  );
  if (counts === undefined) return UNCOUNTED;
  return {
    tenants: tenants.map((row) => text(row, "tenant")),
    memories: number(counts, "memories"),
    messages: number(counts, "messages"),
    deadJobs: number(counts, "dead"),
  };
}

/**
 * One moment of the store, whole, whatever is written meanwhile. It is made under another name and checked before it
 * gets its own, so a file of that name is always a whole backup.
 */
export async function backUpSqlite(from: SqliteFile, to: string): Promise<SqliteInspection> {
  if (existsSync(to)) throw new MemoryError("invalid_input", `${to} is there already.`);
  if (!existsSync(from.path))
    throw new MemoryError("not_found", `There is no store at ${from.path}.`);
  const draft = `${to}.partial-${process.pid}`;
  rmSync(draft, { force: true });
  try {
    const db = await openSqliteForReading(from);
    try {
      db.backUp(draft);
    } finally {
      await db.close();
    }
    chmodSync(draft, 0o600);
    const made = await inspectSqlite({ ...from, path: draft });
    if (made.faults.length > 0)
      throw new MemoryError("corrupt_store", `The store is damaged: ${made.faults[0]}.`);
    renameSync(draft, to);
    return { ...made, path: to };
  } finally {
    rmSync(draft, { force: true });
  }
}

// What must outlive the restoring of an older store: what was erased since, and who may no longer come in.

type Tombstone = Readonly<{ tenant: string; item: string; hash: string; at: number }>;
export type Ledger = Readonly<{ tombstones: readonly Tombstone[]; keys: readonly Row[] }>;

/** Something that is there although it was erased. */
export type Risen = Readonly<{
  tenant: string;
  item: "memory" | "message" | "subject";
  id: string;
}>;

function* readLedger(): Step<Ledger> {
  const rows = yield* all("SELECT tenant, item, item_hash, at FROM tombstones", []);
  return {
    tombstones: rows.map((row) => ({
      tenant: text(row, "tenant"),
      item: text(row, "item"),
      hash: text(row, "item_hash"),
      at: number(row, "at"),
    })),
    keys: yield* all(`SELECT ${KEY_COLUMNS.join(", ")} FROM access_keys`, []),
  };
}

const KEY_COLUMNS = [
  ...["tenant", "id", "hash", "role", "agent", "name"],
  ...["created_at", "expires_at", "revoked_at", "last_used_at"],
] as const;

/** Writes a ledger into an older store, and gives what is in that store although it was erased since. */
export function* applyLedger({ tombstones, keys }: Ledger): Step<readonly Risen[]> {
  const known = new Set((yield* readLedger()).tombstones.map(nameOf));
  const since = tombstones.filter((one) => !known.has(nameOf(one)));
  for (const { tenant, item, hash, at } of since)
    yield* send("INSERT INTO tombstones (tenant, item, item_hash, at) VALUES (?, ?, ?, ?)", [
      ...[tenant, item, hash, at],
    ]);
  for (const key of keys) yield* keepKey(key);
  return yield* risenOf(new Set(since.map(nameOf)));
}

/** A key that was revoked, shortened or made since stays so. */
function* keepKey(key: Row): Step<void> {
  yield* send("DELETE FROM access_keys WHERE tenant = ? AND id = ?", [
    text(key, "tenant"),
    text(key, "id"),
  ]);
  yield* send(
    `INSERT INTO access_keys (${KEY_COLUMNS.join(", ")}) VALUES (${KEY_COLUMNS.map(() => "?").join(", ")})`,
    KEY_COLUMNS.map((column) => storedValue(key[column])),
  );
}

function storedValue(value: unknown): Value {
  return typeof value === "string" || typeof value === "number" ? value : null;
}

function nameOf({ tenant, item, hash }: Omit<Tombstone, "at">): string {
  return JSON.stringify([tenant, item, hash]);
}

/** Only hashes are left of what was erased, so every id that is there is held against them. */
const PRESENT = {
  memory: "SELECT tenant, id FROM memories UNION SELECT tenant, id FROM memory_versions",
  message: "SELECT tenant, id FROM messages",
  subject: `SELECT tenant, author_id AS id FROM messages UNION SELECT tenant, user_id FROM messages
    UNION SELECT tenant, subject FROM memories UNION SELECT tenant, user_id FROM memories
    UNION SELECT tenant, user_id FROM reviews UNION SELECT tenant, user_id FROM token_ledger
    UNION SELECT tenant, user_id FROM activities UNION SELECT tenant, user_id FROM checkpoints`,
} as const;

function* risenOf(erased: ReadonlySet<string>): Step<readonly Risen[]> {
  const risen: Risen[] = [];
  for (const item of ["subject", "message", "memory"] as const)
    for (const row of yield* all(PRESENT[item], [])) {
      const { tenant, id } = row;
      if (typeof tenant !== "string" || typeof id !== "string") continue;
      if (erased.has(nameOf({ tenant, item, hash: hashId(tenant, id) })))
        risen.push({ tenant, item, id });
    }
  return risen;
}

// What must be known and done about a SQLite file before another takes its place.

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

type KnownVersion = Readonly<{ tenant: string; id: string; version: number }>;

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
