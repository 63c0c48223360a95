// Reads everything a tenant has, a page at a time, each part in an order that pages can follow.

import { z } from "zod";
import { DELTA_EVENTS, HISTORY_EVENTS } from "../../model/history.ts";
import { withoutPosition } from "../../model/message.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { PageOf, Part, RecordPage, StoredRecord } from "../../ports/transfer-store.ts";
import { json, maybeText, number, oneOf, record, text, time } from "../columns.ts";
import { all, first, type Row, type Step } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { EVENT_COLUMNS, type VersionOf, versionsOf } from "../read/event-versions.ts";
import { bufferFromRow, MESSAGE_COLUMNS, messageFromRow } from "../read/message-reader.ts";
import { reviewFromRow } from "../read/review-reader.ts";
import { importedFromRow, runFromRow } from "./import-ledger.ts";

/** `by` is what it is ordered by: columns of a key, so that a page begins where the last one ended. None is empty in all. */
type Reading = Readonly<{
  sql: string;
  by: readonly (
    | "item"
    | "item_hash"
    | "channel"
    | "from_id"
    | "to_id"
    | "id"
    | "user_id"
    | "thread"
    | "memory_id"
    | "record"
  )[];
  read: (row: Row) => StoredRecord;
}>;

type KeyedPart = Exclude<Part, NumberedPart>;

/** Each binds the tenant, the columns of the last one seen, and the limit. */
const READINGS: Readonly<Record<KeyedPart, Reading>> = {
  tombstone: {
    sql: `SELECT * FROM tombstones WHERE tenant = ? AND (item, item_hash) > (?, ?)
          ORDER BY item, item_hash LIMIT ?`,
    by: ["item", "item_hash"],
    read: (row) => ({
      type: "tombstone",
      item: text(row, "item"),
      hash: text(row, "item_hash"),
      at: time(row, "at"),
    }),
  },
  buffer: {
    sql: "SELECT * FROM buffers WHERE tenant = ? AND channel > ? ORDER BY channel LIMIT ?",
    by: ["channel"],
    read: (row) => ({ type: "buffer", buffer: bufferFromRow(row) }),
  },
  relation: {
    sql: `SELECT * FROM relations WHERE tenant = ? AND (from_id, to_id) > (?, ?)
          ORDER BY from_id, to_id LIMIT ?`,
    by: ["from_id", "to_id"],
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
    by: ["id"],
    read: (row) => ({ type: "review", review: reviewFromRow(row) }),
  },
  checkpoint: {
    sql: `SELECT * FROM checkpoints WHERE tenant = ? AND (user_id, thread) > (?, ?)
          ORDER BY user_id, thread LIMIT ?`,
    by: ["user_id", "thread"],
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
    by: ["id"],
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
    sql: "SELECT * FROM thread_revisions WHERE tenant = ? AND thread > ? ORDER BY thread LIMIT ?",
    by: ["thread"],
    read: (row) => ({
      type: "thread",
      thread: text(row, "thread"),
      revision: number(row, "revision"),
    }),
  },
  access: {
    sql: "SELECT * FROM memory_access WHERE tenant = ? AND memory_id > ? ORDER BY memory_id LIMIT ?",
    by: ["memory_id"],
    read: (row) => ({
      type: "access",
      memoryId: text(row, "memory_id"),
      lastAt: time(row, "last_at"),
      times: number(row, "times"),
    }),
  },
  import: {
    sql: "SELECT * FROM imports WHERE tenant = ? AND id > ? ORDER BY id LIMIT ?",
    by: ["id"],
    read: (row) => ({ type: "import", import: runFromRow(row) }),
  },
  imported: {
    sql: "SELECT * FROM import_records WHERE tenant = ? AND record > ? ORDER BY record LIMIT ?",
    by: ["record"],
    read: (row) => ({ type: "imported", imported: importedFromRow(row) }),
  },
};

type Asked = Readonly<{ dialect: Dialect; tenant: string; part: Part }>;

export function pageOf({ part, ...asked }: Asked, page: PageOf): Step<RecordPage> {
  return isNumbered(part)
    ? numberedPage({ ...asked, part }, page)
    : keyedPage(asked.tenant, READINGS[part], page);
}

function* keyedPage(
  tenant: string,
  { sql, by, read }: Reading,
  { after, limit }: PageOf,
): Step<RecordPage> {
  const from =
    after === undefined ? by.map(() => "") : z.array(z.string()).parse(JSON.parse(after));
  const rows = yield* all(sql, [tenant, ...from, limit]);
  const records = rows.map(read);
  const last = rows.at(-1);
  return rows.length < limit || last === undefined
    ? { records }
    : { records, next: JSON.stringify(by.map((column) => text(last, column))) };
}

// The parts of a tenant that are read in the order in which they were written, a page at a time.

const MINED = ["pending", "facts", "nothing", "failed", "skipped"] as const;

/** Of a tenant with no more rows than this, all of them are sorted for each page. */
const FEW = 5_000;

/** `which` of the rows are of this part; `few` counts those of a tenant as far as it is bound to. */
const SQL = {
  message: {
    few: "SELECT count(*) AS n FROM (SELECT 1 FROM messages WHERE tenant = ? LIMIT ?) AS counted",
    rows: `SELECT m.seq, ${MESSAGE_COLUMNS}, m.context, m.searchable, m.mined, m.buffer FROM messages m`,
    which: "",
  },
  version: {
    few: "SELECT count(*) AS n FROM (SELECT 1 FROM history WHERE tenant = ? LIMIT ?) AS counted",
    rows: `SELECT ${EVENT_COLUMNS} FROM history m`,
    which: "AND m.new_version IS NOT NULL",
  },
  event: {
    few: "SELECT count(*) AS n FROM (SELECT 1 FROM history WHERE tenant = ? LIMIT ?) AS counted",
    rows: `SELECT ${EVENT_COLUMNS} FROM history m`,
    which: `AND m.new_version IS NULL
      AND EXISTS (SELECT 1 FROM memories o WHERE o.tenant = m.tenant AND o.id = m.memory_id)`,
  },
  delta: {
    few: "SELECT count(*) AS n FROM (SELECT 1 FROM change_log WHERE tenant = ? LIMIT ?) AS counted",
    rows: "SELECT m.* FROM change_log m",
    which: "",
  },
} as const satisfies Partial<Record<Part, Readonly<Record<string, string>>>>;

type NumberedPart = keyof typeof SQL;

function isNumbered(part: Part): part is NumberedPart {
  return part in SQL;
}

/** Goes on where the last page ended; what was erased leaves its place in a page empty. */
function* numberedPage(
  { dialect, tenant, part }: Readonly<{ dialect: Dialect; tenant: string; part: NumberedPart }>,
  { after, limit }: PageOf,
): Step<RecordPage> {
  const { few, rows: select, which } = SQL[part];
  const counted = yield* first(few, [tenant, FEW + 1]);
  const isFew = counted !== undefined && number(counted, "n") <= FEW;
  const owner = isFew ? "m.tenant" : dialect.unindexed("m.tenant");
  const rows = yield* all(
    `${select} WHERE ${owner} = ? AND m.seq > ? ${which} ORDER BY m.seq LIMIT ?`,
    [tenant, Number(after ?? 0), limit],
  );
  const versionOf = yield* versionsOf(dialect, part === "version" ? rows : []);
  const records = rows.flatMap((row) => recordOf(part, row, versionOf) ?? []);
  const last = rows.at(-1);
  return rows.length < limit || last === undefined
    ? { records }
    : { records, next: String(number(last, "seq")) };
}

function recordOf(part: NumberedPart, row: Row, versionOf: VersionOf): StoredRecord | undefined {
  switch (part) {
    case "message":
      return storedMessage(row);
    case "version": {
      const memory = versionOf(row);
      return memory && { type: "version", memory, change: happened(row) };
    }
    case "event":
      return {
        type: "event",
        memoryId: text(row, "memory_id"),
        change: happened(row),
        meta: record(row, "meta"),
      };
    case "delta":
      return {
        type: "delta",
        thread: text(row, "thread"),
        revision: number(row, "revision"),
        memoryId: text(row, "memory_id"),
        event: oneOf(row, "event", DELTA_EVENTS),
        at: time(row, "at"),
      };
  }
}

function storedMessage(row: Row): StoredRecord {
  const message = withoutPosition(messageFromRow(row));
  return {
    type: "message",
    message,
    context: text(row, "context"),
    searchable: number(row, "searchable") === 1,
    mined: oneOf(row, "mined", MINED),
    ...omitUndefined({ buffer: maybeText(row, "buffer") }),
  };
}

function happened(row: Row) {
  return {
    event: oneOf(row, "event", HISTORY_EVENTS),
    actor: text(row, "actor"),
    cause: text(row, "cause"),
    reason: text(row, "reason"),
    at: time(row, "at"),
  };
}
