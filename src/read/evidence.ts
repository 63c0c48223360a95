// What speaks for a question being answered at all, and for each line answering it: how near the line is as a whole,
// how near its words are to the question's, whom it names, and where it stands among the others. Function words are left
// out: "what is the … of …" is near any line. `chance.ts` makes chances of it.

import { memoryEmbeddingText, messageEmbeddingText } from "../model/embedding-text.ts";
import { fold } from "../model/text.ts";
import type { WordVector, WordVectors } from "../ports/embedder.ts";
import type { Candidate } from "./candidate.ts";
import { speaksOfAsker } from "./first-person.ts";
import { contentWords } from "./function-words.ts";
import type { Scored } from "./score.ts";
import { ofTheWorld } from "./topics.ts";
import { directionOf, formLikenessTo, likenessTo, product, weightOf } from "./word-likeness.ts";

export type LineEvidence = Readonly<{
  /** The cosine of question and line, of the table that ships with the package whatever model the store has. */
  cosine: number;
  /** How near the nearest word of the line is to each word of the question, on average. */
  words: number;
  /** The share of the question's words found in the line and beside it. */
  lexical: number;
  /** How far its score of F12 lies below the best one's, and what place that gives it. */
  behind: number;
  place: number;
  speaker: number;
}>;

export type QuestionEvidence = Readonly<{
  cosine: number;
  words: number;
  lexical: number;
  /** How near the nearest word of any line is to each word of the question, on average. */
  covered: number;
  /** 1 where it names somebody who speaks here. */
  named: number;
  /** 1 where it speaks of the person who asks, or of theirs. */
  own: number;
  /** 1 where a name stands in it that nothing here says. */
  strangeName: number;
  /** How much nearer it is to topics of the world than to those of people's lives. */
  world: number;
  /** The logarithm of how much is stored: among much, something is always near. */
  among: number;
}>;

export type Evidence = Readonly<{ question: QuestionEvidence; lines: readonly LineEvidence[] }>;

type Beside = Readonly<{
  wordVectors: WordVectors;
  /** The logarithm of how much is stored. */
  among: number;
  hasStrangeName: boolean;
}>;

/** Lines that tell whether the question is answered at all; it costs time to look at more. */
export const LOOKED_AT = 24;

/** Best first, as they come. */
export function evidenceOf(
  question: string,
  ranked: readonly Scored[],
  { wordVectors, among, hasStrangeName }: Beside,
): Evidence {
  const said = wordVectors(question);
  const asked = contentWords(said);
  const weights = sharesOf(asked);
  const whole = directionOf(asked);
  const likeness = asked.map(likenessTo);
  const nearest = new Float64Array(asked.length);
  const best = ranked[0]?.score ?? 0;
  const lines = ranked.map((line, place): LineEvidence => {
    const told = contentWords(wordVectors(embeddedText(line.candidate)));
    const near = likeness.map((likenessOf) => highest(told.map(likenessOf)));
    if (place < LOOKED_AT)
      for (const [at, one] of near.entries()) nearest[at] = Math.max(nearest[at] ?? 0, one);
    return {
      cosine: product(whole, directionOf(told)),
      words: weighted(near, weights),
      lexical: line.signal.lexical,
      behind: best - line.score,
      place,
      speaker: line.parts.speaker,
    };
  });
  const first = lines.slice(0, LOOKED_AT);
  const most = (value: (line: LineEvidence) => number) => highest(first.map(value));
  const names = speakersOf(ranked);
  const others = asked.filter(({ text }) => !isNameOf(text, names));
  return {
    lines,
    question: {
      cosine: most(({ cosine }) => cosine),
      words: most(({ words }) => words),
      lexical: most(({ lexical }) => lexical),
      covered: weighted([...nearest], weights),
      named: others.length < asked.length ? 1 : 0,
      own: speaksOfAsker(said) ? 1 : 0,
      strangeName: hasStrangeName ? 1 : 0,
      world: ofTheWorld(others.length === 0 ? asked : others, wordVectors),
      among,
    },
  };
}

function embeddedText({ item, record }: Candidate): string {
  return item === "memory" ? memoryEmbeddingText(record) : messageEmbeddingText(record);
}

const NAME = /[\p{L}\p{M}\p{N}]{2,}/gu;

function speakersOf(ranked: readonly Scored[]): readonly string[] {
  const names = ranked.flatMap(({ candidate: { item, record } }) =>
    item === "message" ? [record.author.name] : [],
  );
  return [...new Set(names)].flatMap((name) => fold(name).match(NAME) ?? []);
}

/** From this likeness on a word is a form of a name; a short name has none in Latin script. */
const FORM_OF_NAME = 0.6;
const SHORT_NAME = 4;
const LATIN = /^\p{Script=Latin}/u;

function isNameOf(word: string, names: readonly string[]): boolean {
  const folded = fold(word);
  const isShort = LATIN.test(folded) && folded.length <= SHORT_NAME;
  const likenessOf = formLikenessTo(folded);
  return names.some((name) => likenessOf(name) >= (isShort ? 1 : FORM_OF_NAME));
}

function sharesOf(words: readonly WordVector[]): readonly number[] {
  const total = words.reduce((sum, word) => sum + weightOf(word), 0);
  return words.map((word) => (total === 0 ? 0 : weightOf(word) / total));
}

function weighted(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
}

function highest(values: readonly number[]): number {
  let best = 0;
  for (const value of values) if (value > best) best = value;
  return best;
}
