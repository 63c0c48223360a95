// Pairs of vault records that say much the same, for a person to look at. Nothing is merged here.

import { sequenceRatio } from "../../model/compare/sequence.ts";
import { tokenOverlap } from "../../model/compare/vault-score.ts";
import type { Memory } from "../../model/memory.ts";
import { type VaultDeps, type VaultInput, vaultMemories } from "./vault-memories.ts";

export type Pair = Readonly<{ older: Memory; newer: Memory; similarity: number }>;

const DEFAULT_FLOOR = 0.5;

/** The most alike first. */
export async function consolidationCandidates(
  input: VaultInput & Readonly<{ floor?: number }>,
  deps: VaultDeps,
): Promise<readonly Pair[]> {
  const memories = await vaultMemories(input, deps);
  return pairsOf(memories, input.floor ?? DEFAULT_FLOOR);
}

export function pairsOf(memories: readonly Memory[], floor: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [index, newer] of memories.entries())
    for (const older of memories.slice(index + 1)) {
      if (older.scope !== newer.scope || older.user !== newer.user) continue;
      const similarity = similarityOf(older.text, newer.text);
      if (similarity >= floor) pairs.push({ older, newer, similarity });
    }
  return pairs.sort((a, b) => b.similarity - a.similarity);
}

/** Both measures together: letters alone find likeness between any two English sentences. */
function similarityOf(a: string, b: string): number {
  const overlap = Math.max(tokenOverlap(a, b), tokenOverlap(b, a));
  return (overlap + sequenceRatio(a, b)) / 2;
}
