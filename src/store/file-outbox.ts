// Committed lines that are not yet in their files: versions for the vault, messages for the journals.

import type { FileLine, FileOutbox } from "../ports/store.ts";
import { number, text } from "./columns.ts";
import { all, type Database, run, type Step } from "./database.ts";
import type { Dialect } from "./dialect.ts";

export function fileOutbox(db: Database, dialect: Dialect): FileOutbox {
  return {
    waiting: (limit) => db.read(() => waiting(limit)),
    waitingDays: (tenant) => db.read(() => waitingDays(tenant)),
    written: (lines) => db.write(() => written(dialect, lines)),
  };
}

function* waiting(limit: number): Step<readonly FileLine[]> {
  const rows = yield* all("SELECT * FROM file_outbox ORDER BY seq LIMIT ?", [limit]);
  return rows.map((row) => ({
    seq: number(row, "seq"),
    tenant: text(row, "tenant"),
    file: text(row, "file"),
    itemId: text(row, "item_id"),
    line: text(row, "line"),
  }));
}

function* waitingDays(tenant: string): Step<readonly string[]> {
  const rows = yield* all(
    "SELECT DISTINCT file FROM file_outbox WHERE tenant = ? AND file <> 'vault' ORDER BY file",
    [tenant],
  );
  return rows.map((row) => text(row, "file"));
}

function* written(dialect: Dialect, lines: readonly FileLine[]): Step<void> {
  yield* run(`DELETE FROM file_outbox WHERE ${dialect.anyNumberOf("seq")}`, [
    JSON.stringify(lines.map((line) => line.seq)),
  ]);
}
