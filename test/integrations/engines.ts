// The same engine on each database, for the tests of integrations.

import { afterAll } from "vitest";
import { createMemory, type MemoryEngine, type MemoryOptions } from "../../src/index.ts";
import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { emptyTables, lasting } from "../support/reused-schema.ts";

/** A memory on an empty store. Whoever opens it closes it. */
export type OpenMemory = (options?: MemoryOptions) => Promise<MemoryEngine>;

const NOTHING_ELSE = { upkeep: false, warn: () => undefined } as const;

const onSqlite: OpenMemory = (options = {}) =>
  createMemory({ ...NOTHING_ELSE, path: ":memory:", ...options });

/** One schema for a test file, emptied before each use: making the tables takes longer than most cases. */
function onPostgres(
  fresh: () => Promise<{ pool: PostgresPool; close(): Promise<void> }>,
): OpenMemory {
  let made: ReturnType<typeof fresh> | undefined;
  afterAll(async () => {
    await (await made)?.close();
  });
  return async (options = {}) => {
    const isFirst = made === undefined;
    made ??= fresh();
    const { pool } = await made;
    if (!isFirst) await emptyTables(pool);
    return createMemory({ ...NOTHING_ELSE, pool: lasting(pool), ...options });
  };
}

/** SQLite and PostgreSQL: a real server where `DATABASE_URL` names one, in process elsewhere. */
export function databases(): readonly (readonly [name: string, open: OpenMemory])[] {
  const url = serverUrl();
  const postgres =
    url === undefined
      ? (["postgres in process", onPostgres(pgliteWithVector)] as const)
      : (["postgres server", onPostgres(() => freshSchema(url))] as const);
  return [["sqlite", onSqlite], postgres];
}
