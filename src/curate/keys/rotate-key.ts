// Replaces a key by a new one of the same rights. Both work for a while, so that nothing stops while it is exchanged.

import { MemoryError } from "../../errors.ts";
import { type CreatedKey, type KeyDeps, newKey } from "./create-key.ts";
import { isUsable } from "./is-usable.ts";
import type { OneKey } from "./revoke-key.ts";
import { shownKey } from "./shown-key.ts";

export type RotateKeyInput = OneKey &
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
