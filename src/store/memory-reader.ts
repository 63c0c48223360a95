// Reads memories. Every query starts from `visible`.

import type { Look, MemoryFilter } from "../model/filter.ts";
import type { Delta, DeltaEvent, HistoryEntry } from "../model/history.ts";
import { HISTORY_EVENTS } from "../model/history.ts";
import type { Memory } from "../model/memory.ts";
import { STATES } from "../model/state.ts";
import { hostViewer, type Viewer } from "../model/viewer.ts";
import type { MemoryReader, Page } from "../ports/store.ts";
import { json, maybeNumber, number, oneOf, text, time } from "./columns.ts";
import { all, type Database, first, type Row, run, type Step } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { MEMORY_COLUMNS, memoryFromRow, ms } from "./memory-row.ts";
import { both, matching, visible, within } from "./where.ts";

const EVERY_STATE: Look = { now: new Date(0).toISOString(), states: STATES };
const DELTA_EVENTS: readonly DeltaEvent[] = [
  "created",
  "updated",
  "merged",
  "deleted",
  "soft_deleted",
  "restored",
];

export function memoryReader(db: Database, dialect: Dialect): MemoryReader {
  return {
    get: (viewer, id, look) => db.read(() => getMemory(dialect, { viewer, id, look })),
    list: (viewer, query) => db.read(() => listMemories(dialect, { viewer, ...query })),
    history: (viewer, id) => db.read(() => readHistory(dialect, viewer, id)),
    versions: (viewer, id) => db.read(() => readVersions(dialect, viewer, id)),
    counts: (viewer) => db.read(() => countMemories(dialect, viewer)),
    delta: (viewer, query) => db.read(() => readDelta(dialect, { viewer, ...query })),
    related: (viewer, query) => db.read(() => readRelated(dialect, { viewer, ...query })),
    restingOn: (tenant, source) => db.read(() => restingOn(dialect, { tenant, ...source })),
    touch: (tenant, ids, at) => db.write(() => touch(tenant, ids, ms(at))),
    tenants: () => db.read(readTenants),
  };
}

/** The rows to read from: as they are, or as they were known at a time. */
function source(look: Look): Condition {
  if (look.asOf === undefined) return { sql: "memories m", values: [] };
  const at = ms(look.asOf);
  return {
    sql: `(SELECT v.* FROM memory_versions v WHERE v.updated_at <= ? AND v.version =
            (SELECT max(x.version) FROM memory_versions x
             WHERE x.tenant = v.tenant AND x.id = v.id AND x.updated_at <= ?)) m`,
    values: [at, at],
  };
}

function* select(from: Condition, where: Condition, tail: Condition): Step<readonly Memory[]> {
  const rows = yield* all(
    `SELECT ${MEMORY_COLUMNS} FROM ${from.sql} WHERE ${where.sql} ${tail.sql}`,
    [...from.values, ...where.values, ...tail.values],
  );
  return rows.map(memoryFromRow);
}

type One = Readonly<{ viewer: Viewer; id: string; look: Look }>;

function* getMemory(dialect: Dialect, { viewer, id, look }: One): Step<Memory | undefined> {
  const where = both(visible(viewer, look, dialect), { sql: "m.id = ?", values: [id] });
  return (yield* select(source(look), where, { sql: "", values: [] }))[0];
}

type Many = Readonly<{ viewer: Viewer; filter: MemoryFilter; look: Look; page: Page }>;

function* listMemories(dialect: Dialect, query: Many): Step<readonly Memory[]> {
  const { viewer, look, page } = query;
  const wanted = both(visible(viewer, look, dialect), matching(query.filter, dialect));
  const where =
    page.after === undefined ? wanted : both(wanted, olderThan(viewer.tenant, page.after));
  return yield* select(source(look), where, {
    sql: "ORDER BY m.created_at DESC, m.id DESC LIMIT ?",
    values: [page.limit],
  });
}

/** After the last one seen, in the order of the list, so that new arrivals neither repeat nor hide a row. */
function olderThan(tenant: string, id: string): Condition {
  return {
    sql: `(m.created_at, m.id) < (SELECT a.created_at, a.id FROM memories a WHERE a.tenant = ? AND a.id = ?)`,
    values: [tenant, id],
  };
}

/** Whether the viewer may know of it at all, in whatever state it is. */
function* isKnown(dialect: Dialect, viewer: Viewer, id: string): Step<boolean> {
  return (yield* getMemory(dialect, { viewer, id, look: EVERY_STATE })) !== undefined;
}

function* readHistory(dialect: Dialect, viewer: Viewer, id: string): Step<readonly HistoryEntry[]> {
  if (!(yield* isKnown(dialect, viewer, id))) return [];
  const rows = yield* all(
    `SELECT h.*, o.text AS old_text, o.state AS old_state, n.text AS new_text, n.state AS new_state FROM history h
     LEFT JOIN memory_versions o ON o.tenant = h.tenant AND o.id = h.memory_id AND o.version = h.old_version
     LEFT JOIN memory_versions n ON n.tenant = h.tenant AND n.id = h.memory_id AND n.version = h.new_version
     WHERE h.tenant = ? AND h.memory_id = ? ORDER BY h.seq`,
    [viewer.tenant, id],
  );
  return rows.map(historyFromRow);
}

function historyFromRow(row: Row): HistoryEntry {
  const meta = json(row, "meta");
  const entry = {
    memoryId: text(row, "memory_id"),
    event: oneOf(row, "event", HISTORY_EVENTS),
    at: time(row, "at"),
    actor: text(row, "actor"),
    cause: text(row, "cause"),
    reason: text(row, "reason"),
    meta: typeof meta === "object" && meta !== null ? { ...meta } : {},
  };
  const before = side(row, "old");
  const after = side(row, "new");
  return { ...entry, ...(before && { old: before }), ...(after && { new: after }) };
}

function side(
  row: Row,
  name: "old" | "new",
): { version: number; text: string; state: string } | undefined {
  const version = maybeNumber(row, `${name}_version`);
  if (version === undefined || row[`${name}_text`] === null) return undefined;
  return { version, text: text(row, `${name}_text`), state: text(row, `${name}_state`) };
}

function* readVersions(dialect: Dialect, viewer: Viewer, id: string): Step<readonly Memory[]> {
  if (!(yield* isKnown(dialect, viewer, id))) return [];
  const where = both(within(viewer), { sql: "m.id = ?", values: [id] });
  return yield* select({ sql: "memory_versions m", values: [] }, where, {
    sql: "ORDER BY m.version",
    values: [],
  });
}

function* countMemories(dialect: Dialect, viewer: Viewer) {
  const where = visible(viewer, EVERY_STATE, dialect);
  const rows = yield* all(
    `SELECT m.kind, m.state, m.scope, m.category, count(*) AS n FROM memories m WHERE ${where.sql}
     GROUP BY m.kind, m.state, m.scope, m.category ORDER BY 1, 2, 3, 4`,
    where.values,
  );
  return rows.map((row) => ({
    kind: text(row, "kind"),
    state: oneOf(row, "state", STATES),
    scope: text(row, "scope"),
    category: text(row, "category"),
    count: number(row, "n"),
  }));
}

type Since = Readonly<{ viewer: Viewer; thread: string; since: number; limit: number }>;

/** A memory that is gone is named by its event alone; one that the viewer may not see is not named at all. */
function* readDelta(dialect: Dialect, { viewer, thread, since, limit }: Since) {
  const now = yield* first(
    "SELECT revision FROM thread_revisions WHERE tenant = ? AND thread = ?",
    [viewer.tenant, thread],
  );
  const seen = visible(viewer, EVERY_STATE, dialect);
  const rows = yield* all(
    `SELECT c.revision, c.memory_id, c.event, c.at, m.text, m.category, m.importance
     FROM change_log c JOIN memories m ON m.tenant = c.tenant AND m.id = c.memory_id
     WHERE c.tenant = ? AND c.thread = ? AND c.revision > ? AND ${seen.sql} ORDER BY c.seq DESC LIMIT ?`,
    [viewer.tenant, thread, since, ...seen.values, limit],
  );
  return {
    revision: now === undefined ? 0 : number(now, "revision"),
    changes: rows.map(deltaFromRow).reverse(),
  };
}

function deltaFromRow(row: Row): Delta {
  return {
    revision: number(row, "revision"),
    memoryId: text(row, "memory_id"),
    event: oneOf(row, "event", DELTA_EVENTS),
    category: text(row, "category"),
    text: text(row, "text"),
    importance: number(row, "importance"),
    at: time(row, "at"),
  };
}

type AroundIds = Readonly<{ viewer: Viewer; ids: readonly string[]; look: Look }>;

/** The other end of every edge at the given memories, strongest first. */
function* readRelated(dialect: Dialect, { viewer, ids, look }: AroundIds) {
  const seen = visible(viewer, look, dialect);
  const wanted = JSON.stringify(ids);
  const rows = yield* all(
    `SELECT r.from_id, r.to_id, r.strength, r.created_at AS linked_at, r.near_id, ${MEMORY_COLUMNS} FROM
       (SELECT tenant, from_id, to_id, strength, created_at, from_id AS near_id, to_id AS far_id FROM relations
          WHERE tenant = ? AND ${dialect.anyOf("from_id")}
        UNION ALL
        SELECT tenant, from_id, to_id, strength, created_at, to_id AS near_id, from_id AS far_id FROM relations
          WHERE tenant = ? AND ${dialect.anyOf("to_id")}) r
     JOIN memories m ON m.tenant = r.tenant AND m.id = r.far_id
     WHERE ${seen.sql} ORDER BY r.strength DESC, r.far_id LIMIT 200`,
    [viewer.tenant, wanted, viewer.tenant, wanted, ...seen.values],
  );
  return rows.map((row) => ({
    to: text(row, "near_id"),
    relation: {
      from: text(row, "from_id"),
      to: text(row, "to_id"),
      type: "related_to" as const,
      strength: number(row, "strength"),
      createdAt: time(row, "linked_at"),
    },
    memory: memoryFromRow(row),
  }));
}

type Resting = Readonly<{ tenant: string; item: string; ids: readonly string[] }>;

function* restingOn(dialect: Dialect, { tenant, item, ids }: Resting): Step<readonly Memory[]> {
  const where = both(visible(hostViewer(tenant), EVERY_STATE, dialect), {
    sql: `m.id IN (SELECT s.memory_id FROM memory_sources s
            WHERE s.tenant = ? AND s.source = ? AND ${dialect.anyOf("s.source_id")})`,
    values: [tenant, item, JSON.stringify(ids)],
  });
  return yield* select({ sql: "memories m", values: [] }, where, {
    sql: "ORDER BY m.id",
    values: [],
  });
}

function* touch(tenant: string, ids: readonly string[], at: number): Step<void> {
  for (const id of ids)
    yield* run(
      `INSERT INTO memory_access (tenant, memory_id, last_at, times) VALUES (?, ?, ?, 1)
       ON CONFLICT (tenant, memory_id) DO UPDATE SET last_at = excluded.last_at, times = memory_access.times + 1`,
      [tenant, id, at],
    );
}

function* readTenants(): Step<readonly string[]> {
  const rows = yield* all(
    "SELECT tenant FROM memories UNION SELECT tenant FROM messages ORDER BY 1",
    [],
  );
  return rows.map((row) => text(row, "tenant"));
}
