// Conditions, built from constant fragments with bound values. `visible` is where every read of memories starts,
// so that none can forget its tenant, scope, allowlist, state or expiry.

import type { Look, MemoryFilter } from "../model/filter.ts";
import type { MetadataCondition, MetadataFilter } from "../model/metadata.ts";
import { textKey } from "../model/text.ts";
import {
  type Blocked,
  isKeptFromSensitive,
  ownScope,
  RESERVED_SCOPES,
  type Viewer,
  viewerUser,
} from "../model/viewer.ts";
import type { Value } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { ms } from "./read/memory-row.ts";

export function both(...conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map((condition) => `(${condition.sql})`).join(" AND "),
    values: conditions.flatMap((condition) => condition.values),
  };
}

/** What this viewer may see at all. The row is `m`. */
export function visible(viewer: Viewer, look: Look, dialect: Dialect): Condition {
  const permitted = both(
    within(viewer),
    allowed(viewer, dialect),
    notSensitiveTo(viewer),
    unblockedMemory(viewer),
  );
  const seen = both(permitted, living(look, dialect));
  return look.asOf === undefined ? seen : both(seen, stillPermitted(permitted));
}

/** Looking back does not go round a wall: who may not see a memory now is not told how it was. */
function stillPermitted(permitted: Condition): Condition {
  return {
    sql: `m.id IN (SELECT m.id FROM memories m WHERE ${permitted.sql})`,
    values: permitted.values,
  };
}

/** Whether nothing of the tenant is kept from this viewer. */
export function seesEverything(viewer: Viewer): boolean {
  return viewer.as.type === "host" && viewer.categories === "all" && viewer.blocked === undefined;
}

/** Messages have no category, so an allowlist of categories lets none of them through. The row is `m`. */
export function heard(viewer: Viewer): Condition {
  if (viewer.categories !== "all")
    return { sql: "m.tenant = ? AND 1 = 0", values: [viewer.tenant] };
  return both(within(viewer), unblockedMessage(viewer));
}

/** Tenant and scope, by equality only. An agent called by a reserved word has no scope of its own. */
function within(viewer: Viewer): Condition {
  if (viewer.as.type === "host") return { sql: "m.tenant = ?", values: [viewer.tenant] };
  return {
    sql: "m.tenant = ? AND (m.scope = 'shared' OR m.scope = ? OR (m.scope = 'user' AND m.user_id = ?))",
    values: [viewer.tenant, agentScope(viewer), viewerUser(viewer) ?? null],
  };
}

export function agentScope(viewer: Viewer): string | null {
  const own = ownScope(viewer);
  return own === undefined || RESERVED_SCOPES.some((word) => word === own) ? null : own;
}

function allowed(viewer: Viewer, dialect: Dialect): Condition {
  if (viewer.categories === "all") return { sql: "1 = 1", values: [] };
  return { sql: dialect.anyOf("m.category"), values: [JSON.stringify(viewer.categories)] };
}

/** A sensitive memory is for the person it is about, its owner and whoever wrote it. The row is `m`. */
export function notSensitiveTo(viewer: Viewer): Condition {
  if (!isKeptFromSensitive(viewer)) return { sql: "1 = 1", values: [] };
  const user = viewerUser(viewer) ?? null;
  return {
    sql: `m.sensitivity = 'normal' OR m.subject = ? OR m.actor_id = ? OR m.agent_id = ?
      OR (m.scope = 'user' AND m.user_id = ?)`,
    values: [user, user, agentScope(viewer), user],
  };
}

function living(look: Look, dialect: Dialect): Condition {
  const at = ms(look.asOf ?? look.now);
  const unexpired: Condition = { sql: "m.expires_at IS NULL OR m.expires_at > ?", values: [at] };
  if (look.validAt !== undefined) return both(unexpired, trueAt(look.validAt));
  if (look.states === undefined) return both({ sql: "m.state = 'active'", values: [] }, unexpired);
  return { sql: dialect.anyOf("m.state"), values: [JSON.stringify(look.states)] };
}

/** A replaced fact was still true in its time; one merged away for its wording was not another truth. */
function trueAt(validAt: string): Condition {
  const at = ms(validAt);
  return {
    sql: `(m.state = 'active' OR (m.state = 'superseded' AND m.valid_to IS NOT NULL))
      AND (m.valid_from IS NULL OR m.valid_from <= ?) AND (m.valid_to IS NULL OR m.valid_to > ?)`,
    values: [at, at],
  };
}

const EQUALS = {
  user: "m.user_id = ?",
  subject: "m.subject = ?",
  agent: "m.agent_id = ?",
  run: "m.run_id = ?",
  actor: "m.actor_id = ?",
  role: "m.role = ?",
  scope: "m.scope = ?",
  topicId: "m.topic_id = ?",
  channel: "m.channel = ?",
  sensitivity: "m.sensitivity = ?",
  importanceMin: "m.importance >= ?",
  importanceMax: "m.importance <= ?",
} as const satisfies Partial<Record<keyof MemoryFilter, string>>;

const TIMES = {
  updatedAfter: "m.updated_at > ?",
  updatedBefore: "m.updated_at < ?",
  createdAfter: "m.created_at > ?",
  createdBefore: "m.created_at < ?",
} as const satisfies Partial<Record<keyof MemoryFilter, string>>;

const LISTS = { kinds: "m.kind", categories: "m.category", ids: "m.id" } as const satisfies Partial<
  Record<keyof MemoryFilter, string>
>;

export function matching(filter: MemoryFilter, dialect: Dialect): Condition {
  const conditions: Condition[] = [{ sql: "1 = 1", values: [] }];
  for (const [key, sql] of entries(EQUALS)) add(conditions, sql, filter[key]);
  for (const [key, sql] of entries(TIMES)) {
    const at = filter[key];
    add(conditions, sql, at === undefined ? undefined : ms(at));
  }
  for (const [key, column] of entries(LISTS)) {
    const wanted = filter[key];
    add(
      conditions,
      dialect.anyOf(column),
      wanted === undefined ? undefined : JSON.stringify(wanted),
    );
  }
  add(conditions, "m.pinned = ?", pinnedAs(filter));
  if (filter.contains !== undefined) conditions.push(containing(filter.contains));
  if (filter.metadata !== undefined) conditions.push(describedBy(filter.metadata, dialect));
  if (filter.tags !== undefined) add(conditions, tagged(dialect), JSON.stringify(filter.tags));
  return both(...conditions);
}

function pinnedAs({ pinned }: MemoryFilter): number | undefined {
  return pinned === undefined ? undefined : Number(pinned);
}

const WORDS_ONLY = /^[\p{L}\p{M}\p{N}\s]+$/u;

/** Words are found however they are written; what has signs in it only as it stands. Never a pattern. */
function containing(wanted: string): Condition {
  return WORDS_ONLY.test(wanted)
    ? { sql: "replace(m.text_key, ?, '') <> m.text_key", values: [textKey(wanted)] }
    : { sql: "replace(m.text, ?, '') <> m.text", values: [wanted] };
}

// Metadata: each operator is a constant text around what the dialect reads at a bound path.

const COMPARED = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** A condition on the metadata of the row `m`, of memories or of messages. What has none meets only what is negated. */
export function describedBy(filter: MetadataFilter, dialect: Dialect): Condition {
  if ("and" in filter) return both(...filter.and.map((part) => describedBy(part, dialect)));
  if ("or" in filter) return either(filter.or.map((part) => describedBy(part, dialect)));
  if ("not" in filter) return negated(describedBy(filter.not, dialect));
  const path = `$.${filter.field
    .split(".")
    .map((key) => `"${key}"`)
    .join(".")}`;
  const at = { dialect, path };
  if ("eq" in filter) return equals(filter.eq, at);
  if ("ne" in filter) return negated(equals(filter.ne, at));
  if ("in" in filter) return either(filter.in.map((value) => equals(value, at)));
  if ("exists" in filter) {
    const sql = filter.exists ? "IS NOT NULL" : "IS NULL";
    return { sql: `${dialect.metadata.type} ${sql}`, values: [path, path] };
  }
  return compared(filter, at);
}

type Place = Readonly<{ dialect: Dialect; path: string }>;

function equals(value: string | number | boolean | null, { dialect, path }: Place): Condition {
  const { type, text, number } = dialect.metadata;
  if (typeof value === "string") return { sql: `${text} = ?`, values: [path, path, value] };
  if (typeof value === "number")
    return { sql: `${number} = CAST(? AS double precision)`, values: [path, path, value] };
  return { sql: `${type} = ?`, values: [path, path, String(value)] };
}

type Comparison = Exclude<
  MetadataCondition,
  Readonly<Record<"eq", unknown>> | Readonly<Record<"ne" | "in" | "exists", unknown>>
>;

function compared(filter: Comparison, { dialect, path }: Place): Condition {
  for (const [operator, sign] of entries(COMPARED)) {
    const value: unknown = Reflect.get(filter, operator);
    if (typeof value === "string")
      return { sql: `${dialect.metadata.text} ${sign} ?`, values: [path, path, value] };
    if (typeof value === "number")
      return {
        sql: `${dialect.metadata.number} ${sign} CAST(? AS double precision)`,
        values: [path, path, value],
      };
  }
  return NOTHING;
}

const NOTHING: Condition = { sql: "1 = 0", values: [] };

function either(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return NOTHING;
  return {
    sql: conditions.map((condition) => `(${condition.sql})`).join(" OR "),
    values: conditions.flatMap((condition) => condition.values),
  };
}

/** Of what is unknown too: a row without the field is not equal to anything. */
function negated({ sql, values }: Condition): Condition {
  return { sql: `CASE WHEN ${sql} THEN 0 ELSE 1 END = 1`, values };
}

function tagged(dialect: Dialect): string {
  return `EXISTS (SELECT 1 FROM memory_tags t
    WHERE t.tenant = m.tenant AND t.memory_id = m.id AND ${dialect.anyOf("t.tag")})`;
}

function add(conditions: Condition[], sql: string, value: Value | undefined): void {
  if (value !== undefined) conditions.push({ sql, values: [value] });
}

function entries<T extends object>(table: T): [keyof T, T[keyof T]][] {
  return Object.entries(table) as [keyof T, T[keyof T]][];
}

// Keeps what blocked people said, and what was said in blocked channels, from every reader (P13). A memory is theirs
// when they wrote it, when it is about them, or when it rests on one of their messages, even at one remove.

const NOTHING_BLOCKED: Condition = { sql: "1 = 1", values: [] };
/** Stands between names and in none of them. */
const MARK = "\u001f";

/** To replace a name that is not on the list changes nothing; both databases say this the same way. */
function unlisted(columns: readonly string[]): string {
  return columns
    .map(
      (column) =>
        `replace(CAST(? AS text), '${MARK}' || coalesce(${column}, '') || '${MARK}', '') = CAST(? AS text)`,
    )
    .join(" AND ");
}

const MEMORY = unlisted(["m.actor_id", "m.subject", "m.user_id", "m.channel", "m.thread"]);
const MESSAGE = unlisted(["m.author_id", "m.user_id", "m.channel", "m.thread"]);
const SOURCE = unlisted(["x.author_id", "x.user_id", "x.channel", "x.thread"]);

const UNBLOCKED_MEMORY = `${MEMORY}
  AND NOT EXISTS (SELECT 1 FROM memory_sources s JOIN messages x ON x.tenant = s.tenant AND x.id = s.source_id
    WHERE s.tenant = m.tenant AND s.memory_id = m.id AND s.source = 'message' AND NOT (${SOURCE}))
  AND NOT EXISTS (SELECT 1 FROM memory_sources d
    JOIN memory_sources s ON s.tenant = d.tenant AND s.memory_id = d.source_id AND s.source = 'message'
    JOIN messages x ON x.tenant = s.tenant AND x.id = s.source_id
    WHERE d.tenant = m.tenant AND d.memory_id = m.id AND d.source = 'memory' AND NOT (${SOURCE}))`;

function unblockedMemory({ blocked }: Viewer): Condition {
  if (blocked === undefined) return NOTHING_BLOCKED;
  const { users, channels } = lists(blocked);
  const source = [...users, ...users, ...channels, ...channels];
  return { sql: UNBLOCKED_MEMORY, values: [...users, ...source, ...source, ...source] };
}

function unblockedMessage({ blocked }: Viewer): Condition {
  if (blocked === undefined) return NOTHING_BLOCKED;
  const { users, channels } = lists(blocked);
  return { sql: MESSAGE, values: [...users, ...users, ...channels, ...channels] };
}

/** Each list as it is bound for one column: to replace in, and to compare with. */
function lists({ users, channels }: Blocked) {
  const listed = (names: readonly string[]) => {
    const marked = names.length === 0 ? "" : `${MARK}${names.join(MARK)}${MARK}`;
    return [marked, marked] as const;
  };
  return { users: listed(users), channels: listed(channels) };
}
