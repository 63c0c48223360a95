// The parts of a tenant that are read in the order in which they were written, a page at a time.

import { DELTA_EVENTS, HISTORY_EVENTS } from "../model/history.ts";
import { withoutPosition } from "../model/message.ts";
import { present } from "../model/present.ts";
import type { PageOf, Part, RecordPage, StoredRecord } from "../ports/transfer-store.ts";
import { maybeText, number, oneOf, record, text, time } from "./columns.ts";
import { all, first, type Row, type Step } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { EVENT_COLUMNS, type VersionOf, versionsOf } from "./event-versions.ts";
import { MESSAGE_COLUMNS, messageFromRow } from "./message-reader.ts";

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

export type NumberedPart = keyof typeof SQL;

export function isNumbered(part: Part): part is NumberedPart {
  return part in SQL;
}

/** Goes on where the last page ended; what was erased leaves its place in a page empty. */
export function* numberedPage(
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
    ...present({ buffer: maybeText(row, "buffer") }),
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
