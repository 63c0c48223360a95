// Vault records that may have served their time, each with the reason. A proposal is never carried out by itself.

import type { Memory } from "../../model/memory.ts";
import { pairsOf } from "./consolidation-candidates.ts";
import { type VaultDeps, type VaultInput, vaultMemories } from "./vault-memories.ts";

export type DeletionProposal = Readonly<{ memory: Memory; reasons: readonly string[] }>;

const NEARLY_THE_SAME = 0.8;
const STALE_DAYS = 180;
const DOUBTFUL = 0.4;
const DAY_MS = 86_400_000;

export async function deletionProposals(
  input: VaultInput,
  deps: VaultDeps,
): Promise<readonly DeletionProposal[]> {
  const memories = await vaultMemories(input, deps);
  const now = deps.now();
  const repeated = new Map(
    pairsOf(memories, NEARLY_THE_SAME).map(({ older, newer }) => [older.id, newer.id]),
  );
  return memories
    .filter((memory) => !memory.pinned)
    .map((memory) => ({ memory, reasons: reasonsOf(memory, repeated.get(memory.id), now) }))
    .filter(({ reasons }) => reasons.length > 0);
}

function reasonsOf(memory: Memory, newer: string | undefined, now: Date): readonly string[] {
  const days = Math.floor((now.getTime() - Date.parse(memory.updatedAt)) / DAY_MS);
  const reasons: (string | undefined)[] = [
    newer === undefined ? undefined : `says nearly the same as the newer ${newer}`,
    memory.validTo !== undefined && memory.validTo <= now.toISOString()
      ? `was true only until ${memory.validTo.slice(0, 10)}`
      : undefined,
    memory.kind === "register" && days >= STALE_DAYS
      ? `is a register that was not updated for ${days} days`
      : undefined,
    memory.confidence < DOUBTFUL ? `has a confidence of ${memory.confidence}` : undefined,
  ];
  return reasons.filter((reason) => reason !== undefined);
}
