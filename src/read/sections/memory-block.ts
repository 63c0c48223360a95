// Memory block (V9): the vault's records that fit the question, canon first; all of them when nothing is asked.

import type { Memory } from "../../model/memory.ts";
import { type VaultWeights, vaultScore } from "../../model/vault-score.ts";
import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import { injectable } from "../injectable.ts";
import { wholeCategories, withinLengths } from "./by-category.ts";
import { vaultGroup, vaultRecords } from "./vault.ts";

export async function memoryBlock(input: ContextInput, deps: ContextDeps): Promise<Section> {
  const records = await vaultRecords(input, deps);
  const inVault = new Set(records.map((memory) => memory.id));
  const whole = (await wholeCategories(input, deps)).filter((memory) => inVault.has(memory.id));
  const first = new Set(whole.map((memory) => memory.id));
  const others = withinLengths(
    ranked(
      records.filter((memory) => !first.has(memory.id)),
      input.query,
      deps.policy.vaultWeights,
    ),
    deps,
  );
  const places = Math.max(deps.policy.vaultBlockItems, whole.length);
  const { kept, leftOut } = injectable([...whole, ...others], {
    policy: deps.policy.inject,
    viewer: input.viewer,
    places,
    keepsSensitive: true,
  });
  return { group: vaultGroup("## Memory", kept), leftOut };
}

function ranked(
  records: readonly Memory[],
  query: string | undefined,
  weights: VaultWeights,
): readonly Memory[] {
  if (query === undefined) return records;
  return records
    .map((memory) => ({ memory, score: vaultScore(query, memory.text, weights) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ memory }) => memory);
}
