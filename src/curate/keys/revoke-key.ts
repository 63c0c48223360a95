// Ends a key at once. There is no way back; a new one must be made.

import { MemoryError } from "../../errors.ts";
import type { KeyDeps } from "./create-key.ts";

export type OneKey = Readonly<{ tenant: string; id: string }>;
export type Revoked = Readonly<{ id: string; revokedAt: string }>;

export async function revokeKey({ tenant, id }: OneKey, deps: KeyDeps): Promise<Revoked> {
  const revokedAt = deps.now().toISOString();
  if (!(await deps.store.keys.revoke(tenant, id, revokedAt)))
    throw new MemoryError("not_found", `There is no key ${id} to revoke.`);
  return { id, revokedAt };
}
