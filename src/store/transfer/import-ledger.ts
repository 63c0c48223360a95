// The ledger of imports: which there were, and what became of each record they brought.

import { omitUndefined } from "../../model/omit-undefined.ts";
import type { Imported, ImportRun, PageOf } from "../../ports/transfer-store.ts";
import { maybeTime, number, oneOf, text, time } from "../columns.ts";
import { all, first, type Row, run, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { hashId } from "../erase/removal.ts";
import { maybeMs, ms } from "../read/memory-row.ts";

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
    ...omitUndefined({ endedAt: maybeTime(row, "ended_at") }),
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

/** The key of the runs of jobs that an import told of. */
export function runKeyOf(importId: string): string {
  return `import:${importId}`;
}

export function* tenantsOf(importId: string): Step<readonly string[]> {
  const rows = yield* all("SELECT tenant FROM imports WHERE id = ? ORDER BY tenant", [importId]);
  return rows.map((row) => text(row, "tenant"));
}

type CheckpointRow = Readonly<{ user: string; thread: string; updatedAt: number }>;

/** A checkpoint as an import left it. */
export function checkpointKey(tenant: string, { user, thread, updatedAt }: CheckpointRow): string {
  return `stored:checkpoint:${hashId(tenant, JSON.stringify([user, thread, updatedAt]))}`;
}

/** The revision of a thread as an import left it. */
export function threadKey(
  tenant: string,
  { thread, revision }: Readonly<{ thread: string; revision: number }>,
): string {
  return `stored:thread:${hashId(tenant, JSON.stringify([thread, revision]))}`;
}

/** What has no id of its own and stands as the import left it: checkpoints, threads without a line, job runs, events. */
function* takeBackPlain(tenant: string, importId: string): Step<void> {
  const noted = yield* all(
    "SELECT record FROM import_records WHERE tenant = ? AND import_id = ? AND item = 'none'",
    [tenant, importId],
  );
  const own = new Set(noted.map((row) => text(row, "record")));
  const kept = yield* all("SELECT user_id, thread, updated_at FROM checkpoints WHERE tenant = ?", [
    tenant,
  ]);
  for (const row of kept) {
    const [user, thread] = [text(row, "user_id"), text(row, "thread")];
    if (own.has(checkpointKey(tenant, { user, thread, updatedAt: number(row, "updated_at") })))
      yield* send("DELETE FROM checkpoints WHERE tenant = ? AND user_id = ? AND thread = ?", [
        ...[tenant, user, thread],
      ]);
  }
  const threads = yield* all(
    `SELECT * FROM thread_revisions t WHERE tenant = ? AND NOT EXISTS
       (SELECT 1 FROM change_log c WHERE c.tenant = t.tenant AND c.thread = t.thread)`,
    [tenant],
  );
  for (const row of threads) {
    const thread = text(row, "thread");
    if (own.has(threadKey(tenant, { thread, revision: number(row, "revision") })))
      yield* send("DELETE FROM thread_revisions WHERE tenant = ? AND thread = ?", [tenant, thread]);
  }
  const ran = runKeyOf(importId);
  yield* send("DELETE FROM job_runs WHERE tenant = ? AND job_key = ?", [tenant, ran]);
  yield* send("DELETE FROM activities WHERE tenant = ? AND detail = ?", [tenant, ran]);
}

export function* forgetImported(tenant: string, importId: string): Step<void> {
  yield* takeBackPlain(tenant, importId);
  yield* send("DELETE FROM import_records WHERE tenant = ? AND import_id = ?", [tenant, importId]);
}
