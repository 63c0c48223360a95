// Stores on SQLite for the suites: in memory, or in a file of their own with a second connection to look at it.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import type { Value } from "../../src/store/database.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import type { OpenedStore } from "../support/store-conformance/describe-store.ts";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";

export const SQLITE_OPTIONS = {
  durability: "normal",
  keepsFiles: true,
  now: () => new Date(0),
} as const;

export async function sqliteInMemory(): Promise<OpenedStore> {
  const store = await openSqliteStore({ ...SQLITE_OPTIONS, path: ":memory:" });
  return { store, close: () => store.close() };
}

export async function sqliteInFile(): Promise<OpenedDatabase & Readonly<{ path: string }>> {
  const folder = await mkdtemp(join(tmpdir(), "mneme-"));
  const path = join(folder, "memory.db");
  const store = await openSqliteStore({ ...SQLITE_OPTIONS, path });
  const db = new DatabaseSync(path);
  db.exec("PRAGMA busy_timeout = 5000");
  return {
    store,
    path,
    sql: async (text, values) => {
      const bound = values.map(
        (value): Value => (typeof value === "number" ? value : asText(value)),
      );
      return db.prepare(text).all(...bound);
    },
    close: async () => {
      db.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

function asText(value: unknown): string | null {
  return value === null ? null : String(value);
}
