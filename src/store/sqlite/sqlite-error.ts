// What SQLite's result codes mean to a caller.

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type ErrorCode, MemoryError } from "../../errors.ts";
import { ownValue } from "../../model/own-value.ts";
import { ifThere } from "../files/missing-file.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

const PRIMARY_CODE_MASK = 0xff;
const BUSY = 5;
/** A key or another unique index; other constraints say that the value itself is wrong. */
const TAKEN: readonly number[] = [1555, 2067, 2579];

/** What SQLite says of a row with bytes where a text belongs, when the row is asked for in one piece. */
const BYTES_FOR_TEXT = "JSON cannot hold BLOB values";

/** `fsync` of a file, and of a folder. */
const FAILED_SYNC: readonly number[] = [1034, 1290];

const UNREACHABLE = [
  "store_unavailable",
  "The database file cannot be opened at that path.",
] as const;

const MEANINGS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  5: ["store_unavailable", "The database file is busy; another process has held it too long."],
  6: ["store_unavailable", "The database is locked by another writer."],
  8: ["store_unavailable", "The database file cannot be written: it or its disk is read-only."],
  10: ["store_unavailable", "The disk reported an error; nothing of this change was kept."],
  11: ["corrupt_store", "The database file is damaged. Run `mneme doctor`; nothing was changed."],
  13: ["storage_full", "The disk is full; nothing of this change was kept."],
  14: UNREACHABLE,
  18: ["too_large", "There is more of it than the database can take at once."],
  19: ["invalid_input", "A value is missing or not of its kind."],
  26: ["corrupt_store", "That file is not a Mneme database, or it is encrypted and needs its key."],
};

export function sqliteError(thrown: unknown): MemoryError {
  const code = resultCode(thrown);
  if (code !== undefined && TAKEN.includes(code))
    return new MemoryError("conflict", "Another writer stored the same thing first.", {
      cause: thrown,
    });
  const meaning = code === undefined ? undefined : MEANINGS[code & PRIMARY_CODE_MASK];
  if (meaning !== undefined) return new MemoryError(meaning[0], meaning[1], { cause: thrown });
  if (isFileError(thrown)) return new MemoryError(...UNREACHABLE, { cause: thrown });
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (message.includes(BYTES_FOR_TEXT))
    return new MemoryError("corrupt_store", "A stored row cannot be read.", { cause: thrown });
  return new MemoryError("internal", `The database refused a statement: ${message}`, {
    cause: thrown,
  });
}

/** As the driver says it. */
export function isBusy(thrown: unknown): boolean {
  const code = resultCode(thrown);
  return code !== undefined && (code & PRIMARY_CODE_MASK) === BUSY;
}

export function isStorageFull(thrown: unknown): boolean {
  return thrown instanceof MemoryError && thrown.code === "storage_full";
}

/** The disk did not keep what it had taken. */
export function isFailedSync(thrown: unknown): boolean {
  const code = thrown instanceof MemoryError ? resultCode(thrown.cause) : undefined;
  return code !== undefined && FAILED_SYNC.includes(code);
}

/** What the file system says: `EACCES`, `EISDIR`, `EROFS`… */
export function isFileError(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && /^E[A-Z]+$/.test(String(thrown.code));
}

/** The driver names the field differently for open errors and statement errors. */
function resultCode(thrown: unknown): number | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  for (const field of ["errcode", "sqliteCode", "sqliteExtendedCode"]) {
    const value: unknown = Reflect.get(thrown, field);
    if (typeof value === "number") return value;
  }
  return thrown instanceof Error ? ownValue(CODE_OF_MESSAGE, thrown.message) : undefined;
}

/** SQLite's own words, which are all that is left of an error while rows are read. */
const CODE_OF_MESSAGE: Readonly<Record<string, number>> = {
  "database is locked": 5,
  "database table is locked": 6,
  "attempt to write a readonly database": 8,
  "disk I/O error": 10,
  "database disk image is malformed": 11,
  "database or disk is full": 13,
  "unable to open database file": 14,
  "file is not a database": 26,
};

// A database file that we may read and nobody here may write: on a read-only disk, or without the permission. SQLite
// can only take it for one that never changes, so whether it does is looked at here, around every read.

/** A log that is there already can be written to in a folder that takes no new files. */
export function isUnwritable(path: string): boolean {
  if (path === ":memory:" || !existsSync(path)) return false;
  return !mayWrite(path) || (!existsSync(`${path}-wal`) && !mayWrite(dirname(path)));
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (thrown) {
    if (!isFileError(thrown)) throw thrown;
    return false;
  }
}

/** With both files of the log there SQLite reads beside whoever writes; without them the file must be whole by itself. */
export function mustBeWhole(path: string): boolean {
  if (existsSync(`${path}-wal`) && existsSync(`${path}-shm`)) return false;
  if (logBytes(path) > 0)
    throw new MemoryError(
      "store_unavailable",
      `${path} has a log beside it that was never gathered, and nothing can be written here. Open it once where it can be written, or copy both files there.`,
    );
  return true;
}

function logBytes(path: string): number {
  return ifThere(() => statSync(`${path}-wal`).size) ?? 0;
}

export function readOnly(): MemoryError {
  return new MemoryError(
    "store_unavailable",
    "The database file cannot be written: it or its disk is read-only.",
  );
}

export function refusingWrites(db: SqliteDatabase): SqliteDatabase {
  return {
    ...db,
    write: () => Promise.reject(readOnly()),
  };
}

/** Somebody who reaches the file another way may write it after all; what was read meanwhile may be half of two. */
export function whileUnchanged(db: SqliteDatabase, path: string): SqliteDatabase {
  const opened = stateOf(path);
  const refuseChanged = () => {
    if (stateOf(path) === opened) return;
    throw new MemoryError(
      "store_unavailable",
      `${path} was changed by somebody else while it was open for reading. Open it again.`,
    );
  };
  return {
    ...db,
    read: async (step) => {
      refuseChanged();
      try {
        return await db.read(step);
      } finally {
        refuseChanged();
      }
    },
  };
}

function stateOf(path: string): string {
  const file = ifThere(() => statSync(path, { bigint: true }));
  const identity = file === undefined ? [] : [file.dev, file.ino, file.size, file.mtimeNs];
  return [...identity, logBytes(path)].join(":");
}
