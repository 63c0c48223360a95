// What upkeep asks of the store: what has run out, what nobody used, what happened, what must be erased.

import type { Activity } from "../../model/audit.ts";
import type { Item } from "../../model/change-set.ts";
import type { NewJob } from "../../model/job.ts";
import type { Memory } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { type Viewer, viewerUser } from "../../model/viewer.ts";
import type { IndexFaults, UpkeepStore } from "../../ports/upkeep-store.ts";
import { jsonText, maybeNumber, maybeText, number, oneOf, text, time } from "../columns.ts";
import { addActivity } from "../commit/work-changes.ts";
import type { WriteContext } from "../commit/write-context.ts";
import {
  all,
  type Database,
  first,
  type Row,
  run,
  type Step,
  send,
  type Value,
} from "../database.ts";
import type { Condition, Dialect } from "../dialect.ts";
import { erase, isErased, previewErase } from "../erase/erase.ts";
import { MEMORY_COLUMNS, memoryFromRow, ms } from "../read/memory-row.ts";
import { EVERY_STATE } from "../read/memory-select.ts";
import { memoryEntry, tenantToken } from "../search/text-entry.ts";
import { heard, seesEverything, visible } from "../where.ts";

const NODES = ["hotpath", "context", "episodic", "worker"] as const;
const STATUSES = ["ok", "error", "skipped"] as const;

export function upkeepStore(db: Database, writing: WriteContext): UpkeepStore {
  const { dialect } = writing;
  return {
    expired: (tenant, now, limit) => db.read(() => memoriesBy(EXPIRED, [tenant, ms(now), limit])),
    purgeable: (tenant, now, limit) =>
      db.read(() => memoriesBy(PURGEABLE, [tenant, ms(now), limit])),
    stale: ({ before, importanceBelow, limit, tenant }) =>
      db.read(() => memoriesBy(STALE, [tenant, importanceBelow, ms(before), limit])),
    mostUsed: (tenant, percent) => db.read(() => mostUsed(tenant, percent)),
    schedule: (jobs) => db.write(() => schedule(jobs)),
    trimRuns: (before) => db.write(() => run(TRIM_RUNS, [ms(before)])),
    trimSearches: (before) => db.write(() => run(TRIM_SEARCHES, [ms(before)])),
    trimPairs: (before) => db.write(() => run(TRIM_PAIRS, [ms(before)])),
    beyond: ({ kind, keep, limit, tenant, subject }) =>
      db.read(() => memoriesBy(BEYOND, [tenant, kind, subject, limit, keep])),
    activities: (viewer, query) => db.read(() => activities(dialect, { viewer, ...query })),
    record: (activities) =>
      db.write(function* () {
        for (const activity of activities) yield* addActivity(activity);
      }),
    activityCounts: (viewer) => db.read(() => activityCounts(dialect, viewer)),
    fingerprint: (tenant, pair, { at, days }) =>
      db.write(() => fingerprint(tenant, pair, { at: ms(at), days })),
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

const EXPIRED = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.tenant = ? AND m.expires_at IS NOT NULL AND m.expires_at <= ?
    AND m.state NOT IN ('soft_deleted', 'purged') ORDER BY m.expires_at, m.id LIMIT ?`;
const PURGEABLE = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.tenant = ? AND m.purge_at IS NOT NULL AND m.purge_at <= ? AND m.state = 'soft_deleted'
  ORDER BY m.purge_at, m.id LIMIT ?`;
const STALE = `SELECT ${MEMORY_COLUMNS} FROM memories m
  LEFT JOIN memory_access a ON a.tenant = m.tenant AND a.memory_id = m.id
  WHERE m.tenant = ? AND m.state = 'active' AND m.pinned = 0 AND m.stability <> 'permanent'
    AND m.importance < ? AND coalesce(a.last_at, m.updated_at) < ?
  ORDER BY m.id LIMIT ?`;
const BEYOND = `SELECT ${MEMORY_COLUMNS} FROM memories m
  WHERE m.tenant = ? AND m.kind = ? AND m.subject = ? AND m.state = 'active' AND m.pinned = 0
  ORDER BY m.created_at DESC, m.id DESC LIMIT ? OFFSET ?`;

function* memoriesBy(sql: string, values: readonly Value[]): Step<readonly Memory[]> {
  return (yield* all(sql, values)).map(memoryFromRow);
}

function* mostUsed(tenant: string, percent: number): Step<readonly string[]> {
  const rows = yield* all(
    `SELECT memory_id FROM memory_access WHERE tenant = ? ORDER BY times DESC, memory_id
     LIMIT (SELECT (count(*) * CAST(? AS bigint) + 99) / 100 FROM memory_access WHERE tenant = ?)`,
    [tenant, percent, tenant],
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
const TRIM_SEARCHES = "DELETE FROM activities WHERE op = 'search' AND at < ?";
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
     ORDER BY a.at DESC, a.seq DESC LIMIT ?`,
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
    ...omitUndefined({
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

const DAY_MS = 86_400_000;

/** True when this pair was not looked at in so many days, and marks it as looked at. */
function* fingerprint(
  tenant: string,
  pair: string,
  { at, days }: Readonly<{ at: number; days: number }>,
): Step<boolean> {
  const changed = yield* run(
    `INSERT INTO pair_fingerprints (tenant, pair, checked_at) VALUES (?, ?, ?)
     ON CONFLICT (tenant, pair) DO UPDATE SET checked_at = excluded.checked_at
       WHERE pair_fingerprints.checked_at <= ?`,
    [tenant, pair, at, at - days * DAY_MS],
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

// Proves that the indexes hold exactly what the rows hold, and mends what does not (R-DUR-6).

const ITEMS: readonly Item[] = ["memory", "message"];

/** The word index points at rows by number in one database, by id in the other. */
const WORDS = {
  sqlite: {
    memory: {
      missing: `m.tenant = ? AND NOT EXISTS (SELECT 1 FROM memory_text t WHERE t.rowid = m.seq)
        AND m.seq <= (SELECT seq FROM indexed_up_to WHERE item = 'memory')`,
      stray: `FROM memory_text WHERE memory_text MATCH 'tenant : ' || ? AND NOT EXISTS
          (SELECT 1 FROM memories m WHERE m.seq = memory_text.rowid)`,
    },
    message: {
      missing: `m.tenant = ? AND m.searchable = 1
        AND NOT EXISTS (SELECT 1 FROM message_text t WHERE t.rowid = m.seq)
        AND m.seq <= (SELECT seq FROM indexed_up_to WHERE item = 'message')`,
      stray: `FROM message_text WHERE message_text MATCH 'tenant : ' || ? AND NOT EXISTS
          (SELECT 1 FROM messages m WHERE m.seq = message_text.rowid)`,
    },
    tenantIn: tenantToken,
  },
  postgres: {
    memory: {
      missing: `m.tenant = ? AND NOT EXISTS
        (SELECT 1 FROM memory_text t WHERE t.tenant = m.tenant AND t.id = m.id)`,
      stray: `FROM memory_text WHERE tenant = ? AND NOT EXISTS
          (SELECT 1 FROM memories m WHERE m.tenant = memory_text.tenant AND m.id = memory_text.id)`,
    },
    message: {
      missing: `m.tenant = ? AND m.searchable = 1 AND NOT EXISTS
        (SELECT 1 FROM message_text t WHERE t.tenant = m.tenant AND t.id = m.id)`,
      stray: `FROM message_text WHERE tenant = ? AND NOT EXISTS
          (SELECT 1 FROM messages m WHERE m.tenant = message_text.tenant AND m.id = message_text.id)`,
    },
    tenantIn: (tenant: string) => tenant,
  },
} as const satisfies Record<Dialect["name"], object>;

const TABLE = { memory: "memories", message: "messages" } as const;
const IN_USE = { memory: "m.state = 'active'", message: "m.searchable = 1" } as const;

const STRAY_VECTORS = {
  memory: `FROM vectors WHERE tenant = ? AND item = 'memory' AND NOT EXISTS
    (SELECT 1 FROM memories m WHERE m.tenant = vectors.tenant AND m.id = vectors.item_id)`,
  message: `FROM vectors WHERE tenant = ? AND item = 'message' AND NOT EXISTS
    (SELECT 1 FROM messages m WHERE m.tenant = vectors.tenant AND m.id = vectors.item_id)`,
} as const;

function* indexFaults(dialect: Dialect, tenant: string, model: string): Step<IndexFaults> {
  const words = WORDS[dialect.name];
  const faults = { withoutWords: 0, strayWords: 0, strayVectors: 0, withoutVector: 0 };
  for (const item of ITEMS) {
    faults.withoutWords += yield* counted(
      `SELECT count(*) AS n FROM ${TABLE[item]} m WHERE ${words[item].missing}`,
      [tenant],
    );
    faults.strayWords += yield* counted(`SELECT count(*) AS n ${words[item].stray}`, [
      words.tenantIn(tenant),
    ]);
    faults.strayVectors += yield* counted(`SELECT count(*) AS n ${STRAY_VECTORS[item]}`, [tenant]);
    faults.withoutVector += yield* counted(
      `SELECT count(*) AS n FROM ${TABLE[item]} m WHERE m.tenant = ? AND ${IN_USE[item]} AND NOT EXISTS
         (SELECT 1 FROM vectors v WHERE v.tenant = m.tenant AND v.item = ? AND v.item_id = m.id AND v.model = ?)`,
      [tenant, item, model],
    );
  }
  const otherModels = yield* counted(
    "SELECT count(*) AS n FROM vectors WHERE tenant = ? AND model <> ?",
    [tenant, model],
  );
  return { ...faults, otherModels };
}

function* counted(sql: string, values: readonly string[]): Step<number> {
  const row = yield* first(sql, values);
  return row === undefined ? 0 : number(row, "n");
}

function* repairIndex(dialect: Dialect, tenant: string): Step<void> {
  const words = WORDS[dialect.name];
  const memories = yield* all(
    `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE ${words.memory.missing}`,
    [tenant],
  );
  yield* dialect.putText(memories.map((row) => memoryEntry(memoryFromRow(row), "again")));
  const messages = yield* all(
    `SELECT m.id, m.text, m.context FROM messages m WHERE ${words.message.missing}`,
    [tenant],
  );
  yield* dialect.putText(
    messages.map((row) => {
      const said = { text: text(row, "text"), context: text(row, "context") };
      return { item: "message", tenant, id: text(row, "id"), filing: "again", ...said };
    }),
  );
  for (const item of ITEMS) {
    yield* send(`DELETE ${words[item].stray}`, [words.tenantIn(tenant)]);
    yield* send(`DELETE ${STRAY_VECTORS[item]}`, [tenant]);
  }
}

/** Nobody looks for them any more, so nothing that holds vectors in memory needs to be told. */
function* dropVectors(tenant: string, exceptModel: string): Step<number> {
  return yield* run("DELETE FROM vectors WHERE tenant = ? AND model <> ?", [tenant, exceptModel]);
}
