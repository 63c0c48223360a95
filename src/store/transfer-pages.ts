// Reads everything a tenant has, a page at a time, each part in an order that pages can follow.

import { type DeltaEvent, HISTORY_EVENTS } from "../model/history.ts";
import { withoutPosition } from "../model/message.ts";
import { present } from "../model/present.ts";
import type { PageOf, Part, RecordPage, StoredRecord } from "../ports/transfer-store.ts";
import { json, maybeText, number, oneOf, record, text, time } from "./columns.ts";
import { all, type Row, type Step } from "./database.ts";
import { EVERY_VERSION, MEMORY_COLUMNS, memoryFromRow } from "./memory-row.ts";
import { bufferFromRow, MESSAGE_COLUMNS, messageFromRow } from "./message-reader.ts";
import { reviewFromRow } from "./review-reader.ts";
import { importedFromRow, runFromRow } from "./transfer-ledger.ts";

/** `key` is what `ORDER BY` goes by, as one text; the first page begins after the empty one. */
type Reading = Readonly<{
  sql: string;
  /** Whether the key is a row number. */
  isNumbered: boolean;
  key: (row: Row) => string;
  read: (row: Row) => StoredRecord;
}>;

const MINED = ["pending", "facts", "nothing", "failed", "skipped"] as const;
const DELTAS: readonly DeltaEvent[] = [
  "created",
  "updated",
  "merged",
  "deleted",
  "soft_deleted",
  "restored",
];

const seq = (row: Row) => String(number(row, "seq"));

function happened(row: Row) {
  return {
    event: oneOf(row, "event", HISTORY_EVENTS),
    actor: text(row, "h_actor"),
    cause: text(row, "h_cause"),
    reason: text(row, "h_reason"),
    at: time(row, "h_at"),
  };
}

const HAPPENED = `h.seq, h.event, h.actor AS h_actor, h.cause AS h_cause, h.reason AS h_reason, h.at AS h_at`;

/** Each binds the tenant, the key of the last one seen, and the limit. */
const READINGS: Readonly<Record<Part, Reading>> = {
  tombstone: {
    sql: `SELECT item, item_hash, at, item || ':' || item_hash AS page_key FROM tombstones
          WHERE tenant = ? AND item || ':' || item_hash > ? ORDER BY page_key LIMIT ?`,
    isNumbered: false,
    key: (row) => text(row, "page_key"),
    read: (row) => ({
      type: "tombstone",
      item: text(row, "item"),
      hash: text(row, "item_hash"),
      at: time(row, "at"),
    }),
  },
  message: {
    sql: `SELECT ${MESSAGE_COLUMNS}, m.context, m.searchable, m.mined, m.buffer FROM messages m
          WHERE m.tenant = ? AND m.seq > ? ORDER BY m.seq LIMIT ?`,
    isNumbered: true,
    key: seq,
    read: storedMessage,
  },
  buffer: {
    sql: "SELECT * FROM buffers WHERE tenant = ? AND channel > ? ORDER BY channel LIMIT ?",
    isNumbered: false,
    key: (row) => text(row, "channel"),
    read: (row) => ({ type: "buffer", buffer: bufferFromRow(row) }),
  },
  version: {
    sql: `SELECT ${HAPPENED}, ${MEMORY_COLUMNS} FROM history h JOIN ${EVERY_VERSION} m
            ON m.tenant = h.tenant AND m.id = h.memory_id AND m.version = h.new_version
          WHERE h.tenant = ? AND h.seq > ? ORDER BY h.seq LIMIT ?`,
    isNumbered: true,
    key: seq,
    read: (row) => ({ type: "version", memory: memoryFromRow(row), change: happened(row) }),
  },
  event: {
    sql: `SELECT ${HAPPENED}, h.memory_id, h.meta FROM history h JOIN memories m
            ON m.tenant = h.tenant AND m.id = h.memory_id
          WHERE h.tenant = ? AND h.seq > ? AND h.new_version IS NULL ORDER BY h.seq LIMIT ?`,
    isNumbered: true,
    key: seq,
    read: (row) => ({
      type: "event",
      memoryId: text(row, "memory_id"),
      change: happened(row),
      meta: record(row, "meta"),
    }),
  },
  relation: {
    sql: `SELECT r.*, r.from_id || ' ' || r.to_id AS page_key FROM relations r
          WHERE tenant = ? AND r.from_id || ' ' || r.to_id > ? ORDER BY page_key LIMIT ?`,
    isNumbered: false,
    key: (row) => text(row, "page_key"),
    read: (row) => ({
      type: "relation",
      relation: {
        from: text(row, "from_id"),
        to: text(row, "to_id"),
        type: oneOf(row, "type", ["related_to"]),
        strength: number(row, "strength"),
        createdAt: time(row, "created_at"),
      },
    }),
  },
  review: {
    sql: "SELECT * FROM reviews WHERE tenant = ? AND id > ? ORDER BY id LIMIT ?",
    isNumbered: false,
    key: (row) => text(row, "id"),
    read: (row) => ({ type: "review", review: reviewFromRow(row) }),
  },
  checkpoint: {
    sql: `SELECT c.*, c.user_id || ' ' || c.thread AS page_key FROM checkpoints c
          WHERE tenant = ? AND c.user_id || ' ' || c.thread > ? ORDER BY page_key LIMIT ?`,
    isNumbered: false,
    key: (row) => text(row, "page_key"),
    read: (row) => ({
      type: "checkpoint",
      user: text(row, "user_id"),
      thread: text(row, "thread"),
      data: json(row, "data"),
      createdAt: time(row, "created_at"),
      updatedAt: time(row, "updated_at"),
    }),
  },
  job: {
    sql: "SELECT * FROM jobs WHERE tenant = ? AND id > ? AND state = 'queued' ORDER BY id LIMIT ?",
    isNumbered: false,
    key: (row) => text(row, "id"),
    read: (row) => ({
      type: "job",
      job: {
        id: text(row, "id"),
        tenant: text(row, "tenant"),
        name: text(row, "name"),
        key: text(row, "job_key"),
        payload: record(row, "payload"),
        runAt: time(row, "run_at"),
      },
    }),
  },
  thread: {
    sql: "SELECT * FROM thread_revisions WHERE tenant = ? AND ' ' || thread > ? ORDER BY ' ' || thread LIMIT ?",
    isNumbered: false,
    key: (row) => ` ${text(row, "thread")}`,
    read: (row) => ({
      type: "thread",
      thread: text(row, "thread"),
      revision: number(row, "revision"),
    }),
  },
  delta: {
    sql: "SELECT * FROM change_log WHERE tenant = ? AND seq > ? ORDER BY seq LIMIT ?",
    isNumbered: true,
    key: seq,
    read: (row) => ({
      type: "delta",
      thread: text(row, "thread"),
      revision: number(row, "revision"),
      memoryId: text(row, "memory_id"),
      event: oneOf(row, "event", DELTAS),
      at: time(row, "at"),
    }),
  },
  access: {
    sql: "SELECT * FROM memory_access WHERE tenant = ? AND memory_id > ? ORDER BY memory_id LIMIT ?",
    isNumbered: false,
    key: (row) => text(row, "memory_id"),
    read: (row) => ({
      type: "access",
      memoryId: text(row, "memory_id"),
      lastAt: time(row, "last_at"),
      times: number(row, "times"),
    }),
  },
  import: {
    sql: "SELECT * FROM imports WHERE tenant = ? AND id > ? ORDER BY id LIMIT ?",
    isNumbered: false,
    key: (row) => text(row, "id"),
    read: (row) => ({ type: "import", import: runFromRow(row) }),
  },
  imported: {
    sql: "SELECT * FROM import_records WHERE tenant = ? AND record > ? ORDER BY record LIMIT ?",
    isNumbered: false,
    key: (row) => text(row, "record"),
    read: (row) => ({ type: "imported", imported: importedFromRow(row) }),
  },
};

export function* pageOf(tenant: string, part: Part, { after, limit }: PageOf): Step<RecordPage> {
  const reading = READINGS[part];
  const from = reading.isNumbered ? Number(after ?? 0) : (after ?? "");
  const rows = yield* all(reading.sql, [tenant, from, limit]);
  const last = rows.at(-1);
  const records = rows.map(reading.read);
  return rows.length < limit || last === undefined
    ? { records }
    : { records, next: reading.key(last) };
}

function storedMessage(row: Row): StoredRecord {
  const message = withoutPosition(messageFromRow(row));
  return {
    type: "message",
    message,
    context: text(row, "context"),
    searchable: number(row, "searchable") === 1,
    mined: oneOf(row, "mined", MINED),
    ...present({ buffer: maybeText(row, "buffer") }),
  };
}
