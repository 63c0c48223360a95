// The least that adding can cost: the rows that the engine itself wrote of a memory, its words and its vector, put
// into a bare copy of those three tables by the same driver, one transaction each, with the same settings.

import { driver } from "../../src/store/sqlite/sqlite-database.ts";

const TABLES = ["memories", "memory_text", "vectors"] as const;
/** Those of the store. */
export const SETTINGS = [
  ...["page_size = 4096", "journal_mode = WAL", "synchronous = NORMAL", "secure_delete = ON"],
  ...["mmap_size = 0", "cache_size = -8000", "wal_autocheckpoint = 4000"],
];
type Value = null | number | bigint | string | Uint8Array;
/** Of one memory: the values for each of the three tables. */
type Rows = readonly (readonly Value[])[];

export type BareCopy = Readonly<{
  /** How many memories there are to put in. */
  count: number;
  insert(index: number): void;
  close(): void;
}>;

/**
 * `from` is a file of the engine that nobody has open; `path` is where the copy goes. What is not in the index of
 * words yet is not in the copy: see `sqlite-words.ts`.
 */
export async function bareCopy(from: string, path: string): Promise<BareCopy> {
  const { DatabaseSync } = await driver();
  const source = new DatabaseSync(from);
  const target = new DatabaseSync(path);
  for (const setting of SETTINGS) target.exec(`PRAGMA ${setting}`);
  const shapes = source
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    .all()
    .filter(({ name }) => TABLES.some((table) => table === name));
  for (const { sql } of shapes) target.exec(String(sql));
  const words = source.prepare("SELECT rowid, * FROM memory_text ORDER BY rowid").all();
  const memories = source.prepare("SELECT * FROM memories ORDER BY seq LIMIT ?").all(words.length);
  const vectors = source
    .prepare("SELECT * FROM vectors WHERE item = 'memory' ORDER BY item_seq")
    .all();
  source.close();
  const columns = [memories, words, vectors].map(([row]) => Object.keys(row ?? {}));
  const statements = TABLES.map((table, at) => {
    const names = columns[at] ?? [];
    const places = names.map(() => "?").join(", ");
    return target.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`);
  });
  const rows = memories.map(
    (memory, at): Rows =>
      [memory, words[at] ?? {}, vectors[at] ?? {}].map((row) => Object.values(row) as Value[]),
  );
  return {
    count: rows.length,
    insert: (index) => {
      target.exec("BEGIN IMMEDIATE");
      rows[index]?.forEach((values, at) => {
        statements[at]?.run(...values);
      });
      target.exec("COMMIT");
    },
    close: () => target.close(),
  };
}
