// Reads memories. Every query starts from `visible`.

import { MemoryError } from "../../errors.ts";
import type { Look, MemoryFilter } from "../../model/filter.ts";
import {
  DELTA_EVENTS,
  type Delta,
  HISTORY_EVENTS,
  type HistoryEntry,
} from "../../model/history.ts";
import type { HandedOut, Memory, Retrieval, Scored } from "../../model/memory.ts";
import { STATES } from "../../model/state.ts";
import { hostViewer, type Viewer } from "../../model/viewer.ts";
import type { MemoryReader, Page, WeightQuery } from "../../ports/store.ts";
import {
  maybeNumber,
  maybeText,
  maybeTime,
  number,
  oneOf,
  record,
  text,
  time,
} from "../columns.ts";
import { all, type Database, first, type Row, type Step, send } from "../database.ts";
import type { Condition, Dialect } from "../dialect.ts";
import { memories, openSearchView } from "../search/search-target.ts";
import { both, matching, notSensitiveTo, seesEverything, visible } from "../where.ts";
import { EVENT_COLUMNS } from "./event-versions.ts";
import { EVERY_VERSION, ms } from "./memory-row.ts";
import { EVERY_STATE, getMemory, rowsAt, selectMemories } from "./memory-select.ts";
import { readRelated } from "./related-reader.ts";

export function memoryReader(db: Database, dialect: Dialect): MemoryReader {
  return {
    get: (viewer, id, look) => db.read(() => getMemory(dialect, { viewer, id, look })),
    list: (viewer, query) => db.read(() => listMemories(dialect, { viewer, ...query })),
    weightiest: (viewer, query) => db.read(() => readWeightiest(dialect, viewer, query)),
    history: (viewer, id) => db.read(() => readHistory(dialect, viewer, id)),
    versions: (viewer, id) => db.read(() => readVersions(dialect, viewer, id)),
    counts: (viewer) => db.read(() => countMemories(dialect, viewer)),
    delta: (viewer, query) => db.read(() => readDelta(dialect, { viewer, ...query })),
    related: (viewer, { ids, filter = {}, look }) =>
      db.read(function* () {
        return yield* readRelated(
          yield* openSearchView(memories(dialect, viewer, { filter, look })),
          ids,
        );
      }),
    restingOn: (tenant, source) => db.read(() => restingOn(dialect, { tenant, ...source })),
    sensitiveSources: (viewer, ids) => db.read(() => sensitiveSources(dialect, viewer, ids)),
    tellingOf: (tenant, person) => db.read(() => tellingOf(dialect, tenant, person)),
    retrieval: (viewer, id, look) => db.read(() => readRetrieval(dialect, { viewer, id, look })),
    touch: (tenant, handed, at) => db.write(() => touch(dialect, { tenant, handed, at: ms(at) })),
    tenants: () => db.read(readTenants),
  };
}

type Many = Readonly<{ viewer: Viewer; filter: MemoryFilter; look: Look; page: Page }>;

function* listMemories(dialect: Dialect, query: Many): Step<readonly Memory[]> {
  const { viewer, look, page } = query;
  const wanted = both(visible(viewer, look, dialect), matching(query.filter, dialect));
  const where =
    page.after === undefined ? wanted : both(wanted, yield* olderThan(dialect, viewer, page.after));
  return yield* selectMemories(rowsAt(viewer.tenant, look), where, {
    sql: query.filter.ids === undefined ? NEWEST_FIRST : FEW_NEWEST_FIRST,
    values: [page.limit],
  });
}

const NEWEST_FIRST = "ORDER BY m.created_at DESC, m.id DESC LIMIT ?";
/** The plus keeps a planner from reading the tenant in this order to find a few rows that their ids name. */
const FEW_NEWEST_FIRST = "ORDER BY +m.created_at DESC, m.id DESC LIMIT ?";

/** After the last one seen, in the order of the list, so that new arrivals neither repeat nor hide a row. */
function* olderThan(dialect: Dialect, viewer: Viewer, id: string): Step<Condition> {
  const last = yield* getMemory(dialect, { viewer, id, look: EVERY_STATE });
  if (last === undefined)
    throw new MemoryError("invalid_input", "The place to go on from is gone; start a new list.");
  return { sql: "(m.created_at, m.id) < (?, ?)", values: [ms(last.createdAt), last.id] };
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

type Resting = Readonly<{ tenant: string; item: string; ids: readonly string[] }>;

function* restingOn(dialect: Dialect, { tenant, item, ids }: Resting): Step<readonly Memory[]> {
  const where = both(visible(hostViewer(tenant), EVERY_STATE, dialect), {
    sql: `m.id IN (SELECT s.memory_id FROM memory_sources s
            WHERE s.tenant = ? AND s.source = ? AND ${dialect.anyOf("s.source_id")})`,
    values: [tenant, item, JSON.stringify(ids)],
  });
  return yield* selectMemories({ sql: "memories m", values: [] }, where, {
    sql: "ORDER BY m.id",
    values: [],
  });
}

function* sensitiveSources(
  dialect: Dialect,
  viewer: Viewer,
  ids: readonly string[],
): Step<readonly string[]> {
  const open = notSensitiveTo(viewer);
  const rows = yield* all(
    `SELECT DISTINCT s.source_id FROM memory_sources s JOIN memories m ON m.tenant = s.tenant AND m.id = s.memory_id
     WHERE s.tenant = ? AND s.source = 'message' AND ${dialect.anyOf("s.source_id")} AND NOT coalesce((${open.sql}), false)`,
    [viewer.tenant, JSON.stringify(ids), ...open.values],
  );
  return rows.map((row) => text(row, "source_id"));
}

/** `replace` finds the id in its quotes; where these stand inside somebody else's id, it is told apart afterwards. */
function* tellingOf(dialect: Dialect, tenant: string, person: string): Step<readonly Memory[]> {
  const where = both(visible(hostViewer(tenant), EVERY_STATE, dialect), {
    sql: "replace(m.participants, ?, '') <> m.participants",
    values: [JSON.stringify(person)],
  });
  const found = yield* selectMemories({ sql: "memories m", values: [] }, where, {
    sql: "ORDER BY m.id",
    values: [],
  });
  return found.filter(({ participants }) => participants.includes(person));
}

function* readTenants(): Step<readonly string[]> {
  const rows = yield* all(
    "SELECT tenant FROM memories UNION SELECT tenant FROM messages ORDER BY 1",
    [],
  );
  return rows.map((row) => text(row, "tenant"));
}

// Reads what happened: to one memory, and in one thread. A viewer is told of a version only what it may see of it.

/** None for a viewer that may not see the memory as it is now. */
function* readVersions(dialect: Dialect, viewer: Viewer, id: string): Step<readonly Memory[]> {
  const now = yield* getMemory(dialect, { viewer, id, look: EVERY_STATE });
  if (now === undefined) return [];
  const own = { sql: "m.id = ?", values: [id] };
  return yield* selectMemories(
    { sql: `${EVERY_VERSION} m`, values: [viewer.tenant, viewer.tenant] },
    both(visible(viewer, EVERY_STATE, dialect), own),
    { sql: "ORDER BY m.version", values: [] },
  );
}

function* readHistory(dialect: Dialect, viewer: Viewer, id: string): Step<readonly HistoryEntry[]> {
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
function* readDelta(dialect: Dialect, { viewer, thread, since, limit }: Since) {
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

/**
 * Of each subject the few memories that matter most, chosen in the database: whoever shows a few of each would
 * otherwise read all of them.
 */
function* readWeightiest(
  dialect: Dialect,
  viewer: Viewer,
  { filter, look, each, first }: WeightQuery,
): Step<readonly Memory[]> {
  const wanted = both(visible(viewer, look, dialect), matching(filter, dialect));
  const placed = `SELECT m.id, row_number() OVER (PARTITION BY m.subject
      ORDER BY CASE WHEN ${dialect.anyOf("m.id")} THEN 0 ELSE 1 END, m.importance DESC, m.created_at DESC,
        ${dialect.bytewise("m.id")}) AS place FROM memories m WHERE ${wanted.sql}`;
  const chosen = {
    sql: `m.tenant = ? AND m.id IN (SELECT placed.id FROM (${placed}) AS placed WHERE placed.place <= ?)`,
    values: [viewer.tenant, JSON.stringify(first), ...wanted.values, each],
  };
  return yield* selectMemories({ sql: "memories m", values: [] }, chosen, { sql: "", values: [] });
}

// When and how often memories were handed out, and the score of the last time.

type Touched = Readonly<{ tenant: string; handed: readonly HandedOut[]; at: number }>;

/**
 * In one order by every reader, so that two of them never wait for each other in a circle. Read from the side of what was
 * handed out, each line once: a busy moment hands out a thousand, and to look each up among the others took half a second.
 */
function* touch(dialect: Dialect, { tenant, handed, at }: Touched): Step<void> {
  const once = new Map(handed.map((one) => [one.id, one]));
  const lines = [...once.values()].map(({ id, times = 1, scored }) => [
    id,
    times,
    scored === undefined ? null : short(scored),
  ]);
  yield* send(
    `INSERT INTO memory_access (tenant, memory_id, last_at, times, last_score)
       SELECT m.tenant, m.id, CAST(? AS bigint), CAST((line.value ->> 1) AS bigint), line.value ->> 2
       FROM ${dialect.elements} line CROSS JOIN memories m WHERE m.tenant = ? AND m.id = (line.value ->> 0) ORDER BY m.id
     ON CONFLICT (tenant, memory_id) DO UPDATE SET last_at = excluded.last_at, times = memory_access.times + excluded.times,
       last_score = excluded.last_score`,
    [at, JSON.stringify(lines), tenant],
  );
}

const DECIMALS = 10_000;

function short({ score, parts }: Scored): Scored {
  const shown = Object.entries(parts).map(([name, value]) => [name, rounded(value)]);
  return { score: rounded(score), parts: Object.fromEntries(shown) };
}

function rounded(value: number): number {
  return Math.round(value * DECIMALS) / DECIMALS;
}

type Wanted = Readonly<{ viewer: Viewer; id: string; look: Look }>;

/** Undefined when the memory is not there or not the viewer's to see. */
function* readRetrieval(
  dialect: Dialect,
  { viewer, id, look }: Wanted,
): Step<Retrieval | undefined> {
  const where = both(visible(viewer, look, dialect), { sql: "m.id = ?", values: [id] });
  const row = yield* first(
    `SELECT a.times, a.last_at, a.last_score FROM memories m
     LEFT JOIN memory_access a ON a.tenant = m.tenant AND a.memory_id = m.id WHERE ${where.sql}`,
    where.values,
  );
  return row === undefined ? undefined : fromRow(row);
}

function fromRow(row: Row): Retrieval {
  const lastAt = maybeTime(row, "last_at");
  if (lastAt === undefined) return { times: 0 };
  const times = maybeNumber(row, "times") ?? 0;
  if (maybeText(row, "last_score") === undefined) return { times, lastAt };
  const { score, parts } = record(row, "last_score");
  return { times, lastAt, score: Number(score), parts: numbersOf(parts) };
}

function numbersOf(parts: unknown): Readonly<Record<string, number>> {
  const read = Object.entries(Object(parts)).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(read);
}
