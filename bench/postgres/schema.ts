// A schema for one run on a server that others may use as well, and what its tables weigh.

import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Cell, Table } from "../run/measured.ts";

const MB = 1_000_000;

export async function withSchema<T>(
  url: string,
  act: (schema: string, client: pg.Client) => Promise<T>,
): Promise<T> {
  const schema = `bench_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(`SET search_path = ${schema}, public`);
    return await act(schema, client);
  } finally {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  }
}

/** With settings of its own for each connection, as `name=value`. */
export function schemaUrl(
  server: string,
  schema: string,
  settings: readonly string[] = [],
): string {
  const url = new URL(server);
  const given = [`search_path=${schema},public`, ...settings].map((setting) => `-c ${setting}`);
  url.searchParams.set("options", given.join(" "));
  return url.href;
}

export async function sizesOf(client: pg.Client, schema: string): Promise<Table> {
  const { rows: counts } = await client.query("SELECT count(*)::int AS n FROM memories");
  const memories: number = counts[0]?.n ?? 0;
  const { rows } = await client.query(
    `SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS rows, pg_indexes_size(c.oid)::float8 AS indexes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' AND pg_total_relation_size(c.oid) > 100000
     ORDER BY pg_total_relation_size(c.oid) DESC`,
    [schema],
  );
  const { rows: settings } = await client.query(
    "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS waits, current_setting('shared_buffers') AS buffers",
  );
  const total = rows.reduce((sum, row) => sum + row.rows + row.indexes, 0);
  const { version, fsync, waits, buffers } = settings[0] ?? {};
  return {
    title: "What a memory takes on PostgreSQL",
    columns: ["table", "rows MB", "indexes MB", "bytes a memory"],
    rows: [
      ...rows.map((row): readonly Cell[] => [
        ...[row.name, row.rows / MB, row.indexes / MB],
        (row.rows + row.indexes) / memories,
      ]),
      ["all of these", total / MB, "", total / memories],
    ],
    notes: [
      `${memories} made-up facts, imported; vectors of the built-in model, 128 dimensions. Tables below 0.1 MB are left out.`,
      `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${waits}, shared_buffers ${buffers}.`,
    ],
  };
}
