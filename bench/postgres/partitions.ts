// Whether every table could be split by tenant as it is: a copy of each, partitioned, with all its keys and indexes.
// PostgreSQL refuses where a unique key does not hold the tenant.

import type pg from "pg";
import type { Table } from "../run/measured.ts";

export async function partitionTable(client: pg.Client, schema: string): Promise<Table> {
  const { rows } = await client.query(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' ORDER BY 1`,
    [schema],
  );
  const names: readonly string[] = rows.map(({ name }) => name);
  const refused: (readonly [string, string])[] = [];
  for (const name of names) {
    const copy = `CREATE TABLE split_${name} (LIKE ${name} INCLUDING ALL) PARTITION BY HASH (tenant)`;
    await client.query(copy).catch((thrown: unknown) => refused.push([name, String(thrown)]));
  }
  return {
    title: "Tables that can be partitioned by tenant as they are",
    columns: ["table", "answer"],
    rows: [[`${names.length - refused.length} of ${names.length}`, "accepted"], ...refused],
    notes: ["A copy of each table with all its keys and indexes, `PARTITION BY HASH (tenant)`."],
  };
}
