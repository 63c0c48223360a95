// The policies of each story, as the settings say. What is no setting stays as it is.

import type { Config } from "../config.ts";
import { type KindPolicies, POLICIES } from "../model/kinds.ts";
import { DEFAULT_RECALL_POLICY, type RecallPolicy } from "../read/policy.ts";
import { DEFAULT_UPKEEP_POLICY, type UpkeepPolicy } from "../upkeep/upkeep-job.ts";
import {
  DEFAULT_LISTEN_POLICY,
  DEFAULT_WRITE_POLICY,
  type IngestPolicy,
  type WritePolicy,
} from "../write/act.ts";

export function kindPolicies({ limits }: Config): KindPolicies {
  const { canon, register, rule } = POLICIES;
  const { maxCharacters: maxLength } = limits.vault;
  return {
    ...POLICIES,
    rule: { ...rule, minConfidence: limits.notes.ruleConfidence },
    canon: { ...canon, maxLength },
    register: { ...register, maxLength },
  };
}

export function writePolicy({ limits, vaultCapacity, vaultSimilarity }: Config): WritePolicy {
  const { notes, facts, vault, relations, forgetting, consent } = limits;
  return {
    ...DEFAULT_WRITE_POLICY,
    vaultCapacity,
    vaultSequenceRatio: vaultSimilarity,
    vaultTokenOverlap: vault.tokenOverlap,
    souls: notes.souls,
    loreConfidence: facts.loreConfidence,
    minOverlap: facts.overlap,
    linkTop: relations.neighbours,
    linkMinScore: relations.minScore,
    restorableDays: forgetting.restorableDays,
    consentDays: consent.waitDays,
  };
}

export function ingestPolicy({ capture, conversation, limits }: Config): IngestPolicy {
  const { facts, notes } = limits;
  return {
    ...DEFAULT_LISTEN_POLICY,
    capture: {
      ...capture,
      onlyTenant: capture.onlyTenant,
      minCharacters: facts.minCharacters,
    },
    buffer: conversation,
    mining: {
      maxCharacters: facts.maxCharacters,
      maxFacts: facts.perMessage,
      longTurnCharacters: facts.longTurnCharacters,
      maxWritesOfLongTurn: facts.perLongTurn,
      maxWritesOfUserDay: facts.perUserDay,
      noteTtlDays: notes.reminderDays,
    },
    queue: { waiting: facts.waiting },
  };
}

export function recallPolicyOf({
  limits,
  maxRecentMessages,
  vaultBlockItems,
}: Config): RecallPolicy {
  const { recall, context } = limits;
  const { gate, candidates } = DEFAULT_RECALL_POLICY;
  return {
    ...DEFAULT_RECALL_POLICY,
    maxRecentMessages,
    vaultBlockItems,
    weights: { withMeaning: recall.withMeaning, wordsOnly: recall.wordsOnly },
    recencyHalfDays: recall.recencyHalfDays,
    channel: { same: recall.sameChannel, none: recall.noChannel, other: recall.otherChannel },
    gate: {
      ...gate,
      semantic: recall.minSemantic,
      otherModel: recall.minSemanticOfOthers,
      lexical: recall.minLexical,
      combined: recall.minCombined,
    },
    limits: { fallback: Math.min(recall.hits, recall.maxHits), max: recall.maxHits },
    candidates: { ...candidates, backfill: recall.backfill },
    reranked: recall.reranked,
    relatedBullets: recall.relatedBullets,
    places: context,
  };
}

export function upkeepPolicy({ limits }: Config): UpkeepPolicy {
  const { notes, facts, insights, consolidation, forgetting, snapshot } = limits;
  return {
    ...DEFAULT_UPKEEP_POLICY,
    forgetAfterDays: forgetting.afterDays,
    forgetBelowImportance: forgetting.belowImportance,
    insightsApartHours: insights.apartHours,
    insightsKept: insights.kept,
    mergeVolatileAfterDays: notes.mergeAfterDays,
    volatileBatch: notes.mergeAtOnce,
    summaryDays: notes.jobSummaryDays,
    keepNewest: { fact: facts.perSubject, lore: facts.lore },
    snapshotMinutes: snapshot.everyMinutes,
    consolidation,
  };
}
