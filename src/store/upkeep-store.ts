// What upkeep asks of the store: what has run out, what nobody used, what happened, what must be erased.

import type { Activity } from "../model/activity.ts";
import type { NewJob } from "../model/job.ts";
import type { Memory } from "../model/memory.ts";
import { present } from "../model/present.ts";
import { type Viewer, viewerUser } from "../model/viewer.ts";
import type { UpkeepStore } from "../ports/upkeep-store.ts";
import { jsonText, maybeNumber, maybeText, number, oneOf, text, time } from "./columns.ts";
import type { Writing } from "./commit/writing.ts";
import { all, type Database, type Row, run, type Step, type Value } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { erase, isErased, previewErase } from "./erase.ts";
import { dropVectors, indexFaults, repairIndex } from "./index-care.ts";
import { MEMORY_COLUMNS, memoryFromRow, ms } from "./memory-row.ts";
import { EVERY_STATE } from "./memory-select.ts";
import { heard, seesEverything, visible } from "./where.ts";

const NODES = ["hotpath", "context", "episodic", "worker"] as const;
const STATUSES = ["ok", "error", "skipped"] as const;

export function upkeepStore(db: Database, writing: Writing): UpkeepStore {
  const { dialect } = writing;
  return {
    expired: (now, limit, tenant) =>
      db.read(() => memoriesBy(EXPIRED, [ms(now), ...only(tenant), limit])),
    purgeable: (now, limit, tenant) =>
      db.read(() => memoriesBy(PURGEABLE, [ms(now), ...only(tenant), limit])),
    stale: ({ before, importanceBelow, limit, tenant }) =>
      db.read(() => memoriesBy(STALE, [importanceBelow, ms(before), ...only(tenant), limit])),
    mostUsed: (tenant) => db.read(() => mostUsed(tenant)),
    schedule: (jobs) => db.write(() => schedule(jobs)),
    trimRuns: (before) => db.write(() => run(TRIM_RUNS, [ms(before)])),
    trimPairs: (before) => db.write(() => run(TRIM_PAIRS, [ms(before)])),
    beyond: ({ kind, keep, limit, tenant, subject }) =>
      db.read(() => memoriesBy(BEYOND, [tenant, kind, subject, limit, keep])),
    activities: (viewer, query) => db.read(() => activities(dialect, { viewer, ...query })),
    activityCounts: (viewer) => db.read(() => activityCounts(dialect, viewer)),
    fingerprint: (tenant, pair, at) => db.write(() => fingerprint(tenant, pair, ms(at))),
    pairsSince: (tenant, prefix, since) =>
      db.read(() => pairsSince(dialect, tenant, { prefix, since: ms(since) })),
    dropVectors: (tenant, model) => db.write(() => dropVectors(tenant, model)),
    indexFaults: (tenant, model) => db.read(() => indexFaults(dialect, tenant, model)),
    repairIndex: (tenant) => db.write(() => repairIndex(dialect, tenant)),
    erase: (tenant, target, at) => db.write(() => erase(writing, { tenant, target, at: ms(at) })),
    previewErase: (tenant, target, at) =>
      db.write(() => previewErase(writing, { tenant, target, at: ms(at) })),
    isErased: (tenant, item, id) => db.read(() => isErased(tenant, item, id)),
    scrub: () => db.read(() => dialect.scrub()),
  };
}

/** One tenant, or all of them when none is given. */
const OF_TENANT = "(CAST(? AS text) IS NULL OR m.tenant = ?)";
const EXPIRED = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.expires_at IS NOT NULL AND m.expires_at <= ? AND m.state NOT IN ('soft_deleted', 'purged')
    AND ${OF_TENANT} ORDER BY m.expires_at, m.id LIMIT ?`;
const PURGEABLE = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.purge_at IS NOT NULL AND m.purge_at <= ? AND m.state = 'soft_deleted'
    AND ${OF_TENANT} ORDER BY m.purge_at, m.id LIMIT ?`;
const STALE = `SELECT ${MEMORY_COLUMNS} FROM memories m
  LEFT JOIN memory_access a ON a.tenant = m.tenant AND a.memory_id = m.id
  WHERE m.state = 'active' AND m.pinned = 0 AND m.stability <> 'permanent' AND m.importance < ?
    AND coalesce(a.last_at, m.updated_at) < ? AND ${OF_TENANT}
  ORDER BY m.tenant, m.id LIMIT ?`;
const BEYOND = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.tenant = ? AND m.kind = ? AND m.subject = ? AND m.state = 'active' AND m.pinned = 0
  ORDER BY m.created_at DESC, m.id DESC LIMIT ? OFFSET ?`;

function* memoriesBy(sql: string, values: readonly Value[]): Step<readonly Memory[]> {
  return (yield* all(sql, values)).map(memoryFromRow);
}

function only(tenant: string | undefined): readonly Value[] {
  return [tenant ?? null, tenant ?? null];
}

function* mostUsed(tenant: string): Step<readonly string[]> {
  const rows = yield* all(
    `SELECT memory_id FROM memory_access WHERE tenant = ? ORDER BY times DESC, memory_id
     LIMIT (SELECT (count(*) + 9) / 10 FROM memory_access WHERE tenant = ?)`,
    [tenant, tenant],
  );
  return rows.map((row) => text(row, "memory_id"));
}

/** A run is recorded in the transaction that takes its job away, so one of the two is always seen. */
function* schedule(jobs: readonly NewJob[]): Step<number> {
  let added = 0;
  for (const { tenant, id, name, key, payload, runAt } of jobs)
    added += yield* run(
      `INSERT INTO jobs (tenant, id, name, job_key, payload, state, attempts, fence, run_at, created_at)
       SELECT CAST(? AS text), CAST(? AS text), CAST(? AS text), CAST(? AS text), CAST(? AS text), 'queued', 0, 0,
         CAST(? AS bigint), CAST(? AS bigint)
       WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.tenant = ? AND j.name = ? AND j.job_key = ?)
         AND NOT EXISTS (SELECT 1 FROM job_runs r WHERE r.tenant = ? AND r.name = ? AND r.job_key = ?)
       ON CONFLICT DO NOTHING`,
      [
        ...[tenant, id, name, key, jsonText(payload, "A job's payload"), ms(runAt), ms(runAt)],
        ...[tenant, name, key, tenant, name, key],
      ],
    );
  return added;
}

const TRIM_RUNS = `DELETE FROM job_runs WHERE ended_at < ? AND EXISTS (SELECT 1 FROM job_runs later
  WHERE later.tenant = job_runs.tenant AND later.name = job_runs.name AND later.seq > job_runs.seq)`;
const TRIM_PAIRS = "DELETE FROM pair_fingerprints WHERE checked_at < ?";

type Asked = Readonly<{ viewer: Viewer; limit: number; op?: string }>;

/** A line is told only to those who may see the memory and the message it is about, and be told of the person. */
function told(viewer: Viewer, dialect: Dialect): Condition {
  if (seesEverything(viewer)) return { sql: "a.tenant = ?", values: [viewer.tenant] };
  const memory = visible(viewer, EVERY_STATE, dialect);
  const message = heard(viewer);
  const person = viewer.as.type === "host" ? 1 : 0;
  return {
    sql: `a.tenant = ?
      AND (a.memory_id IS NULL OR EXISTS (SELECT 1 FROM memories m WHERE m.id = a.memory_id AND ${memory.sql}))
      AND (a.message_id IS NULL OR EXISTS (SELECT 1 FROM messages m WHERE m.id = a.message_id AND ${message.sql}))
      AND (a.user_id IS NULL OR a.user_id = ? OR CAST(? AS bigint) = 1)`,
    values: [
      viewer.tenant,
      ...memory.values,
      ...message.values,
      viewerUser(viewer) ?? null,
      person,
    ],
  };
}

function* activities(dialect: Dialect, { viewer, limit, op }: Asked): Step<readonly Activity[]> {
  const seen = told(viewer, dialect);
  const rows = yield* all(
    `SELECT a.* FROM activities a WHERE ${seen.sql} AND (CAST(? AS text) IS NULL OR a.op = ?)
     ORDER BY a.seq DESC LIMIT ?`,
    [...seen.values, op ?? null, op ?? null, limit],
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
    ...present({
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
  const seen = told(viewer, dialect);
  const rows = yield* all(
    `SELECT a.node, a.op, a.status, count(*) AS n FROM activities a WHERE ${seen.sql}
     GROUP BY a.node, a.op, a.status ORDER BY 1, 2, 3`,
    seen.values,
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
  const changed = yield* run(
    `INSERT INTO pair_fingerprints (tenant, pair, checked_at) VALUES (?, ?, ?)
     ON CONFLICT (tenant, pair) DO UPDATE SET checked_at = excluded.checked_at
       WHERE pair_fingerprints.checked_at <= ?`,
    [tenant, pair, at, at - FINGERPRINT_DAYS * DAY_MS],
  );
  return changed === 1;
}

function* pairsSince(
  dialect: Dialect,
  tenant: string,
  { prefix, since }: Readonly<{ prefix: string; since: number }>,
): Step<readonly string[]> {
  const pair = dialect.bytewise("pair");
  const rows = yield* all(
    `SELECT pair FROM pair_fingerprints
     WHERE tenant = ? AND ${pair} >= ? AND ${pair} < ? AND checked_at >= ? ORDER BY ${pair}`,
    [tenant, prefix, `${prefix}\u{10ffff}`, since],
  );
  return rows.map((row) => text(row, "pair"));
}
