// What must outlive the restoring of an older store: what was erased since, and who may no longer come in.

import { number, text } from "./columns.ts";
import { all, type Row, type Step, send, type Value } from "./database.ts";
import { hashId } from "./tombstone.ts";

export type Tombstone = Readonly<{ tenant: string; item: string; hash: string; at: number }>;
export type Ledger = Readonly<{ tombstones: readonly Tombstone[]; keys: readonly Row[] }>;

/** Something that is there although it was erased. */
export type Risen = Readonly<{
  tenant: string;
  item: "memory" | "message" | "subject";
  id: string;
}>;

export function* readLedger(): Step<Ledger> {
  const rows = yield* all("SELECT tenant, item, item_hash, at FROM tombstones", []);
  return {
    tombstones: rows.map((row) => ({
      tenant: text(row, "tenant"),
      item: text(row, "item"),
      hash: text(row, "item_hash"),
      at: number(row, "at"),
    })),
    keys: yield* all(`SELECT ${KEY_COLUMNS.join(", ")} FROM access_keys`, []),
  };
}

const KEY_COLUMNS = [
  ...["tenant", "id", "hash", "role", "agent", "name"],
  ...["created_at", "expires_at", "revoked_at", "last_used_at"],
] as const;

/** Writes a ledger into an older store, and gives what is in that store although it was erased since. */
export function* applyLedger({ tombstones, keys }: Ledger): Step<readonly Risen[]> {
  const known = new Set((yield* readLedger()).tombstones.map(nameOf));
  const since = tombstones.filter((one) => !known.has(nameOf(one)));
  for (const { tenant, item, hash, at } of since)
    yield* send("INSERT INTO tombstones (tenant, item, item_hash, at) VALUES (?, ?, ?, ?)", [
      ...[tenant, item, hash, at],
    ]);
  for (const key of keys) yield* keepKey(key);
  return yield* risenOf(new Set(since.map(nameOf)));
}

/** A key that was revoked, shortened or made since stays so. */
function* keepKey(key: Row): Step<void> {
  yield* send("DELETE FROM access_keys WHERE tenant = ? AND id = ?", [
    text(key, "tenant"),
    text(key, "id"),
  ]);
  yield* send(
    `INSERT INTO access_keys (${KEY_COLUMNS.join(", ")}) VALUES (${KEY_COLUMNS.map(() => "?").join(", ")})`,
    KEY_COLUMNS.map((column) => storedValue(key[column])),
  );
}

function storedValue(value: unknown): Value {
  return typeof value === "string" || typeof value === "number" ? value : null;
}

function nameOf({ tenant, item, hash }: Omit<Tombstone, "at">): string {
  return JSON.stringify([tenant, item, hash]);
}

/** Only hashes are left of what was erased, so every id that is there is held against them. */
const PRESENT = {
  memory: "SELECT tenant, id FROM memories UNION SELECT tenant, id FROM memory_versions",
  message: "SELECT tenant, id FROM messages",
  subject: `SELECT tenant, author_id AS id FROM messages UNION SELECT tenant, user_id FROM messages
    UNION SELECT tenant, subject FROM memories UNION SELECT tenant, user_id FROM memories
    UNION SELECT tenant, user_id FROM reviews UNION SELECT tenant, user_id FROM token_ledger
    UNION SELECT tenant, user_id FROM activities UNION SELECT tenant, user_id FROM checkpoints`,
} as const;

function* risenOf(erased: ReadonlySet<string>): Step<readonly Risen[]> {
  const risen: Risen[] = [];
  for (const item of ["subject", "message", "memory"] as const)
    for (const row of yield* all(PRESENT[item], [])) {
      const { tenant, id } = row;
      if (typeof tenant !== "string" || typeof id !== "string") continue;
      if (erased.has(nameOf({ tenant, item, hash: hashId(tenant, id) })))
        risen.push({ tenant, item, id });
    }
  return risen;
}
