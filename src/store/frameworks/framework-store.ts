// What agent frameworks keep in the store: documents, graphs, sessions and checkpoints.

import { MemoryError } from "../../errors.ts";
import type { Checkpoint, CheckpointKey } from "../../model/checkpoint.ts";
import type {
  FrameworkStore,
  SessionKey,
  SessionRewriting,
  SessionStore,
} from "../../ports/framework-store.ts";
import type { CheckpointStore } from "../../ports/store.ts";
import { json, jsonText, text, time } from "../columns.ts";
import { all, type Database, first, type Row, run, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { ms } from "../read/memory-row.ts";
import { documentStore } from "./document-store.ts";
import { graphStore } from "./graph-store.ts";

export function frameworkStore(db: Database, dialect: Dialect): FrameworkStore {
  return {
    graphs: graphStore(db, dialect),
    documents: documentStore(db),
    sessions: sessionStore(db),
  };
}

/** Keeps the items of an agent's session in their order. Writers of one session take turns. */
function sessionStore(db: Database): SessionStore {
  return {
    items: (key, limit) => db.read(() => items(key, limit ?? Number.MAX_SAFE_INTEGER)),
    rewrite: (key, rewriting) => db.write(() => rewrite(key, rewriting)),
    clear: (key) => db.write(() => clear(key)),
  };
}

function* items({ tenant, session }: SessionKey, limit: number): Step<readonly unknown[]> {
  const rows = yield* all(
    "SELECT item FROM session_items WHERE tenant = ? AND session = ? ORDER BY place DESC LIMIT ?",
    [tenant, session, limit],
  );
  return rows.map((row) => json(row, "item")).toReversed();
}

function* rewrite(key: SessionKey, { change, at, user, operation }: SessionRewriting): Step<void> {
  yield* takeTurn(key, { at: ms(at), user });
  if (operation !== undefined && (yield* isRepeated(key, operation))) return;
  const before = yield* items(key, Number.MAX_SAFE_INTEGER);
  const texts = before.map((item) => jsonText(item, "An item"));
  const next = change(before).map((item) => jsonText(item, "An item"));
  const kept = commonStart(texts, next);
  yield* send("DELETE FROM session_items WHERE tenant = ? AND session = ? AND place >= ?", [
    key.tenant,
    key.session,
    kept,
  ]);
  for (let place = kept; place < next.length; place++)
    yield* send("INSERT INTO session_items (tenant, session, place, item) VALUES (?, ?, ?, ?)", [
      key.tenant,
      key.session,
      place,
      next[place] ?? "",
    ]);
}

type Turn = Readonly<{ at: number; user: string | undefined }>;

/** The row of the session is changed first, so that the next writer waits until this one is done. */
function* takeTurn({ tenant, session }: SessionKey, { at, user }: Turn): Step<void> {
  yield* send(
    `INSERT INTO agent_sessions (tenant, id, user_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (tenant, id) DO UPDATE SET updated_at = excluded.updated_at,
       user_id = coalesce(excluded.user_id, agent_sessions.user_id)`,
    [tenant, session, user ?? null, at, at],
  );
}

type Operation = Readonly<{ id: string; digest: string }>;

function* isRepeated({ tenant, session }: SessionKey, { id, digest }: Operation): Step<boolean> {
  const row = yield* first(
    "SELECT digest FROM session_operations WHERE tenant = ? AND session = ? AND id = ?",
    [tenant, session, id],
  );
  if (row === undefined) {
    yield* send(
      "INSERT INTO session_operations (tenant, session, id, digest) VALUES (?, ?, ?, ?)",
      [tenant, session, id, digest],
    );
    return false;
  }
  if (text(row, "digest") === digest) return true;
  throw new MemoryError("conflict", "An operation of this id was applied with another change.");
}

function commonStart(before: readonly string[], next: readonly string[]): number {
  const differs = next.findIndex((item, place) => item !== before[place]);
  return differs === -1 ? next.length : differs;
}

const OF_SESSION = [
  "DELETE FROM session_items WHERE tenant = ? AND session = ?",
  "DELETE FROM session_operations WHERE tenant = ? AND session = ?",
  "DELETE FROM agent_sessions WHERE tenant = ? AND id = ?",
] as const;

function* clear({ tenant, session }: SessionKey): Step<void> {
  for (const sql of OF_SESSION) yield* send(sql, [tenant, session]);
}

/** Saves and loads the state of a supervisor, one record for each user and thread. */
export function checkpointStore(db: Database): CheckpointStore {
  return {
    save: (key, data, at) => db.write(() => save(key, jsonText(data, "A checkpoint"), ms(at))),
    load: (key) => db.read(() => load(key)),
    list: (tenant, user) => db.read(() => list(tenant, user)),
    page: (query) => db.read(() => page(query)),
    delete: (key) => db.write(() => remove(key)),
  };
}

function fromRow(row: Row): Checkpoint {
  return {
    tenant: text(row, "tenant"),
    user: text(row, "user_id"),
    thread: text(row, "thread"),
    data: json(row, "data"),
    createdAt: time(row, "created_at"),
    updatedAt: time(row, "updated_at"),
  };
}

function* save(key: CheckpointKey, data: string, at: number): Step<void> {
  yield* send(
    `INSERT INTO checkpoints (tenant, user_id, thread, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, user_id, thread) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at`,
    [key.tenant, key.user, key.thread, data, at, at],
  );
}

function* load(key: CheckpointKey): Step<Checkpoint | undefined> {
  const row = yield* first(
    "SELECT * FROM checkpoints WHERE tenant = ? AND user_id = ? AND thread = ?",
    [key.tenant, key.user, key.thread],
  );
  return row === undefined ? undefined : fromRow(row);
}

function* list(tenant: string, user: string): Step<readonly Checkpoint[]> {
  const rows = yield* all(
    "SELECT * FROM checkpoints WHERE tenant = ? AND user_id = ? ORDER BY updated_at DESC, thread",
    [tenant, user],
  );
  return rows.map(fromRow);
}

function* remove(key: CheckpointKey): Step<boolean> {
  const changed = yield* run(
    "DELETE FROM checkpoints WHERE tenant = ? AND user_id = ? AND thread = ?",
    [key.tenant, key.user, key.thread],
  );
  return changed === 1;
}

function* page({
  after,
  limit,
}: Parameters<CheckpointStore["page"]>[0]): Step<readonly Checkpoint[]> {
  const rows = yield* all(
    `SELECT * FROM checkpoints WHERE (tenant, user_id, thread) > (?, ?, ?)
     ORDER BY tenant, user_id, thread LIMIT ?`,
    [after?.tenant ?? "", after?.user ?? "", after?.thread ?? "", limit],
  );
  return rows.map(fromRow);
}
