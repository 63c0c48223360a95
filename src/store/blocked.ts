// Keeps what blocked people said, and what was said in blocked channels, from every reader (P13). A memory is theirs
// when they wrote it, when it is about them, or when it rests on one of their messages, even at one remove.

import type { Blocked, Viewer } from "../model/viewer.ts";
import type { Condition } from "./dialect.ts";

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

export function unblockedMemory({ blocked }: Viewer): Condition {
  if (blocked === undefined) return NOTHING_BLOCKED;
  const { users, channels } = lists(blocked);
  const source = [...users, ...users, ...channels, ...channels];
  return { sql: UNBLOCKED_MEMORY, values: [...users, ...source, ...source, ...source] };
}

export function unblockedMessage({ blocked }: Viewer): Condition {
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
