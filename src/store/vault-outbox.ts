// Committed versions that are not yet in the vault file.

import type { VaultLine, VaultOutbox } from "../ports/store.ts";
import { number, text } from "./columns.ts";
import { all, type Database, run, type Step } from "./database.ts";
import type { Dialect } from "./dialect.ts";

export function vaultOutbox(db: Database, dialect: Dialect): VaultOutbox {
  return {
    waiting: (limit) => db.read(() => waiting(limit)),
    written: (lines) => db.write(() => written(dialect, lines)),
  };
}

function* waiting(limit: number): Step<readonly VaultLine[]> {
  const rows = yield* all("SELECT * FROM vault_outbox ORDER BY seq LIMIT ?", [limit]);
  return rows.map((row) => ({
    seq: number(row, "seq"),
    tenant: text(row, "tenant"),
    memoryId: text(row, "memory_id"),
    version: number(row, "version"),
    line: text(row, "line"),
  }));
}

function* written(dialect: Dialect, lines: readonly VaultLine[]): Step<void> {
  yield* run(`DELETE FROM vault_outbox WHERE ${dialect.anyNumberOf("seq")}`, [
    JSON.stringify(lines.map((line) => line.seq)),
  ]);
}
