// Removes what frameworks keep of a person: their threads and sessions, and documents that are theirs, lie under
// their id or name it.

import { run, type Step, type Value } from "./database.ts";
import type { Counts } from "./removal.ts";

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

export function* removeFromFrameworks(tenant: string, person: string): Step<Counts> {
  const counts: Counts = {};
  const bound: Readonly<Record<Removal[1][number], Value>> = {
    tenant,
    id: person,
    json: JSON.stringify(person),
  };
  for (const [table, by, sql] of REMOVALS) {
    const values = by.map((name) => bound[name]);
    counts[table] = (counts[table] ?? 0) + (yield* run(sql, values));
  }
  return counts;
}
