// What a search looks at: which rows, under which condition, and how they are read. `visible` and the caller's filter
// are part of the condition, so nothing is read that they do not let through.

import type { Item } from "../../model/change-set.ts";
import type { Look, MemoryFilter } from "../../model/filter.ts";
import { lazy } from "../../model/lazy.ts";
import type { Memory, MemoryLine } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import { type Viewer, viewerUser } from "../../model/viewer.ts";
import type { WordQuery } from "../../ports/store.ts";
import { maybeNumber, number, numbers } from "../columns.ts";
import { all, first, type Row, type Step } from "../database.ts";
import type { Condition, Dialect } from "../dialect.ts";
import {
  LINE_COLUMNS,
  MEMORY_COLUMNS,
  memoryFromRow,
  memoryLineFromRow,
  ms,
} from "../read/memory-row.ts";
import { rowsAt } from "../read/memory-select.ts";
import { MESSAGE_COLUMNS, messageFromRow } from "../read/message-reader.ts";
import { agentScope, both, describedBy, heard, matching, visible } from "../where.ts";
import {
  type CachedView,
  cacheRow,
  cacheVerdicts,
  emptyTenantCache,
  emptyView,
  type TenantCache,
} from "./search-cache.ts";

/** What is searched: which rows, under which condition, read as what. */
export type SearchTarget<T> = Readonly<{
  item: Item;
  tenant: string;
  dialect: Dialect;
  look: Look;
  /** Says whose eyes these are, and through which filter; the time of the look is not part of it. */
  key: string;
  /** On the present rows `m`; made when it is first asked for, as what is held needs none. */
  condition: () => Condition;
  /** On the rows `m` of the time that is looked at. */
  wanted: () => Condition;
  /** The rows `m` of whom the filter names, seen or not: far more quickly found than the condition is asked of each. */
  named: Condition | undefined;
  /** All rows `m` that meet the condition. */
  meeting: () => Condition;
  /** The same, where an index leads to them and mostly to few others. */
  within: (() => Condition) | undefined;
  /** Selects the rows that meet it, out of those with a number in the given JSON list. */
  rows: (seqs: string) => Condition;
  fromRow: (row: Row) => T;
}>;

type Query = Pick<WordQuery, "filter" | "look">;

export function memories(dialect: Dialect, viewer: Viewer, query: Query): SearchTarget<Memory> {
  return ofMemories(dialect, viewer, {
    query,
    columns: MEMORY_COLUMNS,
    fromRow: memoryFromRow,
  });
}

export function memoryLines(
  dialect: Dialect,
  viewer: Viewer,
  query: Query,
): SearchTarget<MemoryLine> {
  return ofMemories(dialect, viewer, {
    query,
    columns: LINE_COLUMNS,
    fromRow: memoryLineFromRow,
  });
}

type Reading<T> = Readonly<{ query: Query; columns: string; fromRow: (row: Row) => T }>;

function ofMemories<T>(
  dialect: Dialect,
  viewer: Viewer,
  { query, columns, fromRow }: Reading<T>,
): SearchTarget<T> {
  const { filter, look } = query;
  const wanted = lazy(() => both(visible(viewer, look, dialect), matching(filter, dialect)));
  const condition =
    look.asOf === undefined ? wanted : lazy(() => wasSo(viewer.tenant, wanted(), look));
  const within = memoriesByVisibility(viewer, filter);
  return {
    item: "memory",
    tenant: viewer.tenant,
    dialect,
    look,
    key: JSON.stringify([viewer, filter, look.validAt, look.states]),
    condition,
    wanted,
    named: look.asOf === undefined ? memoriesByFilter(viewer.tenant, filter, dialect) : undefined,
    meeting: () => alsoMeeting(ALL_MEMORIES, condition()),
    within: within && (() => alsoMeeting(within, condition())),
    rows: (seqs) =>
      look.asOf === undefined
        ? present(wanted(), { columns, seqs }, dialect)
        : past(wanted(), { known: rowsAt(viewer.tenant, look), columns, seqs }, dialect),
    fromRow,
  };
}

function alsoMeeting(found: Condition, condition: Condition): Condition {
  return {
    sql: `${found.sql} AND ${condition.sql}`,
    values: [...found.values, ...condition.values],
  };
}

type Rows = Readonly<{ columns: string; seqs: string }>;

function present(wanted: Condition, { columns, seqs }: Rows, dialect: Dialect): Condition {
  return {
    sql: `SELECT m.seq AS row_seq, ${columns} FROM ${dialect.numbered.memory} WHERE ${wanted.sql}`,
    values: [seqs, ...wanted.values],
  };
}

function past(
  wanted: Condition,
  { known, columns, seqs }: Rows & Readonly<{ known: Condition }>,
  dialect: Dialect,
): Condition {
  return {
    sql: `SELECT c.seq AS row_seq, ${columns} FROM memories c
      JOIN ${known.sql} ON m.tenant = c.tenant AND m.id = c.id
      WHERE ${wanted.sql} AND ${dialect.anyNumberOf("c.seq")}`,
    values: [...known.values, ...wanted.values, seqs],
  };
}

/** A condition on the past, asked of the present row. */
function wasSo(tenant: string, wanted: Condition, look: Look): Condition {
  const then = rowsAt(tenant, look);
  return {
    sql: `m.tenant = ? AND m.id IN (SELECT m.id FROM ${then.sql} WHERE ${wanted.sql})`,
    values: [tenant, ...then.values, ...wanted.values],
  };
}

/** Messages have no category or state; of the filter only what they have applies. They are about whoever speaks. */
export function messages(dialect: Dialect, viewer: Viewer, query: Query): SearchTarget<Message> {
  const condition = lazy(() => saidTo(dialect, viewer, query));
  return {
    item: "message",
    tenant: viewer.tenant,
    dialect,
    look: query.look,
    key: JSON.stringify([viewer, query.filter]),
    condition,
    wanted: condition,
    named: messagesByFilter(viewer.tenant, query.filter),
    meeting: () => alsoMeeting(ALL_MESSAGES, condition()),
    within: undefined,
    rows: (seqs) => {
      const { sql, values } = condition();
      return {
        sql: `SELECT m.seq AS row_seq, ${MESSAGE_COLUMNS} FROM ${dialect.numbered.message} WHERE ${sql}`,
        values: [seqs, ...values],
      };
    },
    fromRow: messageFromRow,
  };
}

function saidTo(dialect: Dialect, viewer: Viewer, { filter, look }: Query): Condition {
  const { channel, user, subject, createdAfter, createdBefore } = filter;
  const conditions: Condition[] = [heard(viewer), { sql: "m.searchable = 1", values: [] }];
  if (channel !== undefined) conditions.push({ sql: "m.channel = ?", values: [channel] });
  for (const author of [user, subject])
    if (author !== undefined) conditions.push({ sql: "m.author_id = ?", values: [author] });
  if (createdAfter !== undefined) conditions.push({ sql: "m.at > ?", values: [ms(createdAfter)] });
  if (createdBefore !== undefined)
    conditions.push({ sql: "m.at < ?", values: [ms(createdBefore)] });
  if (filter.metadata !== undefined) conditions.push(describedBy(filter.metadata, dialect));
  const { asOf } = look;
  if (asOf !== undefined) conditions.push({ sql: "m.at <= ?", values: [ms(asOf)] });
  return both(...conditions);
}

/** What is searched, and what is known of it. */
export type SearchView<T> = Readonly<{ searched: SearchTarget<T>; seen: CachedView<T> }>;

type Named = Readonly<{ id: string; text: string }>;

const NEXT_TO_EXPIRE =
  "SELECT min(expires_at) AS next FROM memories WHERE tenant = ? AND expires_at IS NOT NULL AND expires_at > ?";

/** With what is still known from an earlier look. The past is not held: nobody asks for the same of it twice. */
export function* openSearchView<T>(
  searched: SearchTarget<T>,
  held: TenantCache<T> = emptyTenantCache(),
): Step<SearchView<T>> {
  const { key, look, item, tenant } = searched;
  const now = ms(look.now);
  const known = look.asOf === undefined ? held.seen.get(key) : undefined;
  if (known !== undefined && known.since <= now && now < known.until)
    return { searched, seen: known };
  // A filter that is none is refused, whether or not anything is found that it would have to choose from.
  searched.condition();
  const isHeld = look.asOf === undefined && held.isKept;
  const next =
    item === "memory" && isHeld ? yield* first(NEXT_TO_EXPIRE, [tenant, now]) : undefined;
  const until = (next === undefined ? undefined : maybeNumber(next, "next")) ?? Infinity;
  const seen = emptyView<T>({
    since: now,
    until,
    room: held.room,
    keepsVerdicts: isHeld,
  });
  if (isHeld) held.seen.set(key, seen);
  return { searched, seen };
}

/** Rows by their number, in the order asked for. */
export function* readRows<T extends Named>(
  view: SearchView<T>,
  seqs: readonly number[],
): Step<ReadonlyMap<number, T>> {
  const { rows, meets } = view.seen;
  const unread = seqs.filter((seq) => !rows.has(seq) && meets.get(seq) !== false);
  if (unread.length > 0) yield* readInto(view, unread);
  const ordered = new Map<number, T>();
  for (const seq of seqs) {
    const row = rows.get(seq);
    if (row !== undefined) ordered.set(seq, row);
  }
  return ordered;
}

function* readInto<T extends Named>({ searched, seen }: SearchView<T>, seqs: readonly number[]) {
  const wanted = searched.rows(JSON.stringify(seqs));
  for (const row of yield* all(wanted.sql, wanted.values)) {
    const read = searched.fromRow(row);
    seen.rows.set(number(row, "row_seq"), read);
    cacheRow(seen, read);
  }
  cacheVerdicts(seen, seqs, (seq) => seen.rows.has(seq));
}

/** Whether each of these rows, by its number, meets the condition. */
export function* whichMatch<T>(
  { searched, seen }: SearchView<T>,
  seqs: readonly number[],
): Step<(seq: number) => boolean> {
  const { dialect, item } = searched;
  const { rows, meets } = seen;
  const unknown = seqs.filter((seq) => !rows.has(seq) && !meets.has(seq));
  const wasSeen = (seq: number) => rows.has(seq) || meets.get(seq) === true;
  if (unknown.length === 0) return wasSeen;
  const condition = searched.condition();
  const chosen = `SELECT m.seq FROM ${dialect.numbered[item]} WHERE ${condition.sql}`;
  const row = yield* first(dialect.seqsOf(chosen), [JSON.stringify(unknown), ...condition.values]);
  const meeting = new Set(row === undefined ? [] : numbers(row, "seqs"));
  cacheVerdicts(seen, unknown, (seq) => meeting.has(seq));
  return (seq) => meeting.has(seq) || wasSeen(seq);
}

// Filters with an index of their own: by who or what is named, and by what a viewer may see.

/** The rows `m`, seen or not. The first that is named is mostly the one with the fewest. */
const BY_COLUMN = [
  ["subject", "memories m WHERE m.tenant = ? AND m.subject = ?"],
  ["user", "memories m WHERE m.tenant = ? AND m.user_id = ?"],
  ["run", "memories m WHERE m.tenant = ? AND m.run_id = ?"],
  ["channel", "memories m WHERE m.tenant = ? AND m.channel = ?"],
  ["agent", "memories m WHERE m.tenant = ? AND m.agent_id = ?"],
] as const satisfies readonly (readonly [keyof MemoryFilter, string])[];

function memoriesByFilter(
  tenant: string,
  filter: MemoryFilter,
  dialect: Dialect,
): Condition | undefined {
  for (const [key, sql] of BY_COLUMN) {
    const value = filter[key];
    if (value !== undefined) return { sql, values: [tenant, value] };
  }
  if (filter.tags === undefined) return undefined;
  return {
    sql: `memory_tags t JOIN memories m ON m.tenant = t.tenant AND m.id = t.memory_id
      WHERE t.tenant = ? AND ${dialect.anyOf("t.tag")}`,
    values: [tenant, JSON.stringify(filter.tags)],
  };
}

function messagesByFilter(
  tenant: string,
  { channel, user, subject }: MemoryFilter,
): Condition | undefined {
  const author = user ?? subject;
  if (author !== undefined)
    return { sql: "messages m WHERE m.tenant = ? AND m.author_id = ?", values: [tenant, author] };
  if (channel === undefined) return undefined;
  return { sql: "messages m WHERE m.tenant = ? AND m.channel = ?", values: [tenant, channel] };
}

const ALL_MEMORIES: Condition = { sql: "memories m WHERE 1 = 1", values: [] };
const ALL_MESSAGES: Condition = { sql: "messages m WHERE 1 = 1", values: [] };

/**
 * Memories `m`, among which all are that this viewer may see and that are of the time the filter names; undefined where
 * no index leads to fewer than all. What is a user's own is not in the index of scopes, so that storing it costs nothing
 * there: it is found by its user.
 */
export function memoriesByVisibility(viewer: Viewer, filter: MemoryFilter): Condition | undefined {
  // By the condition itself: memories are indexed by when they were made.
  if (filter.createdAfter !== undefined || filter.createdBefore !== undefined) return ALL_MEMORIES;
  if (viewer.as.type === "host") return undefined;
  const { tenant } = viewer;
  return {
    sql: `(SELECT seq AS own_seq FROM memories WHERE tenant = ? AND scope <> 'user' AND scope IN ('shared', ?)
        UNION ALL SELECT seq FROM memories WHERE tenant = ? AND user_id = ? AND scope = 'user') AS own
      CROSS JOIN memories m WHERE m.seq = own.own_seq`,
    values: [tenant, agentScope(viewer), tenant, viewerUser(viewer) ?? null],
  };
}
