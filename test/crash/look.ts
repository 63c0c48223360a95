// Reads a store below the engine, as a stranger would: plain SQL, the same on both databases.

import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import type { Place } from "./place.ts";

export type Row = Readonly<Record<string, unknown>>;
export type Look = (sql: string) => Promise<readonly Row[]>;

/** Opens the database for as long as `use` looks. */
export async function looking<T>(place: Place, use: (look: Look) => Promise<T>): Promise<T> {
  if (place.database === "sqlite") {
    const db = new DatabaseSync(place.at);
    try {
      return await use(async (sql) => db.prepare(sql).all() as Row[]);
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: place.at });
  await client.connect();
  try {
    return await use(async (sql) => (await client.query(sql)).rows as Row[]);
  } finally {
    await client.end();
  }
}
