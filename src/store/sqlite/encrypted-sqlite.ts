// Opens a SQLite file that is encrypted as a whole, pages and log alike, so that search works inside it as ever. The
// driver is an optional package; this file gives it the shape of the usual one.

import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { MemoryError } from "../../errors.ts";
import { ownValue } from "../../model/own-value.ts";
import type { Value } from "../database.ts";
import { syncFolder } from "../files/lines.ts";
import { sqliteError } from "./sqlite-error.ts";

/** What the rest of the store asks of a connection, whichever driver it is. */
export interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  readonly isTransaction: boolean;
  close(): void;
}

export interface SqliteStatement {
  all(...values: Value[]): Record<string, unknown>[];
  get(...values: Value[]): Record<string, unknown> | undefined;
  run(...values: Value[]): { changes: number | bigint };
}

/** The part of `better-sqlite3-multiple-ciphers` that is used. */
interface Ciphered {
  exec(sql: string): void;
  prepare(sql: string): CipheredStatement;
  readonly inTransaction: boolean;
  key(secret: Buffer): void;
  rekey(secret: Buffer): void;
  close(): void;
}
interface CipheredStatement {
  readonly reader: boolean;
  all(...values: unknown[]): Record<string, unknown>[];
  get(...values: unknown[]): Record<string, unknown> | undefined;
  run(...values: unknown[]): { changes: number };
}
type CipheredDriver = new (path: string, options: { readonly: boolean }) => Ciphered;

export type EncryptedFile = Readonly<{ path: string; key: string; isReadOnly?: boolean }>;

const PACKAGE: string = "better-sqlite3-multiple-ciphers";

/** Refuses a key that does not fit before anything is written. */
export async function openEncrypted(file: EncryptedFile): Promise<SqliteConnection> {
  const db = await unlocked(file);
  return {
    exec: (sql) => withCode(() => db.exec(sql)),
    prepare: (sql) => withCode(() => statement(db.prepare(sql))),
    get isTransaction() {
      return db.inTransaction;
    },
    close: () => db.close(),
  };
}

export type Rekeying = Readonly<{ path: string; from: string | undefined; to: string }>;

/**
 * Encrypts a copy with the other key and puts it in the file's place: killed at any moment, the file is the old one or
 * the new one. Done in place, a kill left a journal that neither key could roll back.
 */
export async function rekey({ path, from, to }: Rekeying): Promise<void> {
  const copy = `${path}.rekey`;
  const db = from === undefined ? await plain(path) : await unlocked({ path, key: from });
  try {
    removeCopy(copy);
    withCode(() => copyAlone(db, copy));
    await encryptCopy(copy, { from, to });
    await putInPlace(copy, path);
  } catch (thrown) {
    removeCopy(copy);
    throw thrown instanceof MemoryError ? thrown : sqliteError(thrown);
  } finally {
    db.close();
  }
}

/** Nobody else has the file open from here until `db` is closed. */
function copyAlone(db: Ciphered, copy: string): void {
  db.prepare("PRAGMA locking_mode = EXCLUSIVE").get();
  db.prepare("PRAGMA journal_mode = DELETE").get();
  db.exec("BEGIN EXCLUSIVE; COMMIT");
  db.exec("PRAGMA secure_delete = ON");
  closeSync(openSync(copy, "w", 0o600));
  db.prepare("VACUUM INTO ?").run(copy);
}

async function encryptCopy(path: string, { from, to }: Omit<Rekeying, "path">): Promise<void> {
  const db = from === undefined ? await plain(path) : await unlocked({ path, key: from });
  try {
    withCode(() => db.rekey(Buffer.from(to)));
  } finally {
    db.close();
  }
  (await unlocked({ path, key: to })).close();
}

async function putInPlace(copy: string, path: string): Promise<void> {
  const handle = await open(copy, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  renameSync(copy, path);
  await syncFolder(dirname(path));
}

function removeCopy(copy: string): void {
  for (const file of [copy, `${copy}-journal`, `${copy}-wal`, `${copy}-shm`])
    rmSync(file, { force: true });
}

async function plain(path: string): Promise<Ciphered> {
  const Driver = await driver();
  return withCode(() => new Driver(path, { readonly: false }));
}

async function unlocked({ path, key, isReadOnly = false }: EncryptedFile): Promise<Ciphered> {
  const Driver = await driver();
  const db = withCode(() => new Driver(path, { readonly: isReadOnly }));
  try {
    db.key(Buffer.from(key));
    db.prepare("SELECT count(*) FROM sqlite_master").get();
    return db;
  } catch (thrown) {
    db.close();
    if (codeOf(thrown) !== "SQLITE_NOTADB") throw withNumber(thrown);
    throw new MemoryError(
      "unauthorized",
      "That key does not open this file: it has another key, or is not encrypted. Nothing was changed.",
      { cause: thrown },
    );
  }
}

async function driver(): Promise<CipheredDriver> {
  try {
    return (await import(PACKAGE)).default;
  } catch (thrown) {
    throw new MemoryError(
      "not_supported",
      `An encrypted store needs the package ${PACKAGE}: npm install ${PACKAGE}`,
      { cause: thrown },
    );
  }
}

/** This driver takes bytes only as a Buffer, and rows only from statements that have some. */
function statement(prepared: CipheredStatement): SqliteStatement {
  const bound = (values: readonly Value[]) =>
    values.map((value) => (value instanceof Uint8Array ? asBuffer(value) : value));
  return {
    all: (...values) => {
      if (prepared.reader) return withCode(() => prepared.all(...bound(values)));
      withCode(() => prepared.run(...bound(values)));
      return [];
    },
    get: (...values) => withCode(() => prepared.get(...bound(values))),
    run: (...values) => {
      if (!prepared.reader) return withCode(() => prepared.run(...bound(values)));
      return { changes: withCode(() => prepared.all(...bound(values))).length };
    },
  };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The result codes that mean something to a caller; this driver gives names where the usual one gives numbers. */
const NUMBERS: Readonly<Record<string, number>> = {
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_IOERR_FSYNC: 1034,
  SQLITE_IOERR_DIR_FSYNC: 1290,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_TOOBIG: 18,
  SQLITE_CONSTRAINT: 19,
  SQLITE_NOTADB: 26,
  SQLITE_CONSTRAINT_PRIMARYKEY: 1555,
  SQLITE_CONSTRAINT_UNIQUE: 2067,
  SQLITE_CONSTRAINT_ROWID: 2579,
};

function withCode<T>(action: () => T): T {
  try {
    return action();
  } catch (thrown) {
    throw withNumber(thrown);
  }
}

function withNumber(thrown: unknown): unknown {
  const name = codeOf(thrown);
  const primary = /^SQLITE_[A-Z]+/.exec(name)?.[0] ?? "";
  const errcode = ownValue(NUMBERS, name) ?? ownValue(NUMBERS, primary);
  return thrown instanceof Error && errcode !== undefined
    ? Object.assign(thrown, { errcode })
    : thrown;
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}
