// Stores on PostgreSQL for the suites: one schema for all cases of a file, emptied after each, because making the
// tables takes longer than most cases.

import { afterAll } from "vitest";
import type { Row } from "../../src/store/database.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { emptyTables, lasting } from "../support/reused-schema.ts";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";

type Schema = Readonly<{ pool: PostgresPool; close(): Promise<void> }>;

/** `watched`: the pool as the store is to have it; what the suites send themselves does not go through it. */
export function postgresStores(
  fresh: () => Promise<Schema>,
  watched: (pool: PostgresPool) => PostgresPool = (pool) => pool,
): () => Promise<OpenedDatabase> {
  let made: Promise<Schema> | undefined;
  afterAll(async () => {
    await (await made)?.close();
  });
  return async () => {
    made ??= fresh();
    const { pool } = await made;
    const store = await openPostgresStore({
      pool: watched(lasting(pool)),
      keepsFiles: true,
      now: () => new Date(0),
      warn: (message) => {
        throw new Error(message);
      },
    });
    const sql = async (text: string, values: readonly unknown[]): Promise<Row[]> =>
      (await pool.query({ text: numbered(text), values: [...values] })).rows;
    return { store, sql, close: async () => emptyTables(pool) };
  };
}

/** The suites write their values as `?`, as the store does. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll("?", () => `$${++count}`);
}
