// A database file that was moved, deleted or replaced while it is open would take changes that nobody finds again. So
// before each change the file at the path must still be the one that was opened; one that was a moment ago still is, as
// it might just as well be moved while the change is made.

import { statSync } from "node:fs";
import { MemoryError } from "../errors.ts";
import { ifThere } from "./files/missing-file.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

const MOMENT_MS = 1;

export function whileInPlace(db: SqliteDatabase, path: string): SqliteDatabase {
  const opened = identityOf(path);
  let seen = performance.now();
  return {
    ...db,
    write: async (step) => {
      const now = performance.now();
      if (now - seen >= MOMENT_MS) {
        if (identityOf(path) !== opened) throw goneFrom(path);
        seen = now;
      }
      return db.write(step);
    },
  };
}

function identityOf(path: string): string | undefined {
  const file = ifThere(() => statSync(path));
  return file === undefined ? undefined : `${file.dev}:${file.ino}`;
}

function goneFrom(path: string): MemoryError {
  return new MemoryError(
    "store_unavailable",
    `${path} was moved, deleted or replaced while it was open, so nothing more is written. Put it back, or open it again.`,
  );
}
