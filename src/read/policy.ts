// Every weight and bound of recall in one table, settable in configuration.

import type { Kind } from "../model/kinds.ts";

export type ScoreWeights = Readonly<{
  semantic: number;
  lexical: number;
  confidence: number;
  recency: number;
  channel: number;
}>;

export type RecallPolicy = Readonly<{
  /** The score of a hit that has a vector, and of one that has none (F12). Each row sums to 1. */
  weights: Readonly<{ withMeaning: ScoreWeights; wordsOnly: ScoreWeights }>;
  /** Added to the weighted sum, each for a part between 0 and 1; so a score can pass 1. */
  lifts: Readonly<{
    /** Words of the question in the turns around a message, or in the title, tags and evidence of a memory. */
    context: number;
    /** Said by, or about, the one person the question names. */
    speaker: number;
    /** Said in a conversation whose best turns answer well. */
    conversation: number;
    /** Said at, or true at, a time the question names. */
    time: number;
    /** Linked to one of the first candidates, times the strength of the edge (S2). */
    related: number;
    /** The fact learnt from a message answers better than the message, times how much better. */
    corroborated: number;
  }>;
  words: Readonly<{
    /** How soon a repeated word stops counting, and how much a long text is held back. */
    saturation: number;
    lengthPenalty: number;
    /** Two words of the question side by side, as a share of the rarer one's weight. */
    phrase: number;
    /** A speaker's name inside a text mostly greets somebody, so it counts this share of a word. */
    name: number;
    /** What the turn before, the turn after and an answered question lend to a message. */
    before: number;
    after: number;
    answered: number;
    /** What title, tags and evidence lend to a memory. */
    beside: number;
    /** What a turn that only asks another person loses of its words and of its meaning. */
    asking: number;
  }>;
  /** The best of the candidates counts as 1 unless it lies below these: a weak best stays weak. */
  scaling: Readonly<{ semanticFloor: number; lexicalFloor: number }>;
  /** Age in days at which recency is one half. */
  recencyHalfDays: number;
  channel: Readonly<{ same: number; none: number; other: number }>;
  /** F13. The semantic and lexical figures are the raw ones: cosine, and the share of the question found. */
  gate: Readonly<{
    semantic: number;
    lexical: number;
    combined: number;
    /** With vectors a strong sum must still show this much of either signal. */
    combinedMinSemantic: number;
    combinedMinLexical: number;
  }>;
  /** Newest messages of the channel in a prompt slice (F17). */
  maxRecentMessages: number;
  candidates: Readonly<{
    /** Taken by words and by meaning each. */
    memories: number;
    messages: number;
    /** Candidates, by words and by meaning each, whose links are followed. */
    linkSeeds: number;
    /** Candidates whose neighbouring turns are read. */
    surrounded: number;
    /** Missing vectors made good in one query (F11). */
    backfill: number;
  }>;
  limits: Readonly<{ fallback: number; max: number }>;
  /** Turns of one channel further apart than this are two conversations. */
  conversationGapMinutes: number;
  /** How many of a conversation's best turns say how well it answers. */
  conversationTop: number;
  /** Days over which a time named in the question fades for what lies outside it, at least. */
  timeFadeDays: number;
  /** An insight is a guess: its whole score is taken times this (S3). */
  insightWeight: number;
  /** Last places kept for hits that share no word with the question, and how near in meaning they must be. */
  denseOnly: Readonly<{ places: number; minSemantic: number }>;
  /** A fact speaks for its message from this share of the message's own score on. */
  corroboratesFrom: number;
  /** A fact takes its message's place when its score is at least this share of the message's. */
  standsFor: number;
  /** Two hits whose words overlap this much say the same. */
  sameWords: number;
  relatedBullets: number;
  /** Sources named with one hit; what rests on more names those that answer best. */
  sourcesNamed: number;
  /** The recall signal (S11): the product of two logistic curves. */
  signal: Readonly<{
    /** Over the best cosine and the best share of words found: whether it was said at all. */
    said: Readonly<{ bias: number; semantic: number; lexical: number }>;
    /** Over the best score's lead, and over words and meaning in one hit: whether the best is the one. */
    standsOut: Readonly<{ bias: number; margin: number; agreement: number }>;
    /** The place whose score the best is held against. */
    against: number;
    recallBelow: number;
  }>;
  /** What `context` may put into a prompt unasked. */
  inject: Readonly<{
    /** Said by a person, or approved by one. */
    minTrust: number;
    /** For an agent's own context, of what it wrote itself; and for everyone's, of the notes our own jobs leave. */
    minTrustOfOwn: Partial<Readonly<Record<Kind, number>>>;
    /** One writer may fill this share of the lines. */
    sourceShare: number;
  }>;
}>;

export const DEFAULT_RECALL_POLICY: RecallPolicy = {
  weights: {
    withMeaning: { semantic: 0.5, lexical: 0.28, confidence: 0.1, recency: 0.07, channel: 0.05 },
    wordsOnly: { semantic: 0, lexical: 0.75, confidence: 0.1, recency: 0.1, channel: 0.05 },
  },
  lifts: {
    context: 0.35,
    speaker: 0.1,
    conversation: 0.25,
    time: 0.25,
    related: 0.05,
    corroborated: 0.5,
  },
  words: {
    saturation: 1.2,
    lengthPenalty: 0.75,
    phrase: 0.4,
    name: 0.3,
    before: 0.3,
    after: 0.35,
    answered: 0.8,
    beside: 0.5,
    asking: 0.5,
  },
  scaling: { semanticFloor: 0.3, lexicalFloor: 0.1 },
  recencyHalfDays: 45,
  channel: { same: 1, none: 0.25, other: 0 },
  gate: {
    semantic: 0.33,
    lexical: 0.24,
    combined: 0.62,
    combinedMinSemantic: 0.15,
    combinedMinLexical: 0.08,
  },
  maxRecentMessages: 35,
  candidates: {
    memories: 40,
    messages: 50,
    linkSeeds: 5,
    surrounded: 40,
    backfill: 8,
  },
  limits: { fallback: 10, max: 24 },
  conversationGapMinutes: 120,
  conversationTop: 3,
  timeFadeDays: 4,
  insightWeight: 0.6,
  denseOnly: { places: 1, minSemantic: 0.85 },
  corroboratesFrom: 0.9,
  standsFor: 0.75,
  sameWords: 0.9,
  relatedBullets: 2,
  sourcesNamed: 3,
  signal: {
    said: { bias: -6.7, semantic: 12.6, lexical: 5.9 },
    standsOut: { bias: -0.3, margin: 5.8, agreement: 1.8 },
    against: 5,
    recallBelow: 0.62,
  },
  inject: { minTrust: 3, minTrustOfOwn: { summary: 2, lore: 2 }, sourceShare: 1 / 3 },
};
