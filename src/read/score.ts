// The score of every candidate: the weighted sum of F12 over scaled parts, plus lifts, with every part kept.

import { timeOf } from "../model/time-of.ts";
import { askingShares } from "./asking.ts";
import { type Candidate, type Pool, saidAt, spokenSources } from "./candidate.ts";
import { conversations } from "./conversation.ts";
import { corroborate } from "./corroborate.ts";
import type { Parts, Signal } from "./hit.ts";
import { measureWords, type Worded } from "./measure-words.ts";
import { isTheirs, type People, peopleIn } from "./people.ts";
import type { RecallPolicy, ScoreWeights } from "./policy.ts";
import type { Search } from "./request.ts";
import { timeMatch } from "./time-window.ts";

export type Scored = Readonly<{
  candidate: Candidate;
  score: number;
  /** The weighted sum without lifts, which is what the gate looks at. */
  sum: number;
  parts: Parts;
  signal: Signal;
}>;

const DAY = 86_400_000;

type Scoring = Readonly<{
  search: Search;
  policy: RecallPolicy;
  people: People;
  /** By message id. */
  asking: ReadonlyMap<string, number>;
  /** What counts as a full part. */
  best: Readonly<{ cosine: number; share: number }>;
  now: number;
}>;

export function score(pool: Pool, search: Search, policy: RecallPolicy): readonly Scored[] {
  const people = peopleIn(search.question, pool.candidates);
  const asked = { sequence: search.question.sequence, names: people.nameStems };
  const words = measureWords(pool, asked, policy.words);
  const { semanticFloor, lexicalFloor } = policy.scaling;
  const best = {
    cosine: highest(
      pool.candidates.map((one) => one.cosine ?? 0),
      semanticFloor,
    ),
    share: highest(
      words.map(({ own }) => own),
      lexicalFloor,
    ),
  };
  const now = Date.parse(search.look.asOf ?? search.look.now);
  const asking = askingShares(pool);
  const scoring = { search, policy, people, asking, best, now };
  const alone = pool.candidates.map((candidate, at) =>
    scoreAlone(candidate, words[at] ?? NO_WORDS, scoring),
  );
  return corroborate(liftByConversation(alone, policy), policy).toSorted(byScore);
}

/** Ties go to the newer, then to the id, so that one question always gives one order. */
export function byScore(a: Scored, b: Scored): number {
  return (
    b.score - a.score ||
    saidAt(b.candidate) - saidAt(a.candidate) ||
    (a.candidate.record.id < b.candidate.record.id ? -1 : 1)
  );
}

function highest(values: readonly number[], floor: number): number {
  return values.reduce((high, value) => Math.max(high, value), floor);
}

const NO_WORDS: Worded = { own: 0, around: 0 };

function scoreAlone(candidate: Candidate, { own, around }: Worded, scoring: Scoring): Scored {
  const { search, policy, best } = scoring;
  const { item, record, cosine, linked } = candidate;
  const answers = 1 - policy.words.asking * (scoring.asking.get(record.id) ?? 0);
  const whose = { people: scoring.people, viewer: search.input.viewer };
  const parts: Parts = {
    lexical: answers * unit(own / best.share),
    semantic: answers * unit((cosine ?? 0) / best.cosine),
    confidence: item === "memory" ? record.confidence : 1,
    recency: recency(candidate, scoring),
    channel: channelPart(record.channel, search.input.channel, policy.channel),
    context: unit(around / best.share),
    speaker: isTheirs(candidate, search.question, whose) ? 1 : 0,
    conversation: 0,
    time: timePart(candidate, scoring),
    related: linked,
    corroborated: 0,
  };
  const weights = cosine === undefined ? policy.weights.wordsOnly : policy.weights.withMeaning;
  const sum = weightedSum(parts, weights);
  const signal = { lexical: unit(own + around), semantic: cosine ?? 0 };
  return weighed({ candidate, sum, parts, signal, score: 0 }, policy);
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function recency(candidate: Candidate, { policy, now }: Scoring): number {
  const { item, record } = candidate;
  const since = timeOf(item === "memory" ? record.updatedAt : record.at);
  return 1 / (1 + Math.max(0, now - since) / DAY / policy.recencyHalfDays);
}

/** Most questions name no time. */
function timePart(candidate: Candidate, { search, policy }: Scoring): number {
  const { windows } = search.question;
  return windows.length === 0 ? 0 : timeMatch(saidAt(candidate), windows, policy.timeFadeDays);
}

function channelPart(
  there: string | undefined,
  here: string | undefined,
  parts: RecallPolicy["channel"],
): number {
  if (there === undefined || here === undefined) return parts.none;
  return there === here ? parts.same : parts.other;
}

function weightedSum(parts: Parts, weights: ScoreWeights): number {
  return (
    weights.semantic * parts.semantic +
    weights.lexical * parts.lexical +
    weights.confidence * parts.confidence +
    weights.recency * parts.recency +
    weights.channel * parts.channel
  );
}

function weighed(scored: Scored, { lifts, insightWeight }: RecallPolicy): Scored {
  const { parts, candidate, sum, signal } = scored;
  const lifted =
    lifts.context * parts.context +
    lifts.speaker * parts.speaker +
    lifts.conversation * parts.conversation +
    lifts.time * parts.time +
    lifts.related * parts.related;
  const isInsight = candidate.item === "memory" && candidate.record.kind === "insight";
  const score = (sum + lifted) * (isInsight ? insightWeight : 1);
  return { candidate, score, sum, parts, signal };
}

/** A memory takes part in the conversation that its source message stands in. */
function liftByConversation(alone: readonly Scored[], policy: RecallPolicy): readonly Scored[] {
  const scores = new Map<string, number>();
  const messages = alone.flatMap(({ candidate, score: own }) => {
    if (candidate.item === "memory") return [];
    scores.set(candidate.record.id, own);
    return [candidate.record];
  });
  if (messages.length === 0) return alone;
  const lift = new Map<string, number>();
  for (const turns of conversations(messages, policy.conversationGapMinutes)) {
    const best = turns.map((turn) => scores.get(turn.id) ?? 0).sort((a, b) => b - a);
    const total = best.slice(0, policy.conversationTop).reduce((sum, one) => sum + one, 0);
    for (const turn of turns) lift.set(turn.id, unit(total / policy.conversationTop));
  }
  return alone.map((scored) => {
    const conversation = highest(
      spokenSources(scored.candidate).map((id) => lift.get(id) ?? 0),
      0,
    );
    return weighed({ ...scored, parts: { ...scored.parts, conversation } }, policy);
  });
}
