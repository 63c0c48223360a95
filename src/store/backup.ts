// Copies a SQLite store to one file while others go on writing to it, and says of a file what it is and whether it is
// sound. Neither changes the store.

import { chmodSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { MemoryError } from "../errors.ts";
import { number, text } from "./columns.ts";
import { all, first, type Step } from "./database.ts";
import { MIGRATIONS } from "./schema/migrations.ts";
import { openSqliteForReading, type SqliteFile } from "./sqlite-database.ts";

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
