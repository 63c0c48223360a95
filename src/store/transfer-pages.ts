// Reads everything a tenant has, a page at a time, each part in an order that pages can follow.

import { z } from "zod";
import type { PageOf, Part, RecordPage, StoredRecord } from "../ports/transfer-store.ts";
import { json, number, oneOf, record, text, time } from "./columns.ts";
import { all, type Row, type Step } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { bufferFromRow } from "./message-reader.ts";
import { isNumbered, type NumberedPart, numberedPage } from "./numbered-pages.ts";
import { reviewFromRow } from "./review-reader.ts";
import { importedFromRow, runFromRow } from "./transfer-ledger.ts";

/** `by` is what it is ordered by: columns of a key, so that a page begins where the last one ended. None is empty in all. */
type Reading = Readonly<{
  sql: string;
  by: readonly string[];
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
