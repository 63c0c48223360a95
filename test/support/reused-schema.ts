// One schema of PostgreSQL for many cases, emptied between them: making the tables takes longer than most cases.

import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";

/** A store ends its pool when it is closed; the next case needs it again. */
export function lasting(pool: PostgresPool): PostgresPool {
  return {
    connect: () => pool.connect(),
    query: (config) => pool.query(config),
    end: async () => undefined,
  };
}

/** Leaves the tables, where there are any yet. */
export async function emptyTables(pool: PostgresPool): Promise<void> {
  const { rows } = await pool.query({
    text: `SELECT string_agg('DELETE FROM ' || quote_ident(table_name), '; ') AS all_of_it
      FROM information_schema.tables WHERE table_schema = current_schema() AND table_name <> 'migrations'`,
    values: [],
  });
  const text = rows[0]?.["all_of_it"];
  if (typeof text === "string") await pool.query({ text, values: [] });
}
