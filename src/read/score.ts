// The score of every candidate: the weighted sum of F12 over scaled parts, plus lifts, with every part kept.

import { timeOf } from "../model/dates.ts";
import { lazy } from "../model/lazy.ts";
import type { Verdict } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import { type AnswerKind, holdsKind } from "./answer-kind.ts";
import { askingShares } from "./asking.ts";
import { type Candidate, type Pool, saidAt, spokenSources } from "./candidate.ts";
import { conversations } from "./conversation.ts";
import { corroborate } from "./corroborate.ts";
import type { Parts, Signal } from "./hit.ts";
import { measureWords, readWords, type Worded } from "./measure-words.ts";
import { nearWords } from "./near-words.ts";
import { isTheirs, type People, peopleIn } from "./people.ts";
import type { RecallPolicy, ScoreWeights } from "./policy.ts";
import type { ReadDeps, Search } from "./request.ts";
import { timeMatch } from "./time-window.ts";
import { saidTogether, type Together } from "./together.ts";

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

export function score(
  pool: Pool,
  search: Search,
  { policy, wordVectors }: Pick<ReadDeps, "policy" | "wordVectors">,
): readonly Scored[] {
  const people = peopleIn(search.question, pool.candidates);
  const asked = { sequence: search.question.sequence, names: people.nameStems };
  const read = readWords(pool, asked, policy.words);
  const words = measureWords(pool, read, policy.words);
  const near = nearWords({ question: search.question.text, ...people }, wordVectors);
  const nearest = pool.candidates.map((one) =>
    lazy(() => near.nearest(sumsUp(one) ? "" : one.record.text)),
  );
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
  const talks = conversations(messagesIn(pool), policy.conversationGapMinutes);
  const together = saidTogether(
    pool,
    { words: read, near, nearest },
    { talks, shares: policy.together },
  );
  const lifted = liftByConversation(alone, { talks, together, policy, kind: search.question.kind });
  const first = new Set(lifted.toSorted(byScore).slice(0, policy.candidates.compared));
  const compared = lifted.map((scored, at) => {
    const own = nearest[at];
    if (own === undefined || !first.has(scored)) return scored;
    return liftByNearWords(scored, { own: near.share([own()]), together, policy });
  });
  return corroborate(compared, policy).toSorted(byScore);
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
    together: 0,
    near: 0,
    nearby: 0,
    reply: 0,
    kind: 0,
    time: timePart(candidate, scoring),
    related: linked,
    corroborated: 0,
    feedback: item === "memory" ? feedbackPart(record.verdict) : 0,
  };
  const weights = cosine === undefined ? policy.weights.wordsOnly : policy.weights.withMeaning;
  const sum = weightedSum(parts, weights);
  const signal = { lexical: unit(own + around), semantic: cosine ?? 0 };
  return weighed({ candidate, sum, parts, signal, score: 0 }, policy);
}

function feedbackPart(verdict: Verdict | undefined): number {
  if (verdict === undefined) return 0;
  return verdict === "helpful" ? 1 : -1;
}

/** In what sums up many messages something is near any question. */
function sumsUp(candidate: Candidate): boolean {
  return candidate.item === "memory" && spokenSources(candidate).length > 1;
}

/** Any two words are a little near. */
function aboveFloor(near: number, { scaling: { nearFloor } }: RecallPolicy): number {
  return unit((near - nearFloor) / (1 - nearFloor));
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function recency(candidate: Candidate, { policy, now }: Scoring): number {
  const { item, record } = candidate;
  const since = timeOf(item === "memory" ? record.updatedAt : record.at);
  return 1 / (1 + Math.max(0, now - since) / DAY / policy.recencyHalfDays);
}

/** Most questions name no time. What was true until another took its place matches every time it was true at. */
function timePart(candidate: Candidate, { search, policy }: Scoring): number {
  const { windows } = search.question;
  if (windows.length === 0) return 0;
  const { item, record } = candidate;
  const said = saidAt(candidate);
  if (item === "memory" && record.validTo !== undefined) {
    const until = timeOf(record.validTo);
    if (windows.some(({ from, to }) => said < to && until > from)) return 1;
  }
  return timeMatch(said, windows, policy.timeFadeDays);
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
    lifts.together * parts.together +
    lifts.near * parts.near +
    lifts.nearby * parts.nearby +
    lifts.reply * parts.reply +
    lifts.kind * parts.kind +
    lifts.time * parts.time +
    lifts.related * parts.related +
    lifts.feedback * parts.feedback;
  const isInsight = candidate.item === "memory" && candidate.record.kind === "insight";
  const score = (sum + lifted) * (isInsight ? insightWeight : 1);
  return { candidate, score, sum, parts, signal };
}

type Talks = Readonly<{
  talks: readonly (readonly Message[])[];
  /** By the id of a message, or of a memory that rests on none. */
  together: ReadonlyMap<string, Together>;
  kind: AnswerKind | undefined;
  policy: RecallPolicy;
}>;

/** A memory takes part in the conversation that its source message stands in. */
function liftByConversation(
  alone: readonly Scored[],
  { talks, together, kind, policy }: Talks,
): readonly Scored[] {
  if (talks.length === 0) return alone;
  const scores = new Map(alone.map(({ candidate, score: whole }) => [candidate.record.id, whole]));
  const lift = new Map<string, number>();
  for (const turns of talks) {
    const best = turns.map((turn) => scores.get(turn.id) ?? 0).sort((a, b) => b - a);
    const total = best.slice(0, policy.conversationTop).reduce((sum, one) => sum + one, 0);
    for (const turn of turns) lift.set(turn.id, unit(total / policy.conversationTop));
  }
  return alone.map((scored) => {
    const best = bestOfSources(scored.candidate);
    const said = best((id) => together.get(id)?.share);
    const holds = kind !== undefined && said > 0 && holdsKind(scored.candidate.record.text, kind);
    const found = {
      conversation: best((id) => lift.get(id)),
      together: said,
      kind: holds ? 1 : 0,
    };
    return weighed({ ...scored, parts: { ...scored.parts, ...found } }, policy);
  });
}

type Lent = (id: string) => number | undefined;

/** The most that a message, or one that a memory rests on, is lent. */
function bestOfSources(candidate: Candidate): (lent: Lent) => number {
  const spoken = spokenSources(candidate);
  const sources = spoken.length === 0 ? [candidate.record.id] : spoken;
  return (lent) =>
    highest(
      sources.map((id) => lent(id) ?? 0),
      0,
    );
}

type Nearness = Readonly<{ own: number } & Pick<Talks, "together" | "policy">>;

/** To compare word by word costs more than all the rest, so it is done for the best alone. */
function liftByNearWords(scored: Scored, { own, together, policy }: Nearness): Scored {
  const best = sumsUp(scored.candidate) ? () => 0 : bestOfSources(scored.candidate);
  const found = {
    near: aboveFloor(own, policy),
    nearby: aboveFloor(
      best((id) => together.get(id)?.near()),
      policy,
    ),
    reply: aboveFloor(
      best((id) => together.get(id)?.reply()),
      policy,
    ),
  };
  return weighed({ ...scored, parts: { ...scored.parts, ...found } }, policy);
}

function messagesIn({ candidates }: Pool): readonly Message[] {
  return candidates.flatMap(({ item, record }) => (item === "message" ? [record] : []));
}
