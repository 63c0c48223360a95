// Row encoding: memories, messages and events are read as one JSON column each. SQLite's driver takes several times
// longer to hand over a column than SQLite takes to read it.

import { MemoryError } from "../../errors.ts";
import type { Row } from "../database.ts";
import { EVENT_COLUMNS } from "../read/event-versions.ts";
import { LINE_COLUMNS, MEMORY_COLUMNS } from "../read/memory-row.ts";
import { MESSAGE_COLUMNS } from "../read/message-reader.ts";

export type RowDecoder = (row: Row) => Row;
type Wide = Readonly<{ columns: string; packed: string; unpack: RowDecoder }>;

/** SQLite rounds a fraction when it writes JSON, so this one stays a column of its own. */
const FRACTION = "m.confidence";

const WIDE: readonly Wide[] = [
  wide(MEMORY_COLUMNS, memoryRow),
  wide(LINE_COLUMNS, lineRow),
  wide(MESSAGE_COLUMNS, messageRow),
  wide(EVENT_COLUMNS, eventRow),
];

function wide(columns: string, unpack: RowDecoder): Wide {
  const all = columns.split(/,\s*/);
  const listed = all.filter((column) => column !== FRACTION).join(", ");
  const apart = all.includes(FRACTION) ? `, ${FRACTION}` : "";
  return { columns, packed: `json_array(${listed}) AS packed${apart}`, unpack };
}

/** Only a query of these columns, with or without the row number: other columns would be lost. */
const BEGINNINGS = ["SELECT ", "SELECT m.seq AS row_seq, ", "SELECT c.seq AS row_seq, "];

/** Rewrites a SELECT of these columns to return one JSON column. */
export function encodedRow(sql: string): string {
  const wideRow = wideIn(sql);
  return wideRow === undefined ? sql : sql.replace(wideRow.columns, wideRow.packed);
}

/** How to decode the rows of a query that `encodedRow` has rewritten. */
export function rowDecoder(sql: string): RowDecoder {
  return wideIn(sql)?.unpack ?? AS_IT_IS;
}

const AS_IT_IS: RowDecoder = (row) => row;

function wideIn(sql: string): Wide | undefined {
  return WIDE.find(({ columns }) =>
    BEGINNINGS.some((beginning) => sql.startsWith(`${beginning}${columns} FROM `)),
  );
}

function listOf({ packed: list }: Row): readonly unknown[] {
  const values: unknown = typeof list === "string" ? JSON.parse(list) : undefined;
  if (Array.isArray(values)) return values;
  throw new MemoryError("corrupt_store", "A stored row cannot be read.");
}

/** Written out in the order of the columns: a row named in a loop takes twice as long. */
function memoryRow(given: Row): Row {
  const list = listOf(given);
  return {
    row_seq: given["row_seq"],
    confidence: given["confidence"],
    tenant: list[0],
    id: list[1],
    version: list[2],
    scope: list[3],
    user_id: list[4],
    subject: list[5],
    kind: list[6],
    category: list[7],
    text: list[8],
    title: list[9],
    tags: list[10],
    section: list[11],
    topic_id: list[12],
    participants: list[13],
    importance: list[14],
    pinned: list[15],
    stability: list[16],
    sensitivity: list[17],
    origins: list[18],
    trust: list[19],
    evidence: list[20],
    derived_from: list[21],
    superseded_by: list[22],
    state: list[23],
    created_at: list[24],
    updated_at: list[25],
    valid_from: list[26],
    valid_to: list[27],
    expires_at: list[28],
    purge_at: list[29],
    channel: list[30],
    thread: list[31],
    agent_id: list[32],
    run_id: list[33],
    actor_id: list[34],
    role: list[35],
    job_id: list[36],
    source: list[37],
    verdict: list[38],
    metadata: list[39],
  };
}

function lineRow(given: Row): Row {
  const list = listOf(given);
  return {
    row_seq: given["row_seq"],
    id: list[0],
    version: list[1],
    kind: list[2],
    scope: list[3],
    user_id: list[4],
    subject: list[5],
    text: list[6],
    state: list[7],
    trust: list[8],
    valid_from: list[9],
  };
}

function eventRow(given: Row): Row {
  const list = listOf(given);
  return {
    row_seq: given["row_seq"],
    seq: list[0],
    tenant: list[1],
    memory_id: list[2],
    event: list[3],
    old_version: list[4],
    new_version: list[5],
    actor: list[6],
    cause: list[7],
    reason: list[8],
    meta: list[9],
    at: list[10],
  };
}

function messageRow(given: Row): Row {
  const list = listOf(given);
  return {
    row_seq: given["row_seq"],
    seq: list[0],
    tenant: list[1],
    id: list[2],
    channel: list[3],
    thread: list[4],
    at: list[5],
    author_id: list[6],
    author_name: list[7],
    is_bot: list[8],
    text: list[9],
    role: list[10],
    origin: list[11],
    scope: list[12],
    user_id: list[13],
    source: list[14],
    place: list[15],
    metadata: list[16],
  };
}
