// What tables and columns an open database really has, asked of the database itself.

import type { OpenedDatabase } from "./describe-stored-rows.ts";

export type Column = Readonly<{ table: string; column: string }>;

const SQLITE = `SELECT m.name AS table_name, c.name AS column_name FROM sqlite_master m
  JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' ORDER BY 1, 2`;
/** A part of a table is looked at through the table. */
const POSTGRES = `SELECT table_name, column_name FROM information_schema.columns
  WHERE table_schema = current_schema() AND NOT EXISTS
    (SELECT 1 FROM pg_class c WHERE c.oid = to_regclass(quote_ident(table_name)) AND c.relispartition)
  ORDER BY 1, 2`;

export async function columnsOf(opened: OpenedDatabase): Promise<readonly Column[]> {
  const { database } = await opened.store.info();
  const rows = await opened.sql(database === "sqlite" ? SQLITE : POSTGRES, []);
  return rows.map((row) => ({
    table: String(row["table_name"]),
    column: String(row["column_name"]),
  }));
}

/** The shadow tables of a search index, and the counters of SQLite, belong to no table of ours by themselves. */
export function ownerOf(table: string): string {
  const shadow = /^(memory_text|message_text)_(data|idx|content|docsize|config)$/.exec(table);
  return shadow?.[1] ?? table;
}

/** Every column that holds a text, whatever it was declared as. */
export async function placesOf(opened: OpenedDatabase, text: string): Promise<string[]> {
  const { database } = await opened.store.info();
  const found: string[] = [];
  for (const { table, column } of await columnsOf(opened)) {
    const holds =
      database === "sqlite"
        ? `instr(CAST("${column}" AS blob), CAST(? AS blob)) > 0`
        : `position(lower(?) in lower(CAST("${column}" AS text))) > 0`;
    const rows = await opened.sql(`SELECT count(*) AS n FROM "${table}" WHERE ${holds}`, [text]);
    if (Number(rows[0]?.["n"]) > 0) found.push(`${table}.${column}`);
  }
  return found;
}
