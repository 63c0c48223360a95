// The numbers of the promises: each a setting with a default and bounds. A test holds the policies of the stories to
// these defaults.

import { z } from "zod";

type Range = readonly [least: number, most: number];

function count(fallback: number, [least, most]: Range, about: string) {
  return z.int().min(least).max(most).default(fallback).describe(about);
}

function share(fallback: number, about: string) {
  return z.number().min(0).max(1).default(fallback).describe(about);
}

const DAYS: Range = [1, 3_650];
type Given = Readonly<
  Record<"semantic" | "lexical" | "confidence" | "recency" | "channel", number>
>;

const Weights = (given: Given) =>
  z
    .strictObject({
      semantic: share(given.semantic, "Weight of likeness in meaning."),
      lexical: share(given.lexical, "Weight of words in common."),
      confidence: share(given.confidence, "Weight of a memory's own confidence."),
      recency: share(given.recency, "Weight of being new."),
      channel: share(given.channel, "Weight of having been said in the same channel."),
    })
    .prefault({});

const Notes = z.strictObject({
  confidence: share(1, "Confidence of a note that names none."),
  listed: count(50, [1, 200], "Memories in a list that names no limit."),
  ruleConfidence: share(0.8, "Least confidence of a rule."),
  ruleEvidence: count(1, [0, 20], "Pieces of evidence that a rule needs."),
  reminderDays: count(30, DAYS, "Life of what somebody asked to be remembered."),
  jobSummaryDays: count(7, DAYS, "Life of the summary that a job leaves."),
  mergeAfterDays: count(7, DAYS, "Age at which volatile notes without days to live are merged."),
  mergeAtOnce: count(5, [2, 50], "How many of them make one summary."),
  souls: count(5, [1, 50], "Souls that one owner may have active in one scope."),
});

const Facts = z.strictObject({
  perSubject: count(80, [1, 100_000], "Facts of one person that stay in use."),
  lore: count(120, [1, 100_000], "Lines of lore that stay in use."),
  loreConfidence: share(0.72, "Confidence of a line of lore."),
  overlap: share(0.45, "Share of a fact's words that its source must have."),
  perMessage: count(4, [1, 20], "Facts read out of one message."),
  readOfLongTurn: count(5, [1, 20], "Facts read out of a long one; how many are kept is below."),
  lineCharacters: count(280, [40, 2_000], "Longest text of a fact or of a line of a profile."),
  sentences: count(2, [1, 20], "Sentences of one, of a line of a profile, or of an insight."),
  minCharacters: count(4, [1, 1_000], "Shorter messages are not read."),
  maxCharacters: count(20_000, [320, 262_144], "So much of a message is read."),
  longTurnCharacters: count(240, [1, 100_000], "From here a turn is long."),
  perLongTurn: count(3, [1, 20], "Facts kept of a long turn."),
  perUserDay: count(200, [1, 100_000], "Facts kept of a person in a day."),
  waiting: count(400, [1, 100_000], "Messages that wait before the oldest is dropped."),
});

const Recall = z.strictObject({
  withMeaning: Weights({
    semantic: 0.5,
    lexical: 0.28,
    confidence: 0.1,
    recency: 0.07,
    channel: 0.05,
  }),
  wordsOnly: Weights({ semantic: 0, lexical: 0.75, confidence: 0.1, recency: 0.1, channel: 0.05 }),
  recencyHalfDays: count(45, DAYS, "Age at which recency is one half."),
  sameChannel: share(1, "Channel part of a line of the same channel."),
  noChannel: share(0.25, "Channel part of a line of no channel."),
  otherChannel: share(0, "Channel part of a line of another channel."),
  minSemantic: share(0.05, "Likeness in meaning that passes the gate alone."),
  minSemanticOfOthers: share(0.33, "The same for vectors of another model than the built-in one."),
  minLexical: share(0.24, "Share of words that passes the gate alone."),
  minCombined: share(0.62, "Sum of all parts that passes the gate."),
  combinedMinSemantic: share(0.15, "Likeness in meaning that such a sum must show."),
  combinedMinLexical: share(0.08, "Or the share of words that it must show."),
  minQueryCharacters: count(3, [1, 100], "A shorter question is looked for by its words alone."),
  relatedWeight: share(0.05, "What an edge to one of the first hits adds, times its strength."),
  unsureBelow: share(0.5, "Confidence below which a caller is told to ask again."),
  hits: count(10, [1, 24], "Hits where a search names no limit."),
  maxHits: count(24, [1, 24], "Most hits of a search."),
  queryHits: count(3, [1, 24], "Hits where `query` names no `top_k`."),
  backfill: count(8, [0, 100], "Missing vectors made in one search."),
  reranked: count(24, [2, 24], "Lines that a reranker puts in order."),
  rerankMilliseconds: count(2_000, [10, 60_000], "How long a reranker is waited for."),
  relatedBullets: count(2, [0, 10], "Related memories beside the hits."),
});

const Context = z.strictObject({
  pack: count(20, [1, 200], "Notes in a context pack."),
  souls: count(5, [0, 50], "Souls in an agent's context."),
  rules: count(10, [0, 100], "Rules in an agent's context."),
  summaries: count(5, [0, 50], "Summaries in an agent's context."),
  userFacts: count(8, [0, 100], "Facts of the user in a prompt slice."),
  relevantFacts: count(10, [0, 100], "Other facts in a prompt slice."),
  messages: count(8, [0, 100], "Relevant messages in a prompt slice."),
  notes: count(6, [0, 100], "Notes in background facts."),
  mentioned: count(3, [0, 50], "Profiles of mentioned people."),
  fromNotes: count(3, [0, 50], "Profiles of people in the notes found."),
  changes: count(3, [1, 20], "Bullets of what changed in a thread."),
});

const Vault = z.strictObject({
  maxCharacters: count(1_200, [1, 4_000], "Longest text of a record."),
  tokenOverlap: share(0.6, "Share of words that makes a near-duplicate."),
  substringBonus: share(0.3, "What a record that holds the whole question gains in the score."),
  sequenceWeight: share(0.4, "Weight of likeness of letters in the score."),
  candidateFloor: share(0.5, "Likeness from which on two records are shown as candidates."),
});

const Relations = z.strictObject({
  neighbours: count(3, [0, 20], "Edges drawn from a new memory."),
  minScore: share(0.55, "Least score of an edge."),
});

const Insights = z.strictObject({
  activities: count(5, [1, 50], "Conversations they are made from."),
  items: count(3, [0, 50], "New facts they are made from."),
  talkCharacters: count(1_000, [0, 20_000], "Characters of recent talk they are made from."),
  atOnce: count(3, [1, 10], "Most at once."),
  characters: count(280, [40, 2_000], "Longest text of one."),
  tokens: count(220, [50, 4_000], "Tokens that a language model may write for them."),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .default(0)
    .describe("Temperature of the language model that writes them."),
  importance: count(2, [1, 5], "Importance of one."),
  weight: share(0.6, "What its score in a search is taken times, as it is a guess."),
  apartHours: count(24, [1, 8_760], "Hours between two about one person."),
  kept: count(9, [1, 100], "Active insights of one person."),
});

const Consolidation = z.strictObject({
  poolHours: count(72, [1, 8_760], "What changed so lately is looked at."),
  poolImportance: count(3, [1, 5], "So is what is this important."),
  mostUsedPercent: count(10, [0, 100], "So is what is handed out most: so many of a hundred."),
  minutes: count(30, [1, 1_440], "Minutes of one run; the rest waits for the next."),
  pairDays: count(90, DAYS, "Both of a pair changed in so many days."),
  minCosine: share(0.5, "Least likeness in meaning of a pair."),
  minOverlap: share(0.3, "Least share of words of a pair."),
  pairsOfUserDay: count(50, [1, 10_000], "Pairs of a person in a day."),
  pairsAtOnce: count(10, [1, 50], "Pairs in one question to a model."),
  fingerprintDays: count(14, DAYS, "A pair is not compared again for."),
});

const Narration = z.strictObject({
  titleCharacters: count(60, [20, 200], "Longest title of a conversation or a topic."),
  summaryCharacters: count(600, [100, 1_200], "Longest summary."),
  summarySentences: count(3, [1, 10], "Most sentences of a summary."),
});

const Nightly = z.strictObject({
  fewestTopics: count(3, [1, 20], "Topics of a day that has notes enough for them, at least."),
  mostTopics: count(8, [1, 50], "And at most."),
  catchUpHours: count(24, [1, 168], "A night longer ago than this is made up for at start."),
});

const Merge = z.strictObject({
  minSharedWords: count(2, [1, 20], "Words that two lines have in common before they may merge."),
  minCoverage: share(0.6, "Share of the longer line's words that the shorter one has."),
  minAnonymousCoverage: share(0.75, "The same of lines about nobody in particular."),
  minOrderKept: share(0.6, "Share of the common words that stand in the same order."),
  maxShiftedWords: count(1, [0, 20], "Common words that may move behind a preposition."),
  minMergeCosine: share(0.5, "Likeness in meaning below which nothing merges."),
  minOpposedCoverage: share(0.7, "Share of words in common to say that one denies the other."),
  betweenOverlap: share(0.5, "From this share of words on the judge is asked about two lines."),
  betweenCosine: share(0.75, "Or from this likeness in meaning on."),
});

const Forgetting = z.strictObject({
  afterDays: count(60, DAYS, "Days unused after which a memory is forgotten."),
  belowImportance: count(3, [1, 5], "Only what is less important."),
  restorableDays: count(30, DAYS, "Days a forgotten memory can be restored."),
});

const Consent = z.strictObject({
  waitDays: count(7, DAYS, "Days a line waits for consent before it lapses."),
  signals: count(2, [1, 2], "Signals after which a benign field, such as tone, applies."),
  sureInsight: share(0.8, "Confidence of an insight that is signal enough."),
  minCoverage: share(0.75, "Share of words that two signals for a field have in common."),
});

const Snapshot = z.strictObject({
  everyMinutes: count(5, [1, 1_440], "Minutes between two of `MEMORY.md`."),
  quietSeconds: count(1, [1, 3_600], "Seconds after a write until the files are written."),
});

export const Limits = z
  .strictObject({
    notes: Notes.prefault({}),
    facts: Facts.prefault({}),
    recall: Recall.prefault({}),
    context: Context.prefault({}),
    vault: Vault.prefault({}),
    relations: Relations.prefault({}),
    merge: Merge.prefault({}),
    narration: Narration.prefault({}),
    nightly: Nightly.prefault({}),
    insights: Insights.prefault({}),
    consolidation: Consolidation.prefault({}),
    forgetting: Forgetting.prefault({}),
    consent: Consent.prefault({}),
    snapshot: Snapshot.prefault({}),
  })
  .prefault({});
