// A database file that was moved, deleted or replaced while it is open would take changes that nobody finds again. So
// before each change the file at the path must still be the one that was opened.

import { statSync } from "node:fs";
import { MemoryError } from "../errors.ts";
import { ifThere } from "./files/missing-file.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export function whileInPlace(db: SqliteDatabase, path: string): SqliteDatabase {
  const opened = identityOf(path);
  return {
    ...db,
    write: async (step) => {
      if (identityOf(path) !== opened) throw goneFrom(path);
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
