// Removes every trace of some memories, messages and a person. What stays is a hash that says "erased".

import { summed } from "../../model/own-value.ts";
import { purgedLine } from "../../model/vault-line.ts";
import type { EraseTarget } from "../../ports/store.ts";
import type { WriteContext } from "../commit/write-context.ts";
import { first, run, type Step, send, type Value } from "../database.ts";
import { type Counts, hashId, removeMemory, removeMessage } from "./removal.ts";

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

const REMOVE_REVIEW = "DELETE FROM reviews WHERE tenant = ? AND id = ?";
const PROPOSED_BY = "DELETE FROM reviews WHERE tenant = ? AND replace(act, ?, '') <> act";

export function* erase(
  writing: WriteContext,
  { tenant, target, at }: Erasure,
): Step<Readonly<Counts>> {
  let counts: Counts = {};
  for (const id of target.memories) {
    counts = summed(counts, yield* removeMemory(writing.dialect, tenant, id));
    yield* bury({ tenant, item: "memory", id, at });
    if (writing.keepsFiles) yield* send(ADD_VAULT_LINE, [tenant, id, erasedLine(tenant, id, at)]);
  }
  for (const id of target.messages) {
    counts = summed(counts, yield* removeMessage(writing.dialect, tenant, id));
    yield* bury({ tenant, item: "message", id, at });
  }
  for (const id of target.reviews ?? [])
    counts = summed(counts, { reviews: yield* run(REMOVE_REVIEW, [tenant, id]) });
  if (target.user !== undefined) {
    for (const [table, sql] of BY_USER)
      counts = summed(counts, { [table]: yield* run(sql, [tenant, target.user]) });
    const named = JSON.stringify({ actor: target.user }).slice(1, -1);
    counts = summed(counts, { reviews: yield* run(PROPOSED_BY, [tenant, named]) });
    counts = summed(counts, yield* removeFromFrameworks(tenant, target.user));
    yield* bury({ tenant, item: "subject", id: target.user, at });
  }
  counts = summed(counts, { buffers: yield* run(EMPTY_BUFFERS, [tenant, tenant]) });
  return counts;
}

/** Erases, counts, and takes it all back inside the same transaction. */
export function* previewErase(writing: WriteContext, erasure: Erasure): Step<Readonly<Counts>> {
  yield* send("SAVEPOINT preview", []);
  const counts = yield* erase(writing, erasure);
  yield* send("ROLLBACK TO SAVEPOINT preview", []);
  return counts;
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

// Removes what frameworks keep of a person: their threads and sessions, and documents that are theirs, lie under
// their id or name it.

/** Each is bound to the tenant and to the person, by id or by the id as it stands in JSON. */
type Removal = readonly [table: string, by: readonly ("tenant" | "id" | "json")[], sql: string];

/** `replace` finds the quoted id itself; inside a longer name or text its quotes would be escaped. */
const OF_DOCUMENTS = `tenant = ? AND (owner = ? OR name = ? OR replace(text, ?, '') <> text
  OR replace(folder, ?, '') <> folder)`;
const BY_ADDRESS = ["tenant", "id", "id", "json", "json"] as const;

/** A thread or a session is the person's when it says so, or is called by their id. */
const OF_THREADS = `tenant = ? AND thread IN
  (SELECT c.thread FROM graph_checkpoints c WHERE c.tenant = ? AND (c.user_id = ? OR c.thread = ?))`;
const OF_SESSIONS = `tenant = ? AND session IN
  (SELECT s.id FROM agent_sessions s WHERE s.tenant = ? AND (s.user_id = ? OR s.id = ?))`;
const BY_OWNER = ["tenant", "tenant", "id", "id"] as const;

/** The rows that say which ones are the person's go last. */
const REMOVALS: readonly Removal[] = [
  ["graph_writes", BY_OWNER, `DELETE FROM graph_writes WHERE ${OF_THREADS}`],
  ["graph_values", BY_OWNER, `DELETE FROM graph_values WHERE ${OF_THREADS}`],
  ["graph_checkpoints", BY_OWNER, `DELETE FROM graph_checkpoints WHERE ${OF_THREADS}`],
  [
    "document_vectors",
    ["tenant", ...BY_ADDRESS],
    `DELETE FROM document_vectors WHERE tenant = ? AND document_id IN (SELECT id FROM documents WHERE ${OF_DOCUMENTS})`,
  ],
  [
    "document_versions",
    ["tenant", ...BY_ADDRESS],
    `DELETE FROM document_versions WHERE tenant = ? AND document_id IN (SELECT id FROM documents WHERE ${OF_DOCUMENTS})`,
  ],
  ["document_versions", BY_ADDRESS, `DELETE FROM document_versions WHERE ${OF_DOCUMENTS}`],
  [
    "document_versions",
    ["tenant", "id"],
    "UPDATE document_versions SET actor = '' WHERE tenant = ? AND actor = ?",
  ],
  ["documents", BY_ADDRESS, `DELETE FROM documents WHERE ${OF_DOCUMENTS}`],
  [
    "document_folders",
    ["tenant", "id", "json"],
    "DELETE FROM document_folders WHERE tenant = ? AND (owner = ? OR replace(folder, ?, '') <> folder)",
  ],
  [
    "document_shelves",
    ["tenant", "id"],
    "DELETE FROM document_shelves WHERE tenant = ? AND owner = ?",
  ],
  ["session_items", BY_OWNER, `DELETE FROM session_items WHERE ${OF_SESSIONS}`],
  ["session_operations", BY_OWNER, `DELETE FROM session_operations WHERE ${OF_SESSIONS}`],
  [
    "agent_sessions",
    ["tenant", "id", "id"],
    "DELETE FROM agent_sessions WHERE tenant = ? AND (user_id = ? OR id = ?)",
  ],
];

function* removeFromFrameworks(tenant: string, person: string): Step<Counts> {
  let counts: Counts = {};
  const bound: Readonly<Record<Removal[1][number], Value>> = {
    tenant,
    id: person,
    json: JSON.stringify(person),
  };
  for (const [table, by, sql] of REMOVALS) {
    const values = by.map((name) => bound[name]);
    counts = summed(counts, { [table]: yield* run(sql, values) });
  }
  return counts;
}
