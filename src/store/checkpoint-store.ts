// Saves and loads the state of a supervisor, one record for each user and thread.

import type { Checkpoint, CheckpointKey } from "../model/checkpoint.ts";
import type { CheckpointStore } from "../ports/store.ts";
import { json, jsonText, text, time } from "./columns.ts";
import { all, type Database, first, type Row, run, type Step, send } from "./database.ts";
import { ms } from "./memory-row.ts";

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
