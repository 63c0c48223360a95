// Removes every trace of some memories, messages and a person. What stays is a hash that says "erased".

import { purgedLine } from "../model/vault-line.ts";
import type { EraseTarget } from "../ports/store.ts";
import type { Writing } from "./commit/writing.ts";
import { first, run, type Step, send } from "./database.ts";
import { removeFromFrameworks } from "./framework-erasure.ts";
import { type Counts, removeMemory, removeMessage } from "./removal.ts";
import { hashId } from "./tombstone.ts";

const ADD_VAULT_LINE =
  "INSERT INTO file_outbox (tenant, file, item_id, line) VALUES (?, 'vault', ?, ?)";

type Erasure = Readonly<{ tenant: string; target: EraseTarget; at: number }>;

const BY_USER = [
  ["reviews", "DELETE FROM reviews WHERE tenant = ? AND user_id = ?"],
  ["token_ledger", "DELETE FROM token_ledger WHERE tenant = ? AND user_id = ?"],
  ["activities", "DELETE FROM activities WHERE tenant = ? AND user_id = ?"],
  ["checkpoints", "DELETE FROM checkpoints WHERE tenant = ? AND user_id = ?"],
  ["audit_names", "DELETE FROM audit_names WHERE tenant = ? AND name = ?"],
  // What they did to other people's memories stays done; who did it is no longer said.
  ["history", "UPDATE history SET actor = '' WHERE tenant = ? AND actor = ?"],
  ["memories", "UPDATE memories SET actor_id = NULL WHERE tenant = ? AND actor_id = ?"],
  [
    "memory_versions",
    "UPDATE memory_versions SET actor_id = NULL WHERE tenant = ? AND actor_id = ?",
  ],
  ["reviews", "UPDATE reviews SET decided_by = '' WHERE tenant = ? AND decided_by = ?"],
] as const;

const PROPOSED_BY = "DELETE FROM reviews WHERE tenant = ? AND replace(act, ?, '') <> act";

export function* erase(writing: Writing, { tenant, target, at }: Erasure): Step<Readonly<Counts>> {
  const counts: Counts = {};
  for (const id of target.memories) {
    addUp(counts, yield* removeMemory(writing.dialect, tenant, id));
    yield* bury({ tenant, item: "memory", id, at });
    if (writing.keepsFiles) yield* send(ADD_VAULT_LINE, [tenant, id, erasedLine(tenant, id, at)]);
  }
  for (const id of target.messages) {
    addUp(counts, yield* removeMessage(writing.dialect, tenant, id));
    yield* bury({ tenant, item: "message", id, at });
  }
  if (target.user !== undefined) {
    for (const [table, sql] of BY_USER)
      addUp(counts, { [table]: yield* run(sql, [tenant, target.user]) });
    const named = JSON.stringify({ actor: target.user }).slice(1, -1);
    addUp(counts, { reviews: yield* run(PROPOSED_BY, [tenant, named]) });
    addUp(counts, yield* removeFromFrameworks(tenant, target.user));
    yield* bury({ tenant, item: "subject", id: target.user, at });
  }
  addUp(counts, { buffers: yield* run(EMPTY_BUFFERS, [tenant, tenant]) });
  return counts;
}

/** Erases, counts, and takes it all back inside the same transaction. */
export function* previewErase(writing: Writing, erasure: Erasure): Step<Readonly<Counts>> {
  yield* send("SAVEPOINT preview", []);
  const counts = yield* erase(writing, erasure);
  yield* send("ROLLBACK TO SAVEPOINT preview", []);
  return counts;
}

function addUp(counts: Counts, more: Readonly<Counts>): void {
  for (const [table, rows] of Object.entries(more)) counts[table] = (counts[table] ?? 0) + rows;
}

/** Without it, rebuilding from the vault would bring the memory back. */
function erasedLine(tenant: string, id: string, at: number): string {
  const set = { actor: "", cause: "erase", at: new Date(at).toISOString() };
  return purgedLine(tenant, id, { set, event: "DELETE" });
}

const EMPTY_BUFFERS = `DELETE FROM buffers WHERE tenant = ? AND NOT EXISTS
  (SELECT 1 FROM messages g WHERE g.tenant = ? AND g.buffer = buffers.id)`;

type Buried = Readonly<{ tenant: string; item: string; id: string; at: number }>;

export function* bury({ tenant, item, id, at }: Buried): Step<void> {
  yield* send(
    `INSERT INTO tombstones (tenant, item, item_hash, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (tenant, item, item_hash) DO NOTHING`,
    [tenant, item, hashId(tenant, id), at],
  );
}

export function* isErased(tenant: string, item: string, id: string): Step<boolean> {
  const row = yield* first(
    "SELECT 1 AS found FROM tombstones WHERE tenant = ? AND item = ? AND item_hash = ?",
    [tenant, item, hashId(tenant, id)],
  );
  return row !== undefined;
}
