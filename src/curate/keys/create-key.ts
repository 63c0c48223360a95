// Makes a key. The text of it is given once, here, and cannot be read again.

import { MemoryError } from "../../errors.ts";
import type { AccessKey, Role, StoredKey } from "../../model/access-key.ts";
import { RESERVED_SCOPES } from "../../model/viewer.ts";
import type { CurateDeps } from "../doing.ts";
import { newKeyText, type Random } from "./key-text.ts";
import { shownKey } from "./shown-key.ts";

export type CreateKeyInput = Readonly<{
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

export function newKey(
  { tenant, role, name, agent, createdAt, expiresAt }: Omit<StoredKey, "id" | "hash">,
  { random }: Pick<KeyDeps, "random">,
): Readonly<{ key: string; record: StoredKey }> {
  const { id, hash, key } = newKeyText(random);
  const record = {
    ...{ tenant, id, hash, role, name, createdAt },
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
