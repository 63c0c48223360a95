// What one act of remembering is made of: who, on what ground, with which tools and limits.

import { DEFAULT_GUARD_POLICY, type GuardPolicy } from "../guard/guard.ts";
import { DEFAULT_MERGE_BANDS, type MergeBands } from "../language/compare/compare.ts";
import type { Change } from "../model/change-set.ts";
import type { Outcome } from "../model/receipt.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Extractor } from "../ports/extractor.ts";
import type { Store } from "../ports/store.ts";
import type { CapturePolicy } from "./accept-message.ts";
import type { MiningPolicy } from "./extraction.ts";
import type { BufferPolicy } from "./message-changes.ts";
import type { ConsentPolicy } from "./stages/consent.ts";
import type { GateContext } from "./stages/gate.ts";
import type { Sources } from "./stages/ground.ts";

export type WriteDeps = Readonly<{
  store: Store;
  embedder: Embedder;
  now: Clock;
  ids: Ids;
  policy: WritePolicy;
  gate: GateContext;
}>;

export type IngestDeps = WriteDeps & Readonly<{ extractor: Extractor; listening: IngestPolicy }>;

/** Who remembers, in which act, on what ground, and what else is committed with it. */
export type Act = Readonly<{
  tenant: string;
  actor: string;
  cause: string;
  sources: Sources;
  alongside: (outcomes: readonly Outcome[]) => readonly Change[];
  /** Set when the proposals were read out of a message, so that the reader's word alone counts for nothing. */
  reading?: ReadLimits;
}>;

export type ReadLimits = Readonly<{
  /** Why all of it waits for a person, when the message does. */
  heldFor: string | undefined;
  /** Memories that may be written or changed; what comes after is dropped under the name of the limit. */
  maxWrites: number;
  limit: "turn_limit" | "daily_limit";
}>;

// Every number of the write path in one place, settable in configuration.

export type WritePolicy = Readonly<{
  guard: GuardPolicy;
  bands: MergeBands;
  /** Whether a language model judges pairs that the words leave open; without one they have said all they can. */
  asksJudge: boolean;
  /** Active records of the vault, canon and registers together, in one tenant. */
  vaultCapacity: number;
  /** Souls that one owner may have active in one scope. */
  souls: number;
  /** Of what a caller gave none. */
  confidence: number;
  loreConfidence: number;
  /** Of a fact, a line of a profile or an insight. */
  maxSentences: number;
  /** Least share of a fact's words that its source has. */
  minOverlap: number;
  /** How long what is forgotten can be restored. */
  restorableDays: number;
  /** The vault's near-duplicate gate. */
  vaultTokenOverlap: number;
  vaultSequenceRatio: number;
  /** Edges to this many neighbours, at or above this score. */
  linkTop: number;
  linkMinScore: number;
  /** How long a held candidate waits before it lapses. */
  consentDays: number;
  consent: ConsentPolicy;
  /** How often a decision made on old ground is made again. */
  maxDecisions: number;
}>;

export type IngestPolicy = Readonly<{
  capture: CapturePolicy;
  buffer: BufferPolicy;
  mining: MiningPolicy;
  queue: Readonly<{ waiting: number }>;
}>;

export const DEFAULT_WRITE_POLICY: WritePolicy = {
  guard: DEFAULT_GUARD_POLICY,
  bands: DEFAULT_MERGE_BANDS,
  asksJudge: true,
  vaultCapacity: 100,
  souls: 5,
  confidence: 1,
  loreConfidence: 0.72,
  maxSentences: 2,
  minOverlap: 0.45,
  restorableDays: 30,
  vaultTokenOverlap: 0.6,
  vaultSequenceRatio: 0.7,
  linkTop: 3,
  linkMinScore: 0.55,
  consentDays: 7,
  consent: { signals: 2, sureInsight: 0.8, minCoverage: 0.75 },
  maxDecisions: 16,
};

export const DEFAULT_LISTEN_POLICY: IngestPolicy = {
  capture: {
    enabled: true,
    blockedUsers: [],
    blockedChannels: [],
    onlyTenant: undefined,
    minCharacters: 4,
  },
  buffer: { quietMinutes: 25, maxMinutes: 120 },
  mining: {
    maxCharacters: 20_000,
    maxFacts: 4,
    longTurnCharacters: 240,
    maxWritesOfLongTurn: 3,
    maxWritesOfUserDay: 200,
    noteTtlDays: 30,
  },
  queue: { waiting: 400 },
};
