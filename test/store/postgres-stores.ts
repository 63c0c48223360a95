// Stores on PostgreSQL for the suites: one schema for all cases of a file, emptied after each, because making the
// tables takes longer than most cases.

import { afterAll } from "vitest";
import type { Row } from "../../src/store/database.ts";
import { openPostgresStore } from "../../src/store/open-postgres.ts";
import type { PostgresPool } from "../../src/store/postgres-database.ts";
import type { OpenedDatabase } from "../support/store-conformance/describe-stored-rows.ts";

type Schema = Readonly<{ pool: PostgresPool; close(): Promise<void> }>;

export function postgresStores(fresh: () => Promise<Schema>): () => Promise<OpenedDatabase> {
  let made: Promise<Schema> | undefined;
  afterAll(async () => {
    await (await made)?.close();
  });
  return async () => {
    made ??= fresh();
    const { pool } = await made;
    const store = await openPostgresStore({
      pool: lasting(pool),
      keepsFiles: true,
      now: () => new Date(0),
      warn: (message) => {
        throw new Error(message);
      },
    });
    const sql = async (text: string, values: readonly unknown[]): Promise<Row[]> =>
      (await pool.query({ text: numbered(text), values: [...values] })).rows;
    return { store, sql, close: async () => empty(pool) };
  };
}

/** The store ends its pool when it is closed; the next case needs it again. */
function lasting(pool: PostgresPool): PostgresPool {
  return {
    connect: () => pool.connect(),
    query: (config) => pool.query(config),
    end: async () => undefined,
  };
}

async function empty(pool: PostgresPool): Promise<void> {
  const { rows } = await pool.query({
    text: `SELECT string_agg('DELETE FROM ' || quote_ident(table_name), '; ') AS all_of_it
      FROM information_schema.tables WHERE table_schema = current_schema() AND table_name <> 'migrations'`,
    values: [],
  });
  await pool.query({ text: String(rows[0]?.["all_of_it"]), values: [] });
}

/** The suites write their values as `?`, as the store does. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll("?", () => `$${++count}`);
}
