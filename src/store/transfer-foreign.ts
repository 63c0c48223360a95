// Reads the tables of an older bot out of its SQLite file, which is opened for reading only.

import { MemoryError } from "../errors.ts";
import { driver } from "./sqlite-database.ts";

/** The tables that may be asked for, each by one constant statement. */
const TABLES: Readonly<Record<string, string>> = {
  facts: "SELECT * FROM facts",
  memory_facts: "SELECT * FROM memory_facts",
  user_profiles: "SELECT * FROM user_profiles",
  interaction_notes: "SELECT * FROM interaction_notes",
};

type ForeignRow = Readonly<{ table: string; row: Readonly<Record<string, unknown>> }>;

export async function* readForeignTables(
  path: string,
  tables: readonly string[],
): AsyncGenerator<ForeignRow> {
  const { DatabaseSync } = await driver();
  const db = attempt(() => new DatabaseSync(path, { readOnly: true }));
  try {
    const found = attempt(() =>
      db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all(),
    ).map(({ name }) => String(name));
    const wanted = tables.filter((table) => found.includes(table));
    if (wanted.length === 0) throw noneOf(tables);
    for (const table of wanted) {
      const statement = db.prepare(TABLES[table] ?? "");
      statement.setReadBigInts(true);
      for (const row of statement.iterate()) yield { table, row: plain(row) };
    }
  } finally {
    db.close();
  }
}

function noneOf(tables: readonly string[]): MemoryError {
  return new MemoryError(
    "invalid_input",
    `The database has none of the tables ${tables.join(", ")}.`,
  );
}

function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw new MemoryError("invalid_input", "The file cannot be read as an SQLite database.", {
      cause,
    });
  }
}

/** A whole number that a `number` cannot hold, as a snowflake is, stays whole as text. */
function plain(row: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(Object(row)).map(([name, value]) => [
      name,
      typeof value === "bigint" ? whole(value) : value,
    ]),
  );
}

function whole(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
