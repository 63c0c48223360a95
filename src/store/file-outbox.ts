// Committed lines that are not yet in their files: what became of memories for the vault, messages for the journals.

import { HISTORY_EVENTS } from "../model/history.ts";
import type { Memory } from "../model/memory.ts";
import { purgedLine, vaultLine } from "../model/vault-line.ts";
import type { FileLine, FileOutbox } from "../ports/store.ts";
import { maybeNumber, number, oneOf, text, time } from "./columns.ts";
import { all, type Database, type Row, type Step, send } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { EVENT_COLUMNS, versionsOf } from "./event-versions.ts";
import { keepUntied } from "./untied.ts";

export function fileOutbox(db: Database, dialect: Dialect): FileOutbox {
  return {
    waiting: (limit) => db.read(() => waiting(dialect, limit)),
    waitingDays: (tenant) => db.read(() => waitingDays(tenant)),
    written: (lines) => db.write(() => written(dialect, lines)),
  };
}

/** Versions before the outbox: a line there may say that a memory has ended. */
function* waiting(dialect: Dialect, limit: number): Step<readonly FileLine[]> {
  const lines = yield* unwritten(dialect, limit);
  const rows = yield* all("SELECT * FROM file_outbox ORDER BY seq LIMIT ?", [limit - lines.length]);
  const others = rows.map((row) => ({
    from: "outbox" as const,
    seq: number(row, "seq"),
    tenant: text(row, "tenant"),
    file: text(row, "file"),
    itemId: text(row, "item_id"),
    line: text(row, "line"),
  }));
  return [...lines, ...others];
}

/** What is damaged and has lost its version has no line either, and must not stand in the way of others. */
const UNWRITTEN = `SELECT ${EVENT_COLUMNS} FROM history m WHERE m.unwritten IS NOT NULL AND (m.new_version IS NULL
    OR EXISTS (SELECT 1 FROM memories n WHERE n.tenant = m.tenant AND n.id = m.memory_id AND n.version = m.new_version)
    OR EXISTS (SELECT 1 FROM memory_versions v
      WHERE v.tenant = m.tenant AND v.id = m.memory_id AND v.version = m.new_version))
  ORDER BY m.seq LIMIT ?`;

/** The line of a version is made only now: kept as text it would be written, and removed, once more than needed. */
function* unwritten(dialect: Dialect, limit: number): Step<readonly FileLine[]> {
  const events = yield* all(UNWRITTEN, [limit]);
  const versionOf = yield* versionsOf(dialect, events);
  return events.flatMap((row) => {
    const tenant = text(row, "tenant");
    const itemId = text(row, "memory_id");
    const line = lineOf(row, versionOf(row));
    if (line === undefined) return [];
    return [{ from: "history", seq: number(row, "seq"), tenant, file: "vault", itemId, line }];
  });
}

/** None for a version that was erased since its event was read. */
function lineOf(row: Row, memory: Memory | undefined): string | undefined {
  const set = { actor: text(row, "actor"), cause: text(row, "cause"), at: time(row, "at") };
  const event = oneOf(row, "event", HISTORY_EVENTS);
  if (maybeNumber(row, "new_version") === undefined)
    return purgedLine(text(row, "tenant"), text(row, "memory_id"), { set, event });
  return memory && vaultLine(memory, { set, event, reason: text(row, "reason") });
}

function* waitingDays(tenant: string): Step<readonly string[]> {
  const rows = yield* all(
    "SELECT DISTINCT file FROM file_outbox WHERE tenant = ? AND file <> 'vault' ORDER BY file",
    [tenant],
  );
  return rows.map((row) => text(row, "file"));
}

function* written(dialect: Dialect, lines: readonly FileLine[]): Step<void> {
  const numbers = (from: FileLine["from"]) =>
    JSON.stringify(lines.filter((line) => line.from === from).map((line) => line.seq));
  const isNamed = dialect.anyNumberOf("seq");
  yield* keepUntied(dialect, numbers("history"));
  yield* send(`UPDATE history SET unwritten = NULL WHERE ${isNamed}`, [numbers("history")]);
  yield* send(`DELETE FROM file_outbox WHERE ${isNamed}`, [numbers("outbox")]);
}
