// Reads the tables of an older bot out of its SQLite file, which is opened for reading only.

import { MemoryError } from "../../errors.ts";
import type { ForeignDatabase, ForeignQuery, ForeignRow } from "../../ports/foreign-database.ts";
import { driver } from "../sqlite/sqlite-database.ts";

/** All that is ever asked, each by one constant statement. */
const QUERIES: Readonly<Record<ForeignQuery, string>> = {
  facts: "SELECT * FROM facts LIMIT ? OFFSET ?",
  memory_facts: "SELECT * FROM memory_facts LIMIT ? OFFSET ?",
  memory_fact_vectors_native: "SELECT * FROM memory_fact_vectors_native LIMIT ? OFFSET ?",
  messages: "SELECT * FROM messages LIMIT ? OFFSET ?",
  message: "SELECT * FROM messages WHERE message_id = ? LIMIT ? OFFSET ?",
  memory_notes: "SELECT * FROM memory_notes LIMIT ? OFFSET ?",
  users: "SELECT * FROM users LIMIT ? OFFSET ?",
  user_profiles: "SELECT * FROM user_profiles LIMIT ? OFFSET ?",
  guild_user_profiles: "SELECT * FROM guild_user_profiles LIMIT ? OFFSET ?",
  interaction_notes: "SELECT * FROM interaction_notes LIMIT ? OFFSET ?",
  note_participants: "SELECT * FROM note_participants LIMIT ? OFFSET ?",
  channel_buffers: "SELECT * FROM channel_buffers LIMIT ? OFFSET ?",
  memory_job_log: "SELECT * FROM memory_job_log LIMIT ? OFFSET ?",
  vec_notes: "SELECT * FROM vec_notes LIMIT ? OFFSET ?",
  vec_notes_chunks: `SELECT c.chunk_id, c.size, v.vectors FROM vec_notes_chunks c
    JOIN vec_notes_vector_chunks00 v ON v.rowid = c.chunk_id LIMIT ? OFFSET ?`,
  vec_notes_rowids:
    "SELECT rowid AS row, * FROM vec_notes_rowids WHERE chunk_id = ? LIMIT ? OFFSET ?",
};

const PAGE = 500;
/** Each row of it holds the vectors of a thousand others. */
const LARGE_ROWS: ForeignQuery = "vec_notes_chunks";

export async function openForeignDatabase(path: string): Promise<ForeignDatabase> {
  const { DatabaseSync } = await driver();
  const db = attempt(() => new DatabaseSync(path, { readOnly: true }));
  try {
    // What another program writes meanwhile is not seen, so that no row moves from one page to another.
    attempt(() => db.exec("BEGIN"));
    const tables = attempt(() =>
      db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all(),
    );
    return {
      tables: new Set(tables.map(({ name }) => String(name))),
      // In pages: the driver's own iterator does not live through a collection of garbage.
      rows: function* (query, values = []) {
        const sql = QUERIES[query];
        const size = query === LARGE_ROWS ? 1 : PAGE;
        for (let offset = 0; ; offset += size) {
          const page = attempt(() => {
            const statement = db.prepare(sql);
            statement.setReadBigInts(true);
            return statement.all(...values, size, offset);
          });
          yield* page.map(plain);
          if (page.length < size) return;
        }
      },
      close: () => db.close(),
    };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
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

function plain(row: unknown): ForeignRow {
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
