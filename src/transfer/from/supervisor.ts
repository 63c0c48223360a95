// A supervisor's memory in PostgreSQL: `memories`, and beside them `relations`, `history`, `change_log`,
// `thread_revision`, `events` and `supervisor_checkpoints`. All of it is of one tenant.

import type { Activity } from "../../model/audit.ts";
import { DELTA_EVENTS, HISTORY_EVENTS } from "../../model/history.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type {
  ForeignRow,
  ForeignServer,
  OpenForeignServer,
  ServerTable,
} from "../../ports/foreign-database.ts";
import type { StoredRecord } from "../../ports/transfer-store.ts";
import { shortId } from "../drafts.ts";
import type { Importer, ImportRecord } from "../record.ts";
import { fieldsIn } from "../text/parse-json.ts";
import {
  bad,
  fieldIn,
  idIn,
  jsonIn,
  NO_TIME,
  odd,
  ownId,
  type Place,
  shareIn,
  shortened,
  whenIn,
  wordsIn,
} from "./moved.ts";
import { MEMORIES, memoryIn, vectorIn } from "./supervisor-memories.ts";

export function fromSupervisor(openServer: OpenForeignServer): Importer {
  return async function* (source, options) {
    if (source.kind !== "server") return;
    const server = await openServer(source.path);
    try {
      const { tenant, vectorsOf } = options;
      const read = (table: ServerTable, reader: Reader) =>
        recordsOf(server, { table, reader, tenant });
      // What a record names comes before it.
      yield* read(MEMORIES, memoryIn);
      yield* read("relations", relationIn);
      yield* read("history", happenedIn);
      yield* read("thread_revision", threadIn);
      yield* read("change_log", deltaIn);
      yield* read("events", activityIn);
      yield* read("supervisor_checkpoints", checkpointIn);
      yield* read(MEMORIES, (row) => vectorIn(row, vectorsOf));
    } finally {
      await server.close();
    }
  };
}

type Reader = (row: ForeignRow, place: Place) => Iterable<ImportRecord>;

type Table = Readonly<{ table: ServerTable; reader: Reader; tenant: string }>;

async function* recordsOf(
  server: ForeignServer,
  { table, reader, tenant }: Table,
): AsyncGenerator<ImportRecord> {
  if (!server.tables.has(table)) return;
  let count = 0;
  for await (const row of server.rows(table)) {
    count += 1;
    const id = idIn(row, "id", "thread_id") ?? `#${count}`;
    yield* reader(row, { where: `${table} ${id}`, tenant });
  }
}

function* relationIn(row: ForeignRow, place: Place): Generator<ImportRecord> {
  const from = idIn(row, "from_id");
  const to = idIn(row, "to_id");
  if (from === undefined || to === undefined) return yield bad(place, "has no two ends");
  if (from === to) return yield { type: "left_out", why: "an edge from a memory to itself" };
  const type = wordsIn(row, "relation_type");
  if (type !== undefined && type !== "related_to")
    yield odd(place, "relation_type", "`related_to`");
  const strength = shareIn(row, "strength");
  if (strength === undefined) yield odd(place, "strength", "1");
  const relation = {
    from: ownId(MEMORIES, from),
    to: ownId(MEMORIES, to),
    type: "related_to",
    strength: strength ?? 1,
    createdAt: whenIn(row, "created_at") ?? NO_TIME,
  } as const;
  yield moved({ type: "relation", relation }, place);
}

/** What it was and what it became are kept beside the event: the older system named them in its own way. */
function* happenedIn(row: ForeignRow, place: Place): Generator<ImportRecord> {
  const id = idIn(row, "id");
  const memory = idIn(row, "memory_id");
  const named = wordsIn(row, "event")?.toUpperCase();
  const event = HISTORY_EVENTS.find((known) => known === named);
  if (memory === undefined || event === undefined)
    return yield bad(place, "has no memory or no known event");
  const meta = omitUndefined({
    ...fieldsIn(jsonIn(row, "meta")),
    history_id: id === undefined ? undefined : shortId(id),
    old_ref: wordsIn(row, "old_ref"),
    new_ref: wordsIn(row, "new_ref"),
  });
  const change = {
    ...{ event, actor: shortId(wordsIn(row, "actor") ?? "unknown") },
    ...{ cause: "import", reason: "moved from history", at: whenIn(row, "ts") ?? NO_TIME },
  };
  yield moved({ type: "event", memoryId: ownId(MEMORIES, memory), change, meta }, place);
}

function* threadIn(row: ForeignRow, place: Place): Generator<ImportRecord> {
  const thread = idIn(row, "thread_id");
  const revision = countIn(row, "rev");
  if (thread === undefined || revision === undefined)
    return yield bad(place, "has no thread or no revision");
  yield moved({ type: "thread", thread: shortId(thread), revision }, place);
}

function* deltaIn(row: ForeignRow, place: Place): Generator<ImportRecord> {
  const thread = idIn(row, "thread_id");
  const memory = idIn(row, "memory_id");
  const revision = countIn(row, "rev");
  // In the old log a line may begin with a sign, as `+created`.
  const named = wordsIn(row, "event")
    ?.replace(/^[^a-z]+/i, "")
    .toLowerCase();
  const event = DELTA_EVENTS.find((known) => known === named);
  if (thread === undefined || memory === undefined || revision === undefined || event === undefined)
    return yield bad(place, "has no thread, no memory, no revision or no known event");
  const at = whenIn(row, "ts") ?? NO_TIME;
  const memoryId = ownId(MEMORIES, memory);
  yield moved({ type: "delta", thread: shortId(thread), revision, memoryId, event, at }, place);
}

const NODES: readonly Activity["node"][] = ["hotpath", "context", "episodic", "worker"];
const STATUSES: readonly Activity["status"][] = ["ok", "error", "skipped"];

function* activityIn(row: ForeignRow, place: Place): Generator<ImportRecord> {
  const id = idIn(row, "id");
  const op = wordsIn(row, "op");
  const node = NODES.find((known) => known === row["node"]);
  const status = STATUSES.find((known) => known === row["status"]);
  if (id === undefined || op === undefined) return yield bad(place, "has no id or no op");
  if (node === undefined) yield odd(place, "node", "`worker`");
  if (status === undefined) yield odd(place, "status", "`ok`");
  const memory = idIn(row, "memory_id");
  const similarity = fieldIn(row, "sim");
  const activity: Activity = {
    ...{ tenant: place.tenant, at: whenIn(row, "ts") ?? NO_TIME, op: shortId(op) },
    ...{ node: node ?? "worker", status: status ?? "ok" },
    ...omitUndefined({
      memoryId: memory === undefined ? undefined : ownId(MEMORIES, memory),
      user: shortened(idIn(row, "user_id")),
      thread: shortened(idIn(row, "thread_id")),
      category: shortened(wordsIn(row, "category")),
      similarity: typeof similarity === "number" ? similarity : undefined,
    }),
  };
  yield moved({ type: "activity", key: id, activity }, place);
}

/** A whole number with more digits than a `number` holds, outside of any text. */
const TOO_LONG = /(?<![\d.])\d{16,}(?![\d.])/;

function* checkpointIn(row: ForeignRow, place: Place): Generator<ImportRecord> {
  const user = idIn(row, "user_id");
  const thread = idIn(row, "thread_id");
  const written = fieldIn(row, "checkpoint_data");
  const data = jsonIn(row, "checkpoint_data");
  if (user === undefined || thread === undefined || data === undefined)
    return yield bad(place, "has no user, no thread or no data");
  if (typeof written === "string" && TOO_LONG.test(written.replace(/"(?:[^"\\]|\\.)*"/g, "")))
    yield {
      type: "odd",
      where: place.where,
      reason: "whole numbers of more than 15 digits are rounded; write them as text",
    };
  const updatedAt = whenIn(row, "updated_at") ?? whenIn(row, "created_at") ?? NO_TIME;
  const createdAt = whenIn(row, "created_at") ?? updatedAt;
  const named = { user: shortId(user), thread: shortId(thread) };
  yield moved({ type: "checkpoint", ...named, data, createdAt, updatedAt }, place);
}

function moved(record: StoredRecord, { where, tenant }: Place): ImportRecord {
  return { type: "moved", where, tenant, record };
}

function countIn(row: ForeignRow, column: string): number | undefined {
  const value = Number(fieldIn(row, column) ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
