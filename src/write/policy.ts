// Every number of the write path in one place, settable in configuration.

import { DEFAULT_MERGE_BANDS, type MergeBands } from "../model/compare.ts";
import { DEFAULT_GUARD_POLICY, type GuardPolicy } from "./guard.ts";
import type { CapturePolicy } from "./hear.ts";
import type { BufferPolicy } from "./keep.ts";
import type { MiningPolicy } from "./mine.ts";

export type WritePolicy = Readonly<{
  guard: GuardPolicy;
  bands: MergeBands;
  /** Active records of the vault, canon and registers together, in one tenant. */
  vaultCapacity: number;
  /** The vault's near-duplicate gate. */
  vaultTokenOverlap: number;
  vaultSequenceRatio: number;
  /** Edges to this many neighbours, at or above this score. */
  linkTop: number;
  linkMinScore: number;
  /** How long a held candidate waits before it lapses. */
  consentDays: number;
  /** How often a decision made on old ground is made again. */
  maxDecisions: number;
}>;

export type ListenPolicy = Readonly<{
  capture: CapturePolicy;
  buffer: BufferPolicy;
  mining: MiningPolicy;
}>;

export const DEFAULT_WRITE_POLICY: WritePolicy = {
  guard: DEFAULT_GUARD_POLICY,
  bands: DEFAULT_MERGE_BANDS,
  vaultCapacity: 100,
  vaultTokenOverlap: 0.6,
  vaultSequenceRatio: 0.7,
  linkTop: 3,
  linkMinScore: 0.55,
  consentDays: 7,
  maxDecisions: 16,
};

export const DEFAULT_LISTEN_POLICY: ListenPolicy = {
  capture: { enabled: true, blockedUsers: [], blockedChannels: [], onlyTenant: undefined },
  buffer: { quietMinutes: 25, maxMinutes: 120 },
  mining: {
    maxCharacters: 20_000,
    maxFacts: 4,
    longTurnCharacters: 240,
    maxWritesOfLongTurn: 3,
    maxWritesOfUserDay: 200,
    noteTtlDays: 30,
  },
};
