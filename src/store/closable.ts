// A database that can be closed once, and says so to whoever still calls it.

import { MemoryError } from "../errors.ts";
import type { Database } from "./database.ts";

export function closable(db: Database): Database {
  let closing: Promise<void> | undefined;
  const opened = () => {
    if (closing !== undefined) throw new MemoryError("closed", "The store is closed.");
    return db;
  };
  return {
    read: async (step) => opened().read(step),
    write: async (step) => opened().write(step),
    standing: () => opened().standing(),
    close: () => {
      closing ??= db.close();
      return closing;
    },
  };
}
