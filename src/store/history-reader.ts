// Reads what happened: to one memory, and in one thread. A viewer is told of a version only what it may see of it.

import { DELTA_EVENTS, type Delta, HISTORY_EVENTS, type HistoryEntry } from "../model/history.ts";
import type { Memory } from "../model/memory.ts";
import type { Viewer } from "../model/viewer.ts";
import { maybeNumber, number, oneOf, record, text, time } from "./columns.ts";
import { all, first, type Row, type Step } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { EVENT_COLUMNS } from "./event-versions.ts";
import { EVERY_VERSION } from "./memory-row.ts";
import { EVERY_STATE, getMemory, selectMemories } from "./memory-select.ts";
import { both, seesEverything, visible } from "./where.ts";

/** None for a viewer that may not see the memory as it is now. */
export function* readVersions(
  dialect: Dialect,
  viewer: Viewer,
  id: string,
): Step<readonly Memory[]> {
  const now = yield* getMemory(dialect, { viewer, id, look: EVERY_STATE });
  if (now === undefined) return [];
  const own = { sql: "m.id = ?", values: [id] };
  return yield* selectMemories(
    { sql: `${EVERY_VERSION} m`, values: [] },
    both(visible(viewer, EVERY_STATE, dialect), own),
    { sql: "ORDER BY m.version", values: [] },
  );
}

export function* readHistory(
  dialect: Dialect,
  viewer: Viewer,
  id: string,
): Step<readonly HistoryEntry[]> {
  const versions = yield* readVersions(dialect, viewer, id);
  if (versions.length === 0) return [];
  const byNumber = new Map(versions.map((version) => [version.version, version]));
  const ofMemory = `SELECT ${EVENT_COLUMNS} FROM history m WHERE m.tenant = ? AND m.memory_id = ? ORDER BY m.seq`;
  const rows = yield* all(ofMemory, [viewer.tenant, id]);
  const entries = rows.map((row) => historyFromRow(row, byNumber));
  return seesEverything(viewer) ? entries : yield* withoutHiddenLinks(dialect, viewer, entries);
}

type Versions = ReadonlyMap<number, Memory>;

function historyFromRow(row: Row, versions: Versions): HistoryEntry {
  const before = side(maybeNumber(row, "old_version"), versions);
  const after = side(maybeNumber(row, "new_version"), versions);
  return {
    memoryId: text(row, "memory_id"),
    event: oneOf(row, "event", HISTORY_EVENTS),
    at: time(row, "at"),
    actor: text(row, "actor"),
    cause: text(row, "cause"),
    reason: text(row, "reason"),
    ...(before && { old: before }),
    ...(after && { new: after }),
    meta: record(row, "meta"),
  };
}

function side(version: number | undefined, versions: Versions): HistoryEntry["old"] {
  const memory = version === undefined ? undefined : versions.get(version);
  return memory && { version: memory.version, text: memory.text, state: memory.state };
}

/** A link names the other memory, so it is told only to those who may see that one too. */
function* withoutHiddenLinks(
  dialect: Dialect,
  viewer: Viewer,
  entries: readonly HistoryEntry[],
): Step<readonly HistoryEntry[]> {
  const targets = entries.flatMap(({ event, meta }) => (event === "LINK" ? [meta["to"]] : []));
  if (targets.length === 0) return entries;
  const seen = visible(viewer, EVERY_STATE, dialect);
  const rows = yield* all(
    `SELECT m.id FROM memories m WHERE ${seen.sql} AND ${dialect.anyOf("m.id")}`,
    [...seen.values, JSON.stringify(targets)],
  );
  const shown = new Set<unknown>(rows.map((row) => text(row, "id")));
  return entries.filter(({ event, meta }) => event !== "LINK" || shown.has(meta["to"]));
}

type Since = Readonly<{ viewer: Viewer; thread: string; since: number; limit: number }>;

/**
 * One that the viewer may not see is not named at all. Of one that is gone nobody can tell who might have seen it,
 * so it is named only to who sees everything. Nothing newer than the revision is told, or it would be told twice.
 */
export function* readDelta(dialect: Dialect, { viewer, thread, since, limit }: Since) {
  const now = yield* first(
    "SELECT revision FROM thread_revisions WHERE tenant = ? AND thread = ?",
    [viewer.tenant, thread],
  );
  const revision = now === undefined ? 0 : number(now, "revision");
  const seen = visible(viewer, EVERY_STATE, dialect);
  const rows = yield* all(
    `SELECT c.revision, c.memory_id, c.event, c.at, m.text, m.category, m.importance
     FROM change_log c LEFT JOIN memories m ON m.tenant = c.tenant AND m.id = c.memory_id
     WHERE c.tenant = ? AND c.thread = ? AND c.revision > ? AND c.revision <= ?
       AND ((${seen.sql}) OR (m.id IS NULL AND c.event = 'deleted' AND CAST(? AS bigint) = 1))
     ORDER BY c.seq DESC LIMIT ?`,
    [
      ...[viewer.tenant, thread, since, revision],
      ...seen.values,
      seesEverything(viewer) ? 1 : 0,
      limit,
    ],
  );
  return { revision, changes: rows.map(deltaFromRow).reverse() };
}

function deltaFromRow(row: Row): Delta {
  const isGone = row["text"] === null;
  return {
    revision: number(row, "revision"),
    memoryId: text(row, "memory_id"),
    event: oneOf(row, "event", DELTA_EVENTS),
    category: isGone ? "" : text(row, "category"),
    text: isGone ? "" : text(row, "text"),
    importance: isGone ? 1 : number(row, "importance"),
    at: time(row, "at"),
  };
}
