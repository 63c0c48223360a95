// Every weight and bound of recall in one table, settable in configuration.

import type { Kind } from "../model/kinds.ts";
import { VAULT_WEIGHTS, type VaultWeights } from "../model/vault-score.ts";
import type { AskedTraits, Curve, FoundTraits, LineTraits } from "./chance.ts";

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
    /** Said together by the turns of a talk around it. */
    together: number;
    /** How near the nearest words of the line are to the question's. */
    near: number;
    /** The same of the turns of a talk around it. */
    nearby: number;
    /** The same of the turn before it, where that asks something. */
    reply: number;
    /** Holds a time, a number or a name where the question asks for one. */
    kind: number;
    /** Said at, or true at, a time the question names. */
    time: number;
    /** Linked to one of the first candidates, times the strength of the edge (S2). */
    related: number;
    /** The fact learnt from a message answers better than the message, times how much better. */
    corroborated: number;
    /** Marked helpful by somebody it was handed to; taken off for what was marked wrong. */
    feedback: number;
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
  /** What the turns of a talk among people say together: shares that sum to 1. */
  together: Readonly<{
    /** Words of the question in the turn and the two on either side of it. */
    words: number;
    /** How near these turns are to it in meaning, on average. */
    meaning: number;
    /** Words of the question in everything of the conversation that was found. */
    conversation: number;
  }>;
  /** The best of the candidates counts as 1 unless it lies below these: a weak best stays weak. */
  scaling: Readonly<{
    semanticFloor: number;
    lexicalFloor: number;
    /** Words this near count as not near at all. */
    nearFloor: number;
  }>;
  /** Age in days at which recency is one half. */
  recencyHalfDays: number;
  channel: Readonly<{ same: number; none: number; other: number }>;
  /** F13. The semantic and lexical figures are the raw ones: cosine, and the share of the question found. */
  gate: Readonly<{
    /** Of the built-in table, whose word on the whole question comes after it; and of another model, which is alone. */
    semantic: number;
    otherModel: number;
    lexical: number;
    combined: number;
    /** With vectors a strong sum must still show this much of either signal. */
    combinedMinSemantic: number;
    combinedMinLexical: number;
  }>;
  /** Newest messages of the channel in a prompt slice (F17). */
  maxRecentMessages: number;
  /** Records of the vault in a memory block (V9). */
  vaultBlockItems: number;
  vaultWeights: VaultWeights;
  candidates: Readonly<{
    /** Taken by words and by meaning each. */
    memories: number;
    messages: number;
    /** Candidates, by words and by meaning each, whose links are followed. */
    linkSeeds: number;
    /** Candidates whose neighbouring turns are read. */
    surrounded: number;
    /** So many of the best by everything else are held against the question word by word. */
    compared: number;
    /** Missing vectors made good in one query (F11). */
    backfill: number;
  }>;
  /** `query` is of `memory.query`, the others of a search. */
  limits: Readonly<{ fallback: number; max: number; query: number }>;
  /** A shorter question is looked for by its words alone (F11). */
  minQueryCharacters: number;
  /** Lines in each part of a context. */
  places: Readonly<{
    pack: number;
    souls: number;
    rules: number;
    summaries: number;
    userFacts: number;
    relevantFacts: number;
    messages: number;
    notes: number;
    mentioned: number;
    fromNotes: number;
    changes: number;
  }>;
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
  /** A question that asks for several things: see `several.ts`. */
  several: Readonly<{
    /** A question of more words than this, small ones left out, is about one occasion. */
    mostWords: number;
    /** These keep their places. */
    firstLines: number;
    /** Only so many are looked at. */
    amongLines: number;
    /** Taken off a line's score for each line of its conversation that stands above it, up to so many. */
    perLine: number;
    mostLines: number;
  }>;
  /** A fact speaks for its message from this share of the message's own score on. */
  corroboratesFrom: number;
  /** A fact takes its message's place when its score is at least this share of the message's. */
  standsFor: number;
  /** Two hits whose words overlap this much say the same. */
  sameWords: number;
  /** Lines that a reranker puts in order. */
  reranked: number;
  relatedBullets: number;
  /** Sources named with one hit; what rests on more names those that answer best. */
  sourcesNamed: number;
  /**
   * What each trait adds to the logarithm of the odds, fitted by `npm run eval -- calibrate` (S11); but for `asked.own`,
   * which the sets it is fitted on hardly have: they ask in the third person.
   */
  chance: Readonly<{
    /** That the question is asked of this memory at all. */
    asked: Curve<AskedTraits>;
    /** That the answer is among the lines. */
    found: Curve<FoundTraits>;
    /** That a line helps. */
    line: Curve<LineTraits>;
    /** Below this chance that it is asked of this memory, nothing is handed out. */
    askedFrom: number;
    /** Below this chance that the answer is among the lines, the caller should look further. */
    unsureBelow: number;
  }>;
  /** What `context` may put into a prompt unasked. */
  inject: Readonly<{
    /** Said by a person, or approved by one. */
    minTrust: number;
    /** For an agent's own context, of what it wrote itself; and for everyone's, of the notes our own jobs leave. */
    minTrustOfOwn: Partial<Readonly<Record<Kind, number>>>;
    /** One writer may fill this share of the lines. */
    sourceShare: number;
    /** A line that is likely to help only this share as much as the best one is left out. */
    leastOfBest: number;
  }>;
}>;

export const DEFAULT_RECALL_POLICY: RecallPolicy = {
  weights: {
    withMeaning: { semantic: 0.5, lexical: 0.28, confidence: 0.1, recency: 0.07, channel: 0.05 },
    wordsOnly: { semantic: 0, lexical: 0.75, confidence: 0.1, recency: 0.1, channel: 0.05 },
  },
  lifts: {
    context: 0.4,
    speaker: 0.2,
    conversation: 0.25,
    together: 1.3,
    near: 0.45,
    nearby: 0.9,
    reply: 0.3,
    kind: 0.45,
    time: 1.2,
    related: 0.05,
    corroborated: 0.5,
    feedback: 0.3,
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
  together: { words: 0.25, meaning: 0.3, conversation: 0.45 },
  scaling: { semanticFloor: 0.3, lexicalFloor: 0.1, nearFloor: 0.3 },
  recencyHalfDays: 45,
  channel: { same: 1, none: 0.25, other: 0 },
  gate: {
    semantic: 0.05,
    otherModel: 0.33,
    lexical: 0.24,
    combined: 0.62,
    combinedMinSemantic: 0.15,
    combinedMinLexical: 0.08,
  },
  maxRecentMessages: 35,
  vaultBlockItems: 20,
  vaultWeights: VAULT_WEIGHTS,
  candidates: {
    memories: 40,
    messages: 50,
    linkSeeds: 5,
    surrounded: 40,
    compared: 40,
    backfill: 8,
  },
  limits: { fallback: 10, max: 24, query: 3 },
  minQueryCharacters: 3,
  places: {
    pack: 20,
    souls: 5,
    rules: 10,
    summaries: 5,
    userFacts: 8,
    relevantFacts: 10,
    messages: 8,
    notes: 6,
    mentioned: 3,
    fromNotes: 3,
    changes: 3,
  },
  conversationGapMinutes: 120,
  conversationTop: 3,
  timeFadeDays: 4,
  insightWeight: 0.6,
  denseOnly: { places: 1, minSemantic: 0.85 },
  several: { mostWords: 6, firstLines: 3, amongLines: 60, perLine: 0.2, mostLines: 3 },
  corroboratesFrom: 0.9,
  standsFor: 0.75,
  sameWords: 0.9,
  reranked: 24,
  relatedBullets: 2,
  sourcesNamed: 3,
  chance: {
    asked: {
      bias: 2.91,
      cosine: 6.41,
      words: 5.35,
      covered: 1.45,
      named: 5.32,
      own: 1.69,
      strangeName: -4.06,
      world: -13.29,
      among: -1.52,
    },
    found: {
      bias: 4.76,
      isAsked: 0.34,
      lexical: 1.12,
      covered: 1.63,
      among: -0.99,
    },
    line: {
      bias: -0.16,
      isFound: 0.26,
      behind: 0.21,
      place: -1.14,
      words: -4.58,
      cosine: -0.9,
      lexical: 0.03,
      speaker: -0.48,
    },
    askedFrom: 0.4,
    unsureBelow: 0.5,
  },
  inject: {
    minTrust: 3,
    minTrustOfOwn: { summary: 2, lore: 2 },
    sourceShare: 1 / 3,
    leastOfBest: 0.02,
  },
};
