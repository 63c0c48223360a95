// Removes every trace of some memories, messages and a person. What stays is a hash that says "erased".

import type { EraseTarget } from "../ports/store.ts";
import { first, run, type Step, type Value } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { hashId } from "./tombstone.ts";

type Erasure = Readonly<{ tenant: string; target: EraseTarget; at: number }>;
type Counts = Record<string, number>;

const BY_MEMORY = [
  ["memory_versions", "DELETE FROM memory_versions WHERE tenant = ? AND id = ?"],
  ["memory_tags", "DELETE FROM memory_tags WHERE tenant = ? AND memory_id = ?"],
  ["memory_sources", "DELETE FROM memory_sources WHERE tenant = ? AND memory_id = ?"],
  ["memory_access", "DELETE FROM memory_access WHERE tenant = ? AND memory_id = ?"],
  ["file_outbox", "DELETE FROM file_outbox WHERE tenant = ? AND item_id = ?"],
  ["relations", "DELETE FROM relations WHERE tenant = ? AND from_id = ?"],
  ["relations", "DELETE FROM relations WHERE tenant = ? AND to_id = ?"],
  ["activities", "DELETE FROM activities WHERE tenant = ? AND memory_id = ?"],
  ["history", "UPDATE history SET reason = '', meta = '{}' WHERE tenant = ? AND memory_id = ?"],
  ["jobs", "DELETE FROM jobs WHERE tenant = ? AND payload LIKE '%' || ? || '%'"],
  ["reviews", "DELETE FROM reviews WHERE tenant = ? AND act LIKE '%' || ? || '%'"],
] as const;

const BY_MESSAGE = [
  ["file_outbox", "DELETE FROM file_outbox WHERE tenant = ? AND item_id = ?"],
  [
    "memory_sources",
    "DELETE FROM memory_sources WHERE tenant = ? AND source = 'message' AND source_id = ?",
  ],
  ["activities", "DELETE FROM activities WHERE tenant = ? AND message_id = ?"],
  ["jobs", "DELETE FROM jobs WHERE tenant = ? AND job_key = ?"],
] as const;

const BY_USER = [
  ["reviews", "DELETE FROM reviews WHERE tenant = ? AND user_id = ?"],
  ["token_ledger", "DELETE FROM token_ledger WHERE tenant = ? AND user_id = ?"],
  ["activities", "DELETE FROM activities WHERE tenant = ? AND user_id = ?"],
  ["checkpoints", "DELETE FROM checkpoints WHERE tenant = ? AND user_id = ?"],
] as const;

export function* erase(dialect: Dialect, { tenant, target, at }: Erasure): Step<Readonly<Counts>> {
  const counts: Counts = {};
  const tally = function* (table: string, sql: string, values: readonly Value[]): Step<void> {
    counts[table] = (counts[table] ?? 0) + (yield* run(sql, values));
  };
  for (const id of target.memories) {
    yield* dialect.removeText("memory", tenant, id);
    yield* dialect.removeVectors("memory", tenant, id);
    for (const [table, sql] of BY_MEMORY) yield* tally(table, sql, [tenant, id]);
    yield* tally("memories", "DELETE FROM memories WHERE tenant = ? AND id = ?", [tenant, id]);
    yield* bury({ tenant, item: "memory", id, at });
  }
  for (const id of target.messages) {
    yield* dialect.removeText("message", tenant, id);
    yield* dialect.removeVectors("message", tenant, id);
    for (const [table, sql] of BY_MESSAGE) yield* tally(table, sql, [tenant, id]);
    yield* tally("messages", "DELETE FROM messages WHERE tenant = ? AND id = ?", [tenant, id]);
    yield* bury({ tenant, item: "message", id, at });
  }
  if (target.user !== undefined) {
    for (const [table, sql] of BY_USER) yield* tally(table, sql, [tenant, target.user]);
    yield* bury({ tenant, item: "subject", id: target.user, at });
  }
  yield* tally("buffers", EMPTY_BUFFERS, [tenant, tenant]);
  return counts;
}

const EMPTY_BUFFERS = `DELETE FROM buffers WHERE tenant = ? AND NOT EXISTS
  (SELECT 1 FROM messages g WHERE g.tenant = ? AND g.buffer = buffers.id)`;

type Buried = Readonly<{ tenant: string; item: string; id: string; at: number }>;

function* bury({ tenant, item, id, at }: Buried): Step<void> {
  yield* run(
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
