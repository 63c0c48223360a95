// Reads what was said, and the buffers that gather it.

import { MemoryError } from "../../errors.ts";
import type { Message } from "../../model/message.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { ORIGINS } from "../../model/origin.ts";
import type { Place } from "../../model/place.ts";
import type { Viewer } from "../../model/viewer.ts";
import type { Buffer, MessageQuery, MessageReader } from "../../ports/store.ts";
import { maybeText, number, oneOf, record, text, time } from "../columns.ts";
import { all, type Database, first, type Row, type Step, type Value } from "../database.ts";
import type { Condition, Dialect } from "../dialect.ts";
import { both, heard } from "../where.ts";
import { metadataOf, ms } from "./memory-row.ts";

export const MESSAGE_COLUMNS = `m.seq, m.tenant, m.id, m.channel, m.thread, m.at, m.author_id, m.author_name, m.is_bot,
  m.text, m.role, m.origin, m.scope, m.user_id, m.source, m.place, m.metadata`;
const MINED = ["pending", "facts", "nothing", "failed", "skipped"] as const;

export function messageReader(db: Database, dialect: Dialect): MessageReader {
  return {
    get: (viewer, ids) => db.read(() => getMessages(dialect, viewer, ids)),
    before: (tenant, query) => db.read(() => before(tenant, query)),
    around: (viewer, query) => db.read(() => around(viewer, query)),
    list: (viewer, query) => db.read(() => list(viewer, query)),
    minedOutcome: (tenant, id) => db.read(() => minedOutcome(tenant, id)),
    unmined: (limit) => db.read(() => unmined(limit)),
    buffer: (tenant, channel) => db.read(() => openBuffer(tenant, channel)),
    dueBuffers: (query) => db.read(() => dueBuffers(query)),
    inBuffer: (tenant, buffer) => db.read(() => inBuffer(tenant, buffer)),
  };
}

export function messageFromRow(row: Row): Message {
  return {
    tenant: text(row, "tenant"),
    id: text(row, "id"),
    channel: text(row, "channel"),
    at: time(row, "at"),
    author: {
      id: text(row, "author_id"),
      name: text(row, "author_name"),
      isBot: number(row, "is_bot") === 1,
    },
    text: text(row, "text"),
    role: oneOf(row, "role", ["user", "assistant", "system", "tool"]),
    origin: oneOf(row, "origin", ORIGINS),
    scope: text(row, "scope"),
    position: number(row, "seq"),
    ...omitUndefined({
      thread: maybeText(row, "thread"),
      user: maybeText(row, "user_id"),
      source: maybeText(row, "source"),
      place: maybePlace(row),
      metadata: metadataOf(row),
    }),
  };
}

function maybePlace(row: Row): Place | undefined {
  if (row["place"] === null) return undefined;
  const { document, headings, page, line } = record(row, "place");
  if (typeof document !== "string" || !Array.isArray(headings))
    throw new MemoryError("corrupt_store", "A stored row has an unreadable `place`.");
  return omitUndefined({
    document,
    headings: headings.map(String),
    page: typeof page === "number" ? page : undefined,
    line: typeof line === "number" ? line : undefined,
  });
}

function* select(where: Condition, order: "ASC" | "DESC", limit: number): Step<readonly Message[]> {
  const tail = order === "ASC" ? "ORDER BY m.seq LIMIT ?" : "ORDER BY m.seq DESC LIMIT ?";
  const rows = yield* all(`SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE ${where.sql} ${tail}`, [
    ...where.values,
    limit,
  ]);
  return rows.map(messageFromRow);
}

function* getMessages(
  dialect: Dialect,
  viewer: Viewer,
  ids: readonly string[],
): Step<readonly Message[]> {
  const wanted = { sql: dialect.anyOf("m.id"), values: [JSON.stringify(ids)] };
  return yield* select(both(heard(viewer), wanted), "ASC", ids.length);
}

type Before = Readonly<{ channel: string; position?: number; limit: number }>;

function* before(tenant: string, { channel, position, limit }: Before): Step<readonly Message[]> {
  const where = {
    sql: "m.tenant = ? AND m.channel = ? AND m.seq < ? AND m.searchable = 1",
    values: [tenant, channel, position ?? Number.MAX_SAFE_INTEGER],
  };
  return [...(yield* select(where, "DESC", limit))].reverse();
}

type Around = Readonly<{ channel: string; position: number; radius: number }>;

function* around(viewer: Viewer, { channel, position, radius }: Around): Step<readonly Message[]> {
  const here = { sql: "m.channel = ?", values: [channel] };
  const earlier = { sql: "m.seq <= ?", values: [position] };
  const later = { sql: "m.seq > ?", values: [position] };
  const first = yield* select(both(heard(viewer), here, earlier), "DESC", radius + 1);
  const second = yield* select(both(heard(viewer), here, later), "ASC", radius);
  return [...[...first].reverse(), ...second];
}

function* list(viewer: Viewer, query: MessageQuery): Step<readonly Message[]> {
  const conditions: Condition[] = [heard(viewer)];
  const narrow = (sql: string, value: Value | undefined) => {
    if (value !== undefined) conditions.push({ sql, values: [value] });
  };
  narrow("m.channel = ?", query.channel);
  narrow("m.author_id = ?", query.author);
  narrow("m.user_id = ?", query.user);
  narrow("m.at > ?", query.after === undefined ? undefined : ms(query.after));
  narrow("m.at < ?", query.before === undefined ? undefined : ms(query.before));
  narrow("m.seq < ?", query.beforePosition);
  narrow("m.searchable = ?", query.isSearchable === true ? 1 : undefined);
  return yield* select(both(...conditions), "DESC", query.limit);
}

function* minedOutcome(tenant: string, id: string) {
  const row = yield* first("SELECT mined FROM messages WHERE tenant = ? AND id = ?", [tenant, id]);
  return row === undefined ? undefined : oneOf(row, "mined", MINED);
}

function* unmined(limit: number): Step<readonly Message[]> {
  return yield* select({ sql: "m.mined = 'pending'", values: [] }, "ASC", limit);
}

export function bufferFromRow(row: Row): Buffer {
  return {
    tenant: text(row, "tenant"),
    channel: text(row, "channel"),
    id: text(row, "id"),
    startedAt: time(row, "started_at"),
    updatedAt: time(row, "updated_at"),
    flushAt: time(row, "flush_at"),
  };
}

function* openBuffer(tenant: string, channel: string): Step<Buffer | undefined> {
  const row = yield* first("SELECT * FROM buffers WHERE tenant = ? AND channel = ?", [
    tenant,
    channel,
  ]);
  return row === undefined ? undefined : bufferFromRow(row);
}

type Due = Parameters<MessageReader["dueBuffers"]>[0];

function* dueBuffers({ now, limit, tenant }: Due): Step<readonly Buffer[]> {
  const rows =
    tenant === undefined
      ? yield* all(
          "SELECT * FROM buffers WHERE flush_at <= ? ORDER BY flush_at, tenant, channel LIMIT ?",
          [ms(now), limit],
        )
      : yield* all(
          `SELECT * FROM buffers WHERE tenant = ? AND flush_at <= ?
           ORDER BY flush_at, channel LIMIT ?`,
          [tenant, ms(now), limit],
        );
  return rows.map(bufferFromRow);
}

function* inBuffer(tenant: string, buffer: string): Step<readonly Message[]> {
  const where = { sql: "m.tenant = ? AND m.buffer = ?", values: [tenant, buffer] };
  return yield* select(where, "ASC", 10_000);
}
