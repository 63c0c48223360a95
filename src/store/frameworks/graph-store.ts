// Saves and loads the state of graphs. A value is stored once, with the checkpoint it was new in, and each checkpoint
// knows which ones are its own: two branches of a thread may give a channel the same version and different values.

import type {
  GraphPlace,
  GraphThread,
  GraphWrite,
  NewGraphCheckpoint,
  SavedGraphCheckpoint,
} from "../../model/checkpoint.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { ownValue } from "../../model/own-value.ts";
import type { GraphQuery, GraphStore } from "../../ports/framework-store.ts";
import { bytes, jsonText, maybeText, number, record, text } from "../columns.ts";
import { all, type Database, first, type Row, type Step, send } from "../database.ts";
import type { Condition, Dialect } from "../dialect.ts";
import { ms } from "../read/memory-row.ts";
import { both } from "../where.ts";

export function graphStore(db: Database, dialect: Dialect): GraphStore {
  return {
    save: (checkpoint, at) => db.write(() => save(checkpoint, ms(at))),
    saveWrites: (place, writes) => db.write(() => saveWrites(place, writes)),
    load: (thread, id) => db.read(() => load(dialect, thread, id)),
    page: (query) => db.read(() => page(dialect, query)),
    writes: (place) => db.read(() => writesOf(place)),
    deleteThread: (tenant, thread) => db.write(() => deleteThread(tenant, thread)),
  };
}

type Keys = Readonly<Record<string, string>>;

function valueKey(checkpoint: string, channel: string): string {
  return JSON.stringify([checkpoint, channel]);
}

function* save(checkpoint: NewGraphCheckpoint, at: number): Step<void> {
  const { tenant, thread, namespace, id, parent, user } = checkpoint;
  const keys = yield* keysOf(checkpoint);
  yield* send(
    `INSERT INTO graph_checkpoints (tenant, thread, namespace, id, parent_id, user_id, encoding, checkpoint,
       metadata_encoding, metadata, value_keys, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, thread, namespace, id) DO UPDATE SET parent_id = excluded.parent_id,
       user_id = excluded.user_id, encoding = excluded.encoding, checkpoint = excluded.checkpoint,
       metadata_encoding = excluded.metadata_encoding, metadata = excluded.metadata, value_keys = excluded.value_keys`,
    [
      ...[tenant, thread, namespace, id, parent ?? null, user ?? null],
      ...[checkpoint.checkpoint.encoding, checkpoint.checkpoint.bytes],
      ...[checkpoint.metadata.encoding, checkpoint.metadata.bytes, jsonText(keys, "Channels"), at],
    ],
  );
  for (const { channel, data } of checkpoint.values)
    yield* send(
      `INSERT INTO graph_values (tenant, thread, namespace, value_key, checkpoint_id, channel, version, encoding, bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (tenant, thread, namespace, value_key)
         DO UPDATE SET version = excluded.version, encoding = excluded.encoding, bytes = excluded.bytes`,
      [
        ...[tenant, thread, namespace, valueKey(id, channel), id, channel],
        ...[ownValue(checkpoint.versions, channel) ?? "", data.encoding, data.bytes],
      ],
    );
}

/** Which stored value each channel has: its own if it is new, else the one its parent has. */
function* keysOf(checkpoint: NewGraphCheckpoint): Step<Keys> {
  const changed = new Set(checkpoint.changed);
  const inherited = yield* parentKeys(checkpoint);
  const keys: [string, string][] = checkpoint.values.map(({ channel }) => [
    channel,
    valueKey(checkpoint.id, channel),
  ]);
  for (const [channel, version] of Object.entries(checkpoint.versions)) {
    if (changed.has(channel)) continue;
    const key =
      ownValue(inherited ?? {}, channel) ?? (yield* latestKey(checkpoint, channel, version));
    if (key !== undefined) keys.push([channel, key]);
  }
  return Object.fromEntries(keys);
}

function* parentKeys({ parent, ...place }: NewGraphCheckpoint): Step<Keys | undefined> {
  if (parent === undefined) return undefined;
  const row = yield* first(
    "SELECT value_keys FROM graph_checkpoints WHERE tenant = ? AND thread = ? AND namespace = ? AND id = ?",
    [place.tenant, place.thread, place.namespace, parent],
  );
  return row === undefined ? undefined : stringsBy(row);
}

/** A parent that was never saved cannot be asked; then the newest value of that version is the best there is. */
function* latestKey(
  { tenant, thread, namespace }: GraphThread,
  channel: string,
  version: string,
): Step<string | undefined> {
  const row = yield* first(
    `SELECT value_key FROM graph_values WHERE tenant = ? AND thread = ? AND namespace = ? AND channel = ?
       AND version = ? ORDER BY checkpoint_id DESC LIMIT 1`,
    [tenant, thread, namespace, channel, version],
  );
  return row === undefined ? undefined : text(row, "value_key");
}

function stringsBy(row: Row): Keys {
  const keys = record(row, "value_keys");
  return Object.fromEntries(Object.entries(keys).map(([channel, key]) => [channel, String(key)]));
}

const KEPT_FIRST = `INSERT INTO graph_writes (tenant, thread, namespace, checkpoint_id, task, place, channel, encoding,
    bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (tenant, thread, namespace, checkpoint_id, task, place) DO NOTHING`;
const KEPT_LAST = `INSERT INTO graph_writes (tenant, thread, namespace, checkpoint_id, task, place, channel, encoding,
    bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (tenant, thread, namespace, checkpoint_id, task, place)
    DO UPDATE SET channel = excluded.channel, encoding = excluded.encoding, bytes = excluded.bytes`;

function* saveWrites(place: GraphPlace, writes: readonly GraphWrite[]): Step<void> {
  const { tenant, thread, namespace, id } = place;
  for (const { task, index, channel, data } of writes)
    yield* send(index < 0 ? KEPT_LAST : KEPT_FIRST, [
      ...[tenant, thread, namespace, id, task, index, channel],
      ...[data.encoding, data.bytes],
    ]);
}

function* load(
  dialect: Dialect,
  { tenant, thread, namespace }: GraphThread,
  id: string | undefined,
): Step<SavedGraphCheckpoint | undefined> {
  const query = omitUndefined({ id, thread, namespace });
  return (yield* page(dialect, { ...query, tenant, limit: 1 }))[0];
}

function* page(dialect: Dialect, query: GraphQuery): Step<readonly SavedGraphCheckpoint[]> {
  const wanted = conditionOf(query);
  const rows = yield* all(
    `SELECT * FROM graph_checkpoints WHERE ${wanted.sql} ORDER BY id DESC, thread DESC, namespace DESC LIMIT ?`,
    [...wanted.values, query.limit],
  );
  const found: SavedGraphCheckpoint[] = [];
  for (const row of rows) found.push(yield* savedOf(dialect, row));
  return found;
}

function conditionOf(query: GraphQuery): Condition {
  const { tenant, thread, namespace, id, before, after } = query;
  const conditions: Condition[] = [{ sql: "tenant = ?", values: [tenant] }];
  if (thread !== undefined) conditions.push({ sql: "thread = ?", values: [thread] });
  if (namespace !== undefined) conditions.push({ sql: "namespace = ?", values: [namespace] });
  if (id !== undefined) conditions.push({ sql: "id = ?", values: [id] });
  if (before !== undefined) conditions.push({ sql: "id < ?", values: [before] });
  if (after !== undefined)
    conditions.push({
      sql: "(id, thread, namespace) < (?, ?, ?)",
      values: [after.id, after.thread, after.namespace],
    });
  return both(...conditions);
}

function* savedOf(dialect: Dialect, row: Row): Step<SavedGraphCheckpoint> {
  const place = {
    tenant: text(row, "tenant"),
    thread: text(row, "thread"),
    namespace: text(row, "namespace"),
    id: text(row, "id"),
  };
  const values = yield* all(
    `SELECT channel, encoding, bytes FROM graph_values WHERE tenant = ? AND thread = ? AND namespace = ?
       AND ${dialect.anyOf("value_key")}`,
    [
      ...[place.tenant, place.thread, place.namespace],
      JSON.stringify(Object.values(stringsBy(row))),
    ],
  );
  return {
    ...place,
    ...omitUndefined({ parent: maybeText(row, "parent_id") }),
    checkpoint: { encoding: text(row, "encoding"), bytes: bytes(row, "checkpoint") },
    metadata: { encoding: text(row, "metadata_encoding"), bytes: bytes(row, "metadata") },
    values: values.map((value) => ({ channel: text(value, "channel"), data: dataOf(value) })),
    writes: yield* writesOf(place),
  };
}

function* writesOf({ tenant, thread, namespace, id }: GraphPlace): Step<readonly GraphWrite[]> {
  const rows = yield* all(
    `SELECT task, place, channel, encoding, bytes FROM graph_writes WHERE tenant = ? AND thread = ? AND namespace = ?
       AND checkpoint_id = ? ORDER BY task, place`,
    [tenant, thread, namespace, id],
  );
  return rows.map((row) => ({
    task: text(row, "task"),
    index: number(row, "place"),
    channel: text(row, "channel"),
    data: dataOf(row),
  }));
}

function dataOf(row: Row) {
  return { encoding: text(row, "encoding"), bytes: bytes(row, "bytes") };
}

const OF_THREAD = [
  "DELETE FROM graph_writes WHERE tenant = ? AND thread = ?",
  "DELETE FROM graph_values WHERE tenant = ? AND thread = ?",
  "DELETE FROM graph_checkpoints WHERE tenant = ? AND thread = ?",
] as const;

function* deleteThread(tenant: string, thread: string): Step<void> {
  for (const sql of OF_THREAD) yield* send(sql, [tenant, thread]);
}
