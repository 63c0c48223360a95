// Where the rows of a search can be found by an index instead of asking each row: by whom or what the filter names, and
// by what a viewer may see.

import type { MemoryFilter } from "../model/filter.ts";
import { type Viewer, viewerUser } from "../model/viewer.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { agentScope } from "./where.ts";

/** The rows `m`, seen or not. The first that is named is mostly the one with the fewest. */
const BY_COLUMN = [
  ["subject", "memories m WHERE m.tenant = ? AND m.subject = ?"],
  ["user", "memories m WHERE m.tenant = ? AND m.user_id = ?"],
  ["run", "memories m WHERE m.tenant = ? AND m.run_id = ?"],
  ["channel", "memories m WHERE m.tenant = ? AND m.channel = ?"],
  ["agent", "memories m WHERE m.tenant = ? AND m.agent_id = ?"],
] as const satisfies readonly (readonly [keyof MemoryFilter, string])[];

export function memoriesNamed(
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

export function messagesNamed(
  tenant: string,
  { channel, user }: MemoryFilter,
): Condition | undefined {
  if (user !== undefined)
    return { sql: "messages m WHERE m.tenant = ? AND m.author_id = ?", values: [tenant, user] };
  if (channel === undefined) return undefined;
  return { sql: "messages m WHERE m.tenant = ? AND m.channel = ?", values: [tenant, channel] };
}

export const ALL_MEMORIES: Condition = { sql: "memories m WHERE 1 = 1", values: [] };
export const ALL_MESSAGES: Condition = { sql: "messages m WHERE 1 = 1", values: [] };

/**
 * Memories `m`, among which all are that this viewer may see and that are of the time the filter names; undefined where
 * no index leads to fewer than all. What is a user's own is not in the index of scopes, so that storing it costs nothing
 * there: it is found by its user.
 */
export function memoriesWithin(viewer: Viewer, filter: MemoryFilter): Condition | undefined {
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
