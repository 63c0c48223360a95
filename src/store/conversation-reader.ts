// Reads conversations by channel, what was said in one, and what each message taught.

import { MemoryError } from "../errors.ts";
import type { Memory } from "../model/memory.ts";
import { type NewMessage, withoutPosition } from "../model/message.ts";
import { STATES } from "../model/state.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Conversation } from "../ports/overview-reader.ts";
import type { Page } from "../ports/store.ts";
import { number, text, time } from "./columns.ts";
import { all, first, type Row, type Step } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { EVERY_STATE, selectMemories } from "./memory-select.ts";
import { MESSAGE_COLUMNS, messageFromRow } from "./message-reader.ts";
import { both, heard, visible } from "./where.ts";

const MAX_NAMES = 8;

export function* readConversations(
  dialect: Dialect,
  viewer: Viewer,
  { limit, after }: Page,
): Step<readonly Conversation[]> {
  const said = heard(viewer);
  const earlier: Condition =
    after === undefined
      ? { sql: "1 = 1", values: [] }
      : {
          sql: `max(m.seq) < (SELECT max(m.seq) FROM messages m WHERE ${said.sql} AND m.channel = ?)`,
          values: [...said.values, after],
        };
  const rows = yield* all(
    `SELECT c.channel, c.n, c.tenant, f.at AS first_at, l.at AS last_at, b.id AS buffer FROM
       (SELECT m.tenant, m.channel, count(*) AS n, min(m.seq) AS first_seq, max(m.seq) AS last_seq FROM messages m
        WHERE ${said.sql} GROUP BY m.tenant, m.channel HAVING ${earlier.sql} ORDER BY 5 DESC LIMIT ?) c
     JOIN messages f ON f.seq = c.first_seq AND f.tenant = c.tenant
     JOIN messages l ON l.seq = c.last_seq AND l.tenant = c.tenant
     LEFT JOIN buffers b ON b.tenant = c.tenant AND b.channel = c.channel
     ORDER BY c.last_seq DESC`,
    [...said.values, ...earlier.values, limit],
  );
  const names = yield* speakers(
    dialect,
    viewer,
    rows.map((row) => text(row, "channel")),
  );
  return rows.map((row) => ({
    channel: text(row, "channel"),
    messages: number(row, "n"),
    first: time(row, "first_at"),
    last: time(row, "last_at"),
    people: names.get(text(row, "channel")) ?? [],
    open: row["buffer"] !== null,
  }));
}

type Names = ReadonlyMap<string, readonly string[]>;

function* speakers(dialect: Dialect, viewer: Viewer, channels: readonly string[]): Step<Names> {
  const said = heard(viewer);
  const rows = yield* all(
    `SELECT m.channel, max(m.author_name) AS name, count(*) AS n FROM messages m
     WHERE ${said.sql} AND ${dialect.anyOf("m.channel")} AND m.is_bot = 0
     GROUP BY m.channel, m.author_id ORDER BY 3 DESC, 2`,
    [...said.values, JSON.stringify(channels)],
  );
  const names = new Map<string, string[]>();
  for (const row of rows) {
    const channel = text(row, "channel");
    const known = names.get(channel) ?? [];
    if (known.length < MAX_NAMES) names.set(channel, [...known, text(row, "name")]);
  }
  return names;
}

type InChannel = Readonly<{ channel: string; limit: number; before?: string }>;

export function* readMessages(
  dialect: Dialect,
  viewer: Viewer,
  { channel, limit, before }: InChannel,
): Step<readonly (NewMessage & Readonly<{ taught: readonly string[] }>)[]> {
  const here = both(heard(viewer), { sql: "m.channel = ?", values: [channel] });
  const where = before === undefined ? here : both(here, yield* saidBefore(here, before));
  const rows = yield* all(
    `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE ${where.sql} ORDER BY m.seq DESC LIMIT ?`,
    [...where.values, limit],
  );
  const messages = rows.map((row) => withoutPosition(messageFromRow(row)));
  const resting = yield* restingBySource(
    dialect,
    viewer,
    messages.map(({ id }) => id),
  );
  return messages.map((message) => ({ ...message, taught: resting.get(message.id) ?? [] }));
}

function* saidBefore(here: Condition, id: string): Step<Condition> {
  const last = yield* first(`SELECT m.seq FROM messages m WHERE ${here.sql} AND m.id = ?`, [
    ...here.values,
    id,
  ]);
  if (last === undefined)
    throw new MemoryError("invalid_input", "The place to go on from is gone; start a new list.");
  return { sql: "m.seq < ?", values: [number(last, "seq")] };
}

/** Forgotten ones are not told of: whoever wants them lists that state. */
const REMEMBERED = {
  ...EVERY_STATE,
  states: STATES.filter((state) => state !== "soft_deleted" && state !== "purged"),
};

function* restingBySource(
  dialect: Dialect,
  viewer: Viewer,
  messageIds: readonly string[],
): Step<Names> {
  const seen = visible(viewer, REMEMBERED, dialect);
  const rows: readonly Row[] = yield* all(
    `SELECT s.source_id, m.id FROM memory_sources s JOIN memories m ON m.tenant = s.tenant AND m.id = s.memory_id
     WHERE s.tenant = ? AND s.source = 'message' AND ${dialect.anyOf("s.source_id")} AND ${seen.sql}
     ORDER BY m.created_at, m.id`,
    [viewer.tenant, JSON.stringify(messageIds), ...seen.values],
  );
  const found = new Map<string, readonly string[]>();
  for (const row of rows) {
    const source = text(row, "source_id");
    found.set(source, [...(found.get(source) ?? []), text(row, "id")]);
  }
  return found;
}

export function* readTaught(
  dialect: Dialect,
  viewer: Viewer,
  messageId: string,
): Step<readonly Memory[]> {
  const resting = {
    sql: `m.id IN (SELECT s.memory_id FROM memory_sources s
            WHERE s.tenant = ? AND s.source = 'message' AND s.source_id = ?)`,
    values: [viewer.tenant, messageId],
  };
  return yield* selectMemories(
    { sql: "memories m", values: [] },
    both(visible(viewer, REMEMBERED, dialect), resting),
    { sql: "ORDER BY m.created_at, m.id", values: [] },
  );
}
