// Reads the tables of an older system out of its PostgreSQL database, in one transaction that can only read.

import pg from "pg";
import type { ForeignRow, ForeignServer, ServerTable } from "../../ports/foreign-database.ts";
import { postgresError } from "../postgres/postgres-database.ts";

type Reading = Readonly<{ declare: string; fetch: string; close: string }>;

/** Where order says something, it is kept. */
const READINGS: Readonly<Record<ServerTable, Reading>> = {
  memories: {
    declare: "DECLARE memories_rows NO SCROLL CURSOR FOR SELECT * FROM memories",
    fetch: "FETCH 500 FROM memories_rows",
    close: "CLOSE memories_rows",
  },
  relations: {
    declare: "DECLARE relations_rows NO SCROLL CURSOR FOR SELECT * FROM relations",
    fetch: "FETCH 500 FROM relations_rows",
    close: "CLOSE relations_rows",
  },
  history: {
    declare: "DECLARE history_rows NO SCROLL CURSOR FOR SELECT * FROM history ORDER BY ts",
    fetch: "FETCH 500 FROM history_rows",
    close: "CLOSE history_rows",
  },
  events: {
    declare: "DECLARE events_rows NO SCROLL CURSOR FOR SELECT * FROM events ORDER BY ts",
    fetch: "FETCH 500 FROM events_rows",
    close: "CLOSE events_rows",
  },
  change_log: {
    declare: "DECLARE change_rows NO SCROLL CURSOR FOR SELECT * FROM change_log ORDER BY rev, ts",
    fetch: "FETCH 500 FROM change_rows",
    close: "CLOSE change_rows",
  },
  thread_revision: {
    declare: "DECLARE thread_rows NO SCROLL CURSOR FOR SELECT * FROM thread_revision",
    fetch: "FETCH 500 FROM thread_rows",
    close: "CLOSE thread_rows",
  },
  // Each row may be large.
  supervisor_checkpoints: {
    declare: "DECLARE checkpoint_rows NO SCROLL CURSOR FOR SELECT * FROM supervisor_checkpoints",
    fetch: "FETCH 20 FROM checkpoint_rows",
    close: "CLOSE checkpoint_rows",
  },
};

const CONNECT_MS = 5_000;
/** PostgreSQL's own numbers for its types. */
const TYPES = { int8: 20, numeric: 1700, json: 114, jsonb: 3802, timestamp: 1114, zoned: 1184 };

export async function openForeignPostgres(url: string): Promise<ForeignServer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    types: { getTypeParser: parserOf },
  });
  // Unheard, a connection that breaks between two pages would end the process; the next page says what is wrong.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query("SET LOCAL TIME ZONE 'UTC'");
    await client.query("SET LOCAL datestyle TO ISO");
    const tables = await namesIn(
      client,
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ANY (current_schemas(false))",
    );
    const columns = await namesIn(
      client,
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = ANY (current_schemas(false)) AND table_name = 'memories'`,
    );
    return {
      tables,
      columns,
      rows: (table) => rowsOf(client, table),
      close: () => client.end(),
    };
  } catch (thrown) {
    await client.end().catch(() => undefined);
    throw postgresError(thrown);
  }
}

async function namesIn(client: pg.Client, sql: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(sql);
  return new Set(rows.map(({ name }) => name));
}

async function* rowsOf(client: pg.Client, table: ServerTable): AsyncGenerator<ForeignRow> {
  const reading = READINGS[table];
  try {
    await client.query(reading.declare);
    for (;;) {
      const { rows } = await client.query<Record<string, unknown>>(reading.fetch);
      if (rows.length === 0) break;
      yield* rows.map(plain);
    }
    await client.query(reading.close);
  } catch (thrown) {
    throw postgresError(thrown);
  }
}

type Parser = (text: string) => unknown;

function parserOf(oid: number, format?: "text" | "binary"): Parser {
  switch (oid) {
    case TYPES.int8:
    case TYPES.numeric:
      return numberOrText;
    case TYPES.json:
    case TYPES.jsonb:
    case TYPES.timestamp:
      return (text) => text;
    case TYPES.zoned:
      return (text) => text.replace(" ", "T").replace(/\+00$/, "Z");
    default:
      return pg.types.getTypeParser(oid, format) as Parser;
  }
}

/** A whole number that a `number` cannot hold stays text. */
function numberOrText(text: string): number | string {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
}

function plain(row: Readonly<Record<string, unknown>>): ForeignRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  );
}
