// What upkeep asks of the store: what has run out, what nobody used, what happened, what must be erased.

import type { Activity } from "../model/activity.ts";
import type { Look } from "../model/filter.ts";
import type { Memory } from "../model/memory.ts";
import { STATES } from "../model/state.ts";
import type { Viewer } from "../model/viewer.ts";
import type { UpkeepStore } from "../ports/store.ts";
import { defined, maybeNumber, maybeText, number, oneOf, text, time } from "./columns.ts";
import { all, type Database, first, type Row, run, type Step, type Value } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { erase, isErased } from "./erase.ts";
import { MEMORY_COLUMNS, memoryFromRow, ms } from "./memory-row.ts";
import { visible } from "./where.ts";

const NODES = ["hotpath", "context", "episodic", "worker"] as const;
const STATUSES = ["ok", "error", "skipped"] as const;

export function upkeepStore(db: Database, dialect: Dialect): UpkeepStore {
  return {
    expired: (now, limit) => db.read(() => select(EXPIRED, [ms(now), limit])),
    purgeable: (now, limit) => db.read(() => select(PURGEABLE, [ms(now), limit])),
    stale: ({ before, importanceBelow, limit }) =>
      db.read(() => select(STALE, [importanceBelow, ms(before), limit])),
    beyond: ({ kind, keep, limit, tenant, subject }) =>
      db.read(() => select(BEYOND, [tenant, kind, subject, limit, keep])),
    activities: (viewer, query) => db.read(() => activities(dialect, { viewer, ...query })),
    activityCounts: (viewer) => db.read(() => activityCounts(dialect, viewer)),
    fingerprint: (tenant, pair, at) => db.write(() => fingerprint(tenant, pair, ms(at))),
    erase: (tenant, target, at) => db.write(() => erase(dialect, { tenant, target, at: ms(at) })),
    isErased: (tenant, item, id) => db.read(() => isErased(tenant, item, id)),
  };
}

const EXPIRED = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.expires_at IS NOT NULL AND m.expires_at <= ? AND m.state NOT IN ('soft_deleted', 'purged')
  ORDER BY m.expires_at LIMIT ?`;
const PURGEABLE = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.purge_at IS NOT NULL AND m.purge_at <= ? AND m.state = 'soft_deleted' ORDER BY m.purge_at LIMIT ?`;
const STALE = `SELECT ${MEMORY_COLUMNS} FROM memories m
  LEFT JOIN memory_access a ON a.tenant = m.tenant AND a.memory_id = m.id
  WHERE m.state = 'active' AND m.pinned = 0 AND m.stability <> 'permanent' AND m.importance < ?
    AND coalesce(a.last_at, m.updated_at) < ? ORDER BY m.tenant, m.id LIMIT ?`;
const BEYOND = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.tenant = ? AND m.kind = ? AND m.subject = ? AND m.state = 'active' AND m.pinned = 0
  ORDER BY m.created_at DESC, m.id DESC LIMIT ? OFFSET ?`;

function* select(sql: string, values: readonly Value[]): Step<readonly Memory[]> {
  return (yield* all(sql, values)).map(memoryFromRow);
}

type Asked = Readonly<{ viewer: Viewer; limit: number; op?: string }>;

const EVERY_STATE: Look = { now: new Date(0).toISOString(), states: STATES };

/** A line about a memory is told only to those who may see the memory. */
function* activities(dialect: Dialect, { viewer, limit, op }: Asked): Step<readonly Activity[]> {
  const seen = visible(viewer, EVERY_STATE, dialect);
  const rows = yield* all(
    `SELECT a.* FROM activities a WHERE a.tenant = ? AND (CAST(? AS text) IS NULL OR a.op = ?)
       AND (a.memory_id IS NULL OR EXISTS (SELECT 1 FROM memories m WHERE m.id = a.memory_id AND ${seen.sql}))
     ORDER BY a.seq DESC LIMIT ?`,
    [viewer.tenant, op ?? null, op ?? null, ...seen.values, limit],
  );
  return rows.map(activityFromRow);
}

function activityFromRow(row: Row): Activity {
  return {
    tenant: text(row, "tenant"),
    at: time(row, "at"),
    node: oneOf(row, "node", NODES),
    op: text(row, "op"),
    status: oneOf(row, "status", STATUSES),
    ...defined({
      memoryId: maybeText(row, "memory_id"),
      messageId: maybeText(row, "message_id"),
      user: maybeText(row, "user_id"),
      thread: maybeText(row, "thread"),
      category: maybeText(row, "category"),
      similarity: maybeNumber(row, "similarity"),
      detail: maybeText(row, "detail"),
    }),
  };
}

function* activityCounts(dialect: Dialect, viewer: Viewer) {
  const seen = visible(viewer, EVERY_STATE, dialect);
  const rows = yield* all(
    `SELECT a.node, a.op, a.status, count(*) AS n FROM activities a WHERE a.tenant = ?
       AND (a.memory_id IS NULL OR EXISTS (SELECT 1 FROM memories m WHERE m.id = a.memory_id AND ${seen.sql}))
     GROUP BY a.node, a.op, a.status ORDER BY 1, 2, 3`,
    [viewer.tenant, ...seen.values],
  );
  return rows.map((row) => ({
    node: text(row, "node"),
    op: text(row, "op"),
    status: text(row, "status"),
    count: number(row, "n"),
  }));
}

const FINGERPRINT_DAYS = 14;
const DAY_MS = 86_400_000;

/** True when this pair was not looked at in the last fourteen days, and marks it as looked at. */
function* fingerprint(tenant: string, pair: string, at: number): Step<boolean> {
  const row = yield* first(
    "SELECT checked_at FROM pair_fingerprints WHERE tenant = ? AND pair = ?",
    [tenant, pair],
  );
  if (row !== undefined && number(row, "checked_at") > at - FINGERPRINT_DAYS * DAY_MS) return false;
  yield* run(
    `INSERT INTO pair_fingerprints (tenant, pair, checked_at) VALUES (?, ?, ?)
     ON CONFLICT (tenant, pair) DO UPDATE SET checked_at = excluded.checked_at`,
    [tenant, pair, at],
  );
  return true;
}
