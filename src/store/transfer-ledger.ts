// The ledger of imports: which there were, and what became of each record they brought.

import { present } from "../model/present.ts";
import type { Imported, ImportRun, PageOf } from "../ports/transfer-store.ts";
import { maybeTime, oneOf, text, time } from "./columns.ts";
import { all, first, type Row, run, type Step, send } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { maybeMs, ms } from "./memory-row.ts";

const STATES = ["running", "done", "undone"] as const;
const ITEMS = ["message", "memory", "review", "none"] as const;
const OUTCOMES = ["intended", "added", "merged", "passed"] as const;

export function runFromRow(row: Row): ImportRun {
  return {
    id: text(row, "id"),
    format: text(row, "format"),
    source: text(row, "source"),
    state: oneOf(row, "state", STATES),
    startedAt: time(row, "started_at"),
    ...present({ endedAt: maybeTime(row, "ended_at") }),
  };
}

export function importedFromRow(row: Row): Imported {
  return {
    key: text(row, "record"),
    importId: text(row, "import_id"),
    item: oneOf(row, "item", ITEMS),
    itemId: text(row, "item_id"),
    outcome: oneOf(row, "outcome", OUTCOMES),
  };
}

export function* startImport(tenant: string, started: ImportRun): Step<number> {
  return yield* run(
    `INSERT INTO imports (tenant, id, format, source, state, started_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, id) DO NOTHING`,
    [
      tenant,
      ...[started.id, started.format, started.source, started.state],
      ms(started.startedAt),
      maybeMs(started.endedAt),
    ],
  );
}

export function* endImport(
  tenant: string,
  id: string,
  { state, at }: Readonly<{ state: ImportRun["state"]; at: string }>,
): Step<void> {
  const values = [state, ms(at), tenant, id];
  yield* send("UPDATE imports SET state = ?, ended_at = ? WHERE tenant = ? AND id = ?", values);
}

export function* importRuns(tenant: string, limit: number): Step<readonly ImportRun[]> {
  const rows = yield* all(
    "SELECT * FROM imports WHERE tenant = ? ORDER BY started_at DESC, id LIMIT ?",
    [tenant, limit],
  );
  return rows.map(runFromRow);
}

export function* unfinished(tenant: string, source: string): Step<ImportRun | undefined> {
  const row = yield* first(
    `SELECT * FROM imports WHERE tenant = ? AND source = ? AND state = 'running'
     ORDER BY started_at DESC, id LIMIT 1`,
    [tenant, source],
  );
  return row === undefined ? undefined : runFromRow(row);
}

export function* knownRecords(
  dialect: Dialect,
  tenant: string,
  keys: readonly string[],
): Step<readonly Imported[]> {
  const rows = yield* all(
    `SELECT * FROM import_records WHERE tenant = ? AND ${dialect.anyOf("record")}`,
    [tenant, JSON.stringify(keys)],
  );
  return rows.map(importedFromRow);
}

export function* noteImported(tenant: string, { key, ...imported }: Imported): Step<void> {
  yield* send(
    `INSERT INTO import_records (tenant, record, import_id, item, item_id, outcome) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, record) DO UPDATE SET item = excluded.item, item_id = excluded.item_id,
       outcome = excluded.outcome`,
    [tenant, key, imported.importId, imported.item, imported.itemId, imported.outcome],
  );
}

export function* broughtBy(
  tenant: string,
  importId: string,
  { after, limit }: PageOf,
): Step<readonly Imported[]> {
  const rows = yield* all(
    `SELECT * FROM import_records WHERE tenant = ? AND import_id = ? AND record > ?
     ORDER BY record LIMIT ?`,
    [tenant, importId, after ?? "", limit],
  );
  return rows.map(importedFromRow);
}

export function* forgetImported(tenant: string, importId: string): Step<void> {
  yield* send("DELETE FROM import_records WHERE tenant = ? AND import_id = ?", [tenant, importId]);
}
