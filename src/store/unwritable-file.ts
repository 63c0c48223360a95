// A database file that we may read and nobody here may write: on a read-only disk, or without the permission. SQLite
// can only take it for one that never changes, so whether it does is looked at here, around every read.

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { MemoryError } from "../errors.ts";
import { ifThere } from "./files/missing-file.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { isFileError } from "./sqlite-error.ts";

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
