// The policies of each story, as the settings say. What is no setting stays as it is.

import type { Config } from "../config.ts";
import { type KindPolicies, POLICIES } from "../model/kinds.ts";
import type { FactsRead } from "../ports/extractor.ts";
import type { NarrationLimits } from "../ports/narrator.ts";
import { DEFAULT_RECALL_POLICY, type RecallPolicy } from "../read/policy.ts";
import { DEFAULT_UPKEEP_POLICY, type UpkeepPolicy } from "../upkeep/upkeep-job.ts";
import {
  DEFAULT_LISTEN_POLICY,
  DEFAULT_WRITE_POLICY,
  type IngestPolicy,
  type WritePolicy,
} from "../write/act.ts";

export function kindPolicies({ limits }: Config): KindPolicies {
  const { canon, register, rule, fact, trait, insight } = POLICIES;
  const { notes, facts, insights } = limits;
  const { maxCharacters: maxLength } = limits.vault;
  return {
    ...POLICIES,
    rule: { ...rule, minConfidence: notes.ruleConfidence, minEvidence: notes.ruleEvidence },
    fact: { ...fact, maxLength: facts.lineCharacters },
    trait: { ...trait, maxLength: facts.lineCharacters },
    insight: { ...insight, maxLength: insights.characters },
    canon: { ...canon, maxLength },
    register: { ...register, maxLength },
  };
}

export function writePolicy({ limits, vaultCapacity, vaultSimilarity }: Config): WritePolicy {
  const { notes, facts, vault, relations, forgetting, consent, merge } = limits;
  const { waitDays, ...consenting } = consent;
  return {
    ...DEFAULT_WRITE_POLICY,
    bands: merge,
    maxSentences: facts.sentences,
    consent: { ...consenting, signals: consenting.signals === 1 ? 1 : 2 },
    vaultCapacity,
    vaultSequenceRatio: vaultSimilarity,
    vaultTokenOverlap: vault.tokenOverlap,
    souls: notes.souls,
    confidence: notes.confidence,
    loreConfidence: facts.loreConfidence,
    minOverlap: facts.overlap,
    linkTop: relations.neighbours,
    linkMinScore: relations.minScore,
    restorableDays: forgetting.restorableDays,
    consentDays: waitDays,
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
  const { recall, context, vault } = limits;
  const { candidates, chance, lifts } = DEFAULT_RECALL_POLICY;
  return {
    ...DEFAULT_RECALL_POLICY,
    maxRecentMessages,
    vaultBlockItems,
    weights: { withMeaning: recall.withMeaning, wordsOnly: recall.wordsOnly },
    recencyHalfDays: recall.recencyHalfDays,
    channel: { same: recall.sameChannel, none: recall.noChannel, other: recall.otherChannel },
    gate: {
      semantic: recall.minSemantic,
      otherModel: recall.minSemanticOfOthers,
      lexical: recall.minLexical,
      combined: recall.minCombined,
      combinedMinSemantic: recall.combinedMinSemantic,
      combinedMinLexical: recall.combinedMinLexical,
    },
    limits: {
      fallback: Math.min(recall.hits, recall.maxHits),
      max: recall.maxHits,
      query: recall.queryHits,
    },
    minQueryCharacters: recall.minQueryCharacters,
    lifts: { ...lifts, related: recall.relatedWeight },
    insightWeight: limits.insights.weight,
    chance: { ...chance, unsureBelow: recall.unsureBelow },
    vaultWeights: { substring: vault.substringBonus, sequence: vault.sequenceWeight },
    candidates: { ...candidates, backfill: recall.backfill },
    reranked: recall.reranked,
    relatedBullets: recall.relatedBullets,
    places: context,
  };
}

export function upkeepPolicy({ limits }: Config): UpkeepPolicy {
  const { notes, facts, insights, consolidation, forgetting, snapshot, nightly } = limits;
  return {
    ...DEFAULT_UPKEEP_POLICY,
    catchUpHours: nightly.catchUpHours,
    quietSeconds: snapshot.quietSeconds,
    narration: narrationLimits({ limits }),
    insightImportance: insights.importance as UpkeepPolicy["insightImportance"],
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

export function narrationLimits({ limits }: Pick<Config, "limits">): NarrationLimits {
  const { narration, insights, nightly } = limits;
  return {
    titleLength: narration.titleCharacters,
    summaryLength: narration.summaryCharacters,
    summarySentences: narration.summarySentences,
    fewestTopics: Math.min(nightly.fewestTopics, nightly.mostTopics),
    topics: nightly.mostTopics,
    insights: insights.atOnce,
    insightLength: insights.characters,
    insightTokens: insights.tokens,
    insightTemperature: insights.temperature,
    activities: insights.activities,
    items: insights.items,
    talkLength: insights.talkCharacters,
  };
}

export function factsRead({ limits }: Config): FactsRead {
  const { perMessage, readOfLongTurn, lineCharacters } = limits.facts;
  return {
    usual: perMessage,
    long: Math.max(perMessage, readOfLongTurn),
    characters: lineCharacters,
  };
}
