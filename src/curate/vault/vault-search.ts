// Finds vault records by words alone, with the vault's own score.

import { vaultScore } from "../../model/compare/vault-score.ts";
import type { Memory } from "../../model/memory.ts";
import { type VaultDeps, type VaultInput, vaultMemories } from "./vault-memories.ts";

export type VaultHit = Readonly<{ memory: Memory; score: number }>;
export type VaultSearchInput = VaultInput & Readonly<{ query: string; limit?: number }>;

const LIMIT = 10;

export async function vaultSearch(
  input: VaultSearchInput,
  deps: VaultDeps,
): Promise<readonly VaultHit[]> {
  const memories = await vaultMemories(input, deps);
  return memories
    .map((memory) => ({ memory, score: vaultScore(input.query, memory.text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, input.limit ?? LIMIT);
}
