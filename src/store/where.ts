// Conditions, built from constant fragments with bound values. `visible` is where every read of memories starts,
// so that none can forget its tenant, scope, allowlist, state or expiry.

import type { Look, MemoryFilter } from "../model/filter.ts";
import { textKey } from "../model/text.ts";
import { ownScope, RESERVED_SCOPES, type Viewer, viewerUser } from "../model/viewer.ts";
import { unblockedMemory, unblockedMessage } from "./blocked.ts";
import type { Value } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { ms } from "./memory-row.ts";

export function both(...conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map((condition) => `(${condition.sql})`).join(" AND "),
    values: conditions.flatMap((condition) => condition.values),
  };
}

/** What this viewer may see at all. The row is `m`. */
export function visible(viewer: Viewer, look: Look, dialect: Dialect): Condition {
  const permitted = both(within(viewer), allowed(viewer, dialect), unblockedMemory(viewer));
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
  if (viewer.categories !== "all") return { sql: "1 = 0", values: [] };
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
  if (filter.pinned !== undefined) add(conditions, "m.pinned = ?", filter.pinned ? 1 : 0);
  if (filter.contains !== undefined) conditions.push(containing(filter.contains));
  if (filter.tags !== undefined) add(conditions, tagged(dialect), JSON.stringify(filter.tags));
  return both(...conditions);
}

const WORDS_ONLY = /^[\p{L}\p{M}\p{N}\s]+$/u;

/** Words are found however they are written; what has signs in it only as it stands. Never a pattern. */
function containing(wanted: string): Condition {
  return WORDS_ONLY.test(wanted)
    ? { sql: "replace(m.text_key, ?, '') <> m.text_key", values: [textKey(wanted)] }
    : { sql: "replace(m.text, ?, '') <> m.text", values: [wanted] };
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
