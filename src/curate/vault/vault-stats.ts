// How full the vault of a tenant is, and how much of its file is history.

import type { Memory } from "../../model/memory.ts";
import type { Files } from "../../ports/files.ts";
import { vaultHead } from "../vault-file/vault-record.ts";
import { type VaultDeps, type VaultInput, vaultMemories } from "./vault-memories.ts";

export type VaultStats = Readonly<{
  active: number;
  max: number;
  /** 0 to 1. */
  utilisation: number;
  deleted: number;
  /** Versions of vault records in the file. */
  rawLines: number;
  /** Lines for each record that is active; 1 when nothing is history. */
  bloat: number;
  byScope: Readonly<Record<string, number>>;
  byTier: Readonly<Record<string, number>>;
  byCategory: Readonly<Record<string, number>>;
  registerTopics: number;
}>;

export async function vaultStats(
  input: VaultInput & Readonly<{ max: number }>,
  deps: VaultDeps & Readonly<{ files: Files }>,
): Promise<VaultStats> {
  const active = await vaultMemories(input, deps);
  const rawLines = await rawLinesOf(input.viewer.tenant, deps.files);
  const topics = active.filter(({ kind, topicId }) => kind === "register" && topicId !== undefined);
  return {
    active: active.length,
    max: input.max,
    utilisation: active.length / input.max,
    deleted: await deletedOf(input, deps),
    rawLines,
    bloat: rawLines / Math.max(1, active.length),
    byScope: tally(active, "scope"),
    byTier: tally(active, "kind"),
    byCategory: tally(active, "category"),
    registerTopics: topics.length,
  };
}

async function deletedOf({ viewer }: VaultInput, { store }: VaultDeps): Promise<number> {
  const counts = await store.memories.counts(viewer);
  return counts
    .filter(({ kind, state }) => isTier(kind) && state === "soft_deleted")
    .reduce((sum, { count }) => sum + count, 0);
}

function isTier(kind: string): boolean {
  return kind === "canon" || kind === "register";
}

async function rawLinesOf(tenant: string, files: Files): Promise<number> {
  let lines = 0;
  for await (const line of files.readVault()) {
    const head = vaultHead(line);
    if (head?.tenant === tenant && head.tier !== undefined) lines += 1;
  }
  return lines;
}

function tally(memories: readonly Memory[], field: "scope" | "kind" | "category") {
  const counts = new Map<string, number>();
  for (const memory of memories) counts.set(memory[field], (counts.get(memory[field]) ?? 0) + 1);
  return Object.fromEntries(counts);
}
