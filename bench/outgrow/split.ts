// Makes every table that has a tenant anew as one that is partitioned by it, in place and with its rows: the same
// columns, defaults and numbering, and each key and index under its own name and with its own settings. Row-level
// security is raised by the engine itself when it opens.

import type pg from "pg";

export const PARTITIONS = 8;

export async function splitByTenant(client: pg.Client, schema: string): Promise<void> {
  for (const table of await tablesWithTenant(client, schema))
    await splitTable(client, `${schema}.${table}`);
}

export async function tablesWithTenant(
  client: pg.Client,
  schema: string,
): Promise<readonly string[]> {
  const { rows } = await client.query(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = CAST($1 AS regnamespace) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'tenant' AND NOT a.attisdropped ORDER BY 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

async function splitTable(client: pg.Client, table: string): Promise<void> {
  const keysAndIndexes = await definitions(client, table);
  const { rows } = await client.query(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = CAST($1 AS regclass) AND attidentity <> '' AND NOT attisdropped`,
    [table],
  );
  await client.query(`ALTER TABLE ${table} RENAME TO whole`);
  const whole = `${table.slice(0, table.indexOf("."))}.whole`;
  await client.query(
    `CREATE TABLE ${table} (LIKE ${whole} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (tenant)`,
  );
  for (let part = 0; part < PARTITIONS; part++)
    await client.query(
      `CREATE TABLE ${table}_${part} PARTITION OF ${table}
       FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})`,
    );
  await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${whole}`);
  for (const { name } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${name}) + 1, false) FROM ${table} HAVING max(${name}) > 0`,
      [table, name],
    );
  await client.query(`DROP TABLE ${whole}`);
  for (const definition of keysAndIndexes) await client.query(definition);
  await client.query(`ANALYZE ${table}`);
}

/** A key is kept by an index that is made with it. */
async function definitions(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', $1::text, conname, pg_get_constraintdef(oid)) AS sql
       FROM pg_constraint WHERE conrelid = CAST($1 AS regclass) AND contype IN ('p', 'u', 'f')
     UNION ALL SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i WHERE i.indrelid = CAST($1 AS regclass)
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [table],
  );
  return rows.map(({ sql }) => sql);
}
