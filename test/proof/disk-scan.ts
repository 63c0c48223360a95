// Looks for a word in every byte of every file, and in every table, the way a thief of the disk would.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

/** Files under a folder that hold the word as text, base64 or hexadecimal. */
export function filesHolding(folder: string, word: string): readonly string[] {
  const needles = formsOf(word).map((form) => Buffer.from(form));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return needles.some((needle) => bytes.includes(needle));
    })
    .map((path) => path.slice(folder.length + 1))
    .sort();
}

function formsOf(word: string): readonly string[] {
  const bytes = Buffer.from(word);
  const middle = bytes.toString("base64").replace(/=+$/, "").slice(0, -1);
  return [word, word.toUpperCase(), bytes.toString("hex"), middle];
}

/** Tables of a SQLite file with the word in any column of any row. */
export function tablesHolding(path: string, word: string): readonly string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const names = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map((row) => String(row["name"]));
    return names.filter((name) => rowsOf(db, name).some((row) => holds(row, word))).sort();
  } finally {
    db.close();
  }
}

function rowsOf(
  db: InstanceType<typeof DatabaseSync>,
  table: string,
): readonly Record<string, unknown>[] {
  return db.prepare(`SELECT * FROM "${table}"`).all();
}

function holds(row: Record<string, unknown>, word: string): boolean {
  return Object.values(row).some((value) =>
    (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value))
      .toLowerCase()
      .includes(word),
  );
}
