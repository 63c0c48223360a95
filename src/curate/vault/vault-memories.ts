// The active records of the vault that someone may see.

import type { Memory } from "../../model/memory.ts";
import type { Viewer } from "../../model/viewer.ts";
import type { CurateDeps } from "../doing.ts";
import { findAll } from "../find.ts";

export type VaultDeps = Pick<CurateDeps, "store" | "now">;
export type VaultInput = Readonly<{ viewer: Viewer; scope?: string }>;

const VAULT_KINDS = ["canon", "register"] as const;

/** Newest first. */
export async function vaultMemories(
  { viewer, scope }: VaultInput,
  deps: VaultDeps,
): Promise<readonly Memory[]> {
  const filter = { kinds: VAULT_KINDS, ...(scope === undefined ? {} : { scope }) };
  const now = deps.now().toISOString();
  const found: Memory[] = [];
  for await (const memory of findAll(viewer, { filter, states: ["active"] }, deps))
    if (memory.expiresAt === undefined || memory.expiresAt > now) found.push(memory);
  return found;
}
