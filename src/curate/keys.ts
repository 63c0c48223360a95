// Access keys: made, listed, rotated, revoked, and checked on each request. Only a hash of the secret is stored.

import { createHash, timingSafeEqual } from "node:crypto";
import { MemoryError } from "../errors.ts";
import type { AccessKey, Credential, Role, StoredKey } from "../model/access-key.ts";
import { RESERVED_SCOPES } from "../model/viewer.ts";
import type { CurateDeps } from "./actor-context.ts";

type CreateKeyInput = Readonly<{
  tenant: string;
  role: Role;
  name: string;
  agent?: string;
  expiresAt?: string;
}>;
export type KeyDeps = Pick<CurateDeps, "store" | "now"> & Readonly<{ random: Random }>;
export type CreatedKey = Readonly<{ key: string; record: AccessKey }>;

export async function createKey(input: CreateKeyInput, deps: KeyDeps): Promise<CreatedKey> {
  refuseWrongAgent(input);
  const at = deps.now().toISOString();
  if (input.expiresAt !== undefined && input.expiresAt <= at)
    throw new MemoryError("invalid_input", "`expiresAt` is in the past.");
  const { key, record } = newKey({ ...input, createdAt: at }, deps);
  await deps.store.keys.add(record);
  return { key, record: shownKey(record) };
}

function newKey(
  { tenant, role, name, agent, createdAt, expiresAt }: Omit<StoredKey, "id" | "hash">,
  { random }: Pick<KeyDeps, "random">,
): Readonly<{ key: string; record: StoredKey }> {
  const { id, hash, key } = newKeyText(random);
  const record = {
    tenant,
    id,
    hash,
    role,
    name,
    createdAt,
    ...(agent === undefined ? {} : { agent }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  return { key, record };
}

/** A reviewer or operator is a person: a key that acts for an agent may be neither. */
function refuseWrongAgent({ role, agent }: CreateKeyInput): void {
  if (role === "agent" && agent === undefined)
    throw new MemoryError("invalid_input", "A key of the role `agent` must name its agent.");
  if (agent === undefined) return;
  if (role === "reviewer" || role === "operator")
    throw new MemoryError("invalid_input", `A key of the role \`${role}\` acts for no agent.`);
  if (RESERVED_SCOPES.some((scope) => scope === agent))
    throw new MemoryError("invalid_input", `An agent cannot be called "${agent}".`);
}

// Replaces a key by a new one of the same rights. Both work for a while, so that nothing stops while it is exchanged.

type RotateKeyInput = OneKey &
  Readonly<{
    /** How long the old one still works. */
    overlapSeconds: number;
    /** The end of the new one; without it, it has none. */
    expiresAt?: string;
  }>;

export async function rotateKey(input: RotateKeyInput, deps: KeyDeps): Promise<CreatedKey> {
  const now = deps.now();
  const old = await deps.store.keys.find(input.id);
  const missing = new MemoryError("not_found", `There is no key ${input.id} to rotate.`);
  if (old === undefined || old.tenant !== input.tenant || !isUsable(old, now)) throw missing;
  const { expiresAt: _end, hash: _hash, id: _id, ...same } = old;
  const end = input.expiresAt === undefined ? {} : { expiresAt: input.expiresAt };
  const { key, record } = newKey({ ...same, ...end, createdAt: now.toISOString() }, deps);
  const endsAt = new Date(now.getTime() + input.overlapSeconds * 1000).toISOString();
  if (!(await deps.store.keys.rotate(record, { id: old.id, endsAt }))) throw missing;
  return { key, record: shownKey(record) };
}

// Ends a key at once. There is no way back; a new one must be made.

type OneKey = Readonly<{ tenant: string; id: string }>;
export type Revoked = Readonly<{ id: string; revokedAt: string }>;

export async function revokeKey({ tenant, id }: OneKey, deps: KeyDeps): Promise<Revoked> {
  const revokedAt = deps.now().toISOString();
  if (!(await deps.store.keys.revoke(tenant, id, revokedAt)))
    throw new MemoryError("not_found", `There is no key ${id} to revoke.`);
  return { id, revokedAt };
}

/** The keys of a tenant, newest first, with when each was used last. */
export async function listKeys(
  tenant: string,
  { store }: Pick<KeyDeps, "store">,
): Promise<readonly AccessKey[]> {
  return (await store.keys.list(tenant)).map(shownKey);
}

// Who holds this key, if it is one and still good. Read from the store each time, so that revoking works at once.

const SEEN_EVERY_MS = 60_000;
/** Compared with when there is no such key, so that an unknown id takes as long as a wrong secret. */
const NO_HASH = "0".repeat(64);

export async function authenticate(
  text: string,
  deps: Pick<KeyDeps, "store" | "now">,
): Promise<Credential | undefined> {
  const given = readKeyText(text);
  if (given === undefined) return undefined;
  const key = await deps.store.keys.find(given.id);
  const isRight = given.isOf(key?.hash ?? NO_HASH);
  const now = deps.now();
  if (key === undefined || !isRight || !isUsable(key, now)) return undefined;
  markUsed(key, now, deps);
  const { id: keyId, tenant, role, agent } = key;
  return { keyId, tenant, role, ...(agent === undefined ? {} : { agent }) };
}

/** Once a minute at most; nobody waits for it, and nobody is turned away because it failed. */
function markUsed(key: StoredKey, now: Date, { store }: Pick<KeyDeps, "store">): void {
  const { tenant, id, lastUsedAt } = key;
  const isRecent =
    lastUsedAt !== undefined && now.getTime() - Date.parse(lastUsedAt) < SEEN_EVERY_MS;
  if (!isRecent) store.keys.used(tenant, id, now.toISOString()).catch(() => undefined);
}

/** Whether a key still opens anything. */
function isUsable({ revokedAt, expiresAt }: AccessKey, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now.toISOString());
}

// A key as text, `mk_<id>_<secret>`, and back. The id finds it; only a hash of the secret is ever stored.

const KEY = /^mk_([0-9a-f]{24})_([A-Za-z0-9_-]{43})$/;
const ID_BYTES = 12;
const SECRET_BYTES = 32;

/** So many unpredictable bytes. */
type Random = (bytes: number) => Buffer;
type NewKeyText = Readonly<{ id: string; hash: string; key: string }>;

function newKeyText(random: Random): NewKeyText {
  const id = random(ID_BYTES).toString("hex");
  const secret = random(SECRET_BYTES).toString("base64url");
  return { id, hash: hashOf(secret), key: `mk_${id}_${secret}` };
}

function readKeyText(
  text: string,
): Readonly<{ id: string; isOf: (hash: string) => boolean }> | undefined {
  const [, id, secret] = KEY.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  return { id, isOf: (hash) => isEqual(hashOf(secret), hash) };
}

/** Plain SHA-256 is enough here: the secret is 256 random bits, so there is nothing to guess. */
function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Takes the same time wherever they differ. */
function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A key as it may be shown: everything but the hash. */
function shownKey({ hash: _hash, ...record }: StoredKey): AccessKey {
  return record;
}
