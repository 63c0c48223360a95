// Reading the vault: search, figures, and what could be consolidated or deleted.

import type { Memory } from "../model/memory.ts";
import {
  sequenceRatio,
  tokenOverlap,
  VAULT_WEIGHTS,
  type VaultWeights,
  vaultScore,
} from "../model/vault-score.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Files } from "../ports/files.ts";
import { type CurateDeps, findAll } from "./actor-context.ts";
import { vaultHead } from "./vault-file.ts";

type VaultDeps = Pick<CurateDeps, "store" | "now">;
type VaultInput = Readonly<{ viewer: Viewer; scope?: string }>;

const VAULT_KINDS = ["canon", "register"] as const;

/** Newest first. */
async function vaultMemories(
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

// Finds vault records by words alone, with the vault's own score.

export type VaultHit = Readonly<{ memory: Memory; score: number }>;
type VaultSearchInput = VaultInput &
  Readonly<{ query: string; limit?: number; weights?: VaultWeights }>;

const LIMIT = 10;

export async function vaultSearch(
  input: VaultSearchInput,
  deps: VaultDeps,
): Promise<readonly VaultHit[]> {
  const memories = await vaultMemories(input, deps);
  return memories
    .map((memory) => ({
      memory,
      score: vaultScore(input.query, memory.text, input.weights ?? VAULT_WEIGHTS),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, input.limit ?? LIMIT);
}

// How full the vault of a tenant is, and how much of its file is history.

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

// Pairs of vault records that say much the same, for a person to look at. Nothing is merged here.

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

function pairsOf(memories: readonly Memory[], floor: number): readonly Pair[] {
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

// Vault records that may have served their time, each with the reason. A proposal is never carried out by itself.

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
