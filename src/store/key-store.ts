// Keeps access keys. A key is found by its id alone, as it is the key that says which tenant it opens.

import { ROLES, type StoredKey } from "../model/access-key.ts";
import { omitUndefined } from "../model/omit-undefined.ts";
import type { KeyStore } from "../ports/store.ts";
import { maybeText, maybeTime, oneOf, text, time } from "./columns.ts";
import { all, type Database, first, type Row, run, type Step, send } from "./database.ts";
import { ms } from "./read/memory-row.ts";

export function keyStore(db: Database): KeyStore {
  return {
    add: (key) => db.write(() => add(key)),
    find: (id) => db.read(() => find(id)),
    list: (tenant) => db.read(() => list(tenant)),
    revoke: (tenant, id, at) => db.write(() => revoke(tenant, id, ms(at))),
    rotate: (next, old) => db.write(() => rotate(next, { id: old.id, endsAt: ms(old.endsAt) })),
    used: (tenant, id, at) => db.write(() => used(tenant, id, ms(at))),
    isAnyUsable: (now) => db.read(() => isAnyUsable(ms(now))),
  };
}

function fromRow(row: Row): StoredKey {
  return {
    tenant: text(row, "tenant"),
    id: text(row, "id"),
    hash: text(row, "hash"),
    role: oneOf(row, "role", ROLES),
    name: text(row, "name"),
    createdAt: time(row, "created_at"),
    ...omitUndefined({
      agent: maybeText(row, "agent"),
      expiresAt: maybeTime(row, "expires_at"),
      revokedAt: maybeTime(row, "revoked_at"),
      lastUsedAt: maybeTime(row, "last_used_at"),
    }),
  };
}

function* add(key: StoredKey): Step<void> {
  yield* send(
    `INSERT INTO access_keys (tenant, id, hash, role, agent, name, created_at, expires_at, revoked_at, last_used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)`,
    [
      ...[key.tenant, key.id, key.hash, key.role, key.agent ?? null, key.name, ms(key.createdAt)],
      key.expiresAt === undefined ? null : ms(key.expiresAt),
    ],
  );
}

function* find(id: string): Step<StoredKey | undefined> {
  const row = yield* first("SELECT * FROM access_keys WHERE id = ?", [id]);
  return row === undefined ? undefined : fromRow(row);
}

function* list(tenant: string): Step<readonly StoredKey[]> {
  const rows = yield* all(
    "SELECT * FROM access_keys WHERE tenant = ? ORDER BY created_at DESC, id",
    [tenant],
  );
  return rows.map(fromRow);
}

function* revoke(tenant: string, id: string, at: number): Step<boolean> {
  const changed = yield* run(
    "UPDATE access_keys SET revoked_at = ? WHERE tenant = ? AND id = ? AND revoked_at IS NULL",
    [at, tenant, id],
  );
  return changed === 1;
}

/** Never later than the old one would have ended anyway. */
function* rotate(next: StoredKey, old: { id: string; endsAt: number }): Step<boolean> {
  const changed = yield* run(
    `UPDATE access_keys SET expires_at = CASE WHEN expires_at < ? THEN expires_at ELSE CAST(? AS bigint) END
     WHERE tenant = ? AND id = ? AND revoked_at IS NULL`,
    [old.endsAt, old.endsAt, next.tenant, old.id],
  );
  if (changed === 1) yield* add(next);
  return changed === 1;
}

function* used(tenant: string, id: string, at: number): Step<void> {
  yield* send("UPDATE access_keys SET last_used_at = ? WHERE tenant = ? AND id = ?", [
    at,
    tenant,
    id,
  ]);
}

function* isAnyUsable(now: number): Step<boolean> {
  const row = yield* first(
    "SELECT id FROM access_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?) LIMIT 1",
    [now],
  );
  return row !== undefined;
}
