// Hands SQLite's log to the disk in the background while it is written. Otherwise all of it is handed over when it is
// moved into the file, and whoever commits just then waits for the disk.

import { type FileHandle, open } from "node:fs/promises";

export interface LogAhead {
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
function ahead(path: string): LogAhead {
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
export function logAhead(path: string): LogAhead {
  return process.platform === "linux" && path !== ":memory:" ? ahead(path) : NO_LOG;
}

export const NO_LOG: LogAhead = { wrote: () => undefined, close: async () => undefined };
