// A row that came as one value is the row that was asked for, column by column.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { EVENT_COLUMNS } from "../../src/store/read/event-versions.ts";
import { LINE_COLUMNS, MEMORY_COLUMNS } from "../../src/store/read/memory-row.ts";
import { MESSAGE_COLUMNS } from "../../src/store/read/message-reader.ts";
import { encodedRow, rowDecoder } from "../../src/store/sqlite/row-encoding.ts";

const FRACTION = 0.1 + 0.2;

/** One row whose columns all differ, of every sort of value that is stored. */
function tableOf(columns: string) {
  const names = columns.split(/,\s*/).map((column) => column.slice("m.".length));
  const values = names.map((name, at) => {
    if (name === "confidence") return FRACTION;
    return [`"quoted" \\ ${name}\n`, 1_780_255_200_000 + at, null][at % 3] ?? null;
  });
  const db = new DatabaseSync(":memory:");
  const own = names.includes("seq") ? names : ["seq", ...names];
  db.exec(`CREATE TABLE stored (${own.join(", ")})`);
  db.prepare(
    `INSERT INTO stored (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
  ).run(...values);
  return db;
}

test.each([
  ["a memory", MEMORY_COLUMNS, "SELECT "],
  ["a memory with its number", MEMORY_COLUMNS, "SELECT m.seq AS row_seq, "],
  ["a line with its number", LINE_COLUMNS, "SELECT m.seq AS row_seq, "],
  ["an event", EVENT_COLUMNS, "SELECT "],
  ["a message", MESSAGE_COLUMNS, "SELECT "],
  ["a message with its number", MESSAGE_COLUMNS, "SELECT m.seq AS row_seq, "],
])("%s is the same row, packed or not", (_name, columns, beginning) => {
  const db = tableOf(columns);
  const sql = `${beginning}${columns} FROM stored m`;
  expect(encodedRow(sql)).toContain("json_array(");
  const plain = { row_seq: undefined, ...db.prepare(sql).get() };
  expect(db.prepare(encodedRow(sql)).all().map(rowDecoder(sql))).toEqual([plain]);
  db.close();
});

test("a question with more in it than such a row is left as it is", () => {
  const sql = `SELECT h.at, ${MEMORY_COLUMNS} FROM history h`;
  expect(encodedRow(sql)).toBe(sql);
});

test("a row with bytes in the place of a text is named as damage", async () => {
  const folder = mkdtempSync(join(tmpdir(), "packed-rows-"));
  const path = join(folder, "memory.db");
  const memory = await createMemory({ path, folder: null, upkeep: false });
  const { stored } = await memory.remember({ tenant: "acme", kind: "log", text: "The tap drips." });
  const db = new DatabaseSync(path);
  db.exec("UPDATE memories SET category = x'0102'");
  db.close();
  const read = memory.get({ tenant: "acme", id: stored[0]?.id ?? "" });
  await expect(read).rejects.toMatchObject({ code: "corrupt_store" });
  await memory.close();
  rmSync(folder, { recursive: true, force: true });
});
