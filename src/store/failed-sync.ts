// After the disk failed to keep what was written, nothing more is written until the file is opened again: the system
// may have dropped those pages, so that the next success would not mean that they are kept. Reading goes on.

import { MemoryError } from "../errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { isFailedSync } from "./sqlite-error.ts";

export function untilSyncFails(db: SqliteDatabase): SqliteDatabase {
  let failure: unknown;
  const noticing = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (thrown) {
      if (isFailedSync(thrown)) failure = thrown;
      throw thrown;
    }
  };
  return {
    ...db,
    read: (step) => noticing(() => db.read(step)),
    write: async (step) => {
      if (failure !== undefined) throw untrusted(failure);
      return noticing(() => db.write(step));
    },
  };
}

function untrusted(cause: unknown): MemoryError {
  return new MemoryError(
    "store_unavailable",
    "The disk failed to keep an earlier change, so no more is written to it. Close this store and open it again.",
    { cause },
  );
}
