// Whether a sentence has a thing or a person as its subject, and where that subject's verb is.

import type { Token } from "./token.ts";
import { baseOfPresent, isBaseVerb, isPastVerb } from "./verbs.ts";
import {
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isAdverb,
  LEAD_INS,
  POINTERS,
  QUESTION_WORDS,
  SUBORDINATORS,
} from "./vocabulary.ts";

const MAX_SUBJECT = 7;
const MAX_BARE_SUBJECT = 3;
/** What follows an -s form when it is a verb and not a plural. */
const TAKES_OBJECT = /^(?:me|us|my|our|a|an|the|him|her|them|to|like|so|at|from|people|everyone)$/;

// Without an article in front the verb must come soon, or the sentence is an order or a cheer.
export function hasNounSubject(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  if (first === undefined || second === undefined || first.tail !== "") return false;
  if (first.word === "there") return /^(?:is|are|was|were|has|will)$/.test(second.word);
  if (isUnfitSubject(first.word)) return false;
  const isBare = !DETERMINERS.has(first.word);
  const at = verbOfSubject(tokens);
  if (at < 1 || at > (isBare ? MAX_BARE_SUBJECT : MAX_SUBJECT)) return false;
  const between = tokens.slice(1, at);
  return (
    !isBare || !between.some(({ word, tail }) => POINTERS.has(word) || word === "i" || tail !== "")
  );
}

/** Where the first verb is that can be the subject's; -1 when there is none. */
export function verbOfSubject(tokens: readonly Token[]): number {
  return tokens.findIndex((_token, index) => index > 0 && isFiniteAt(tokens, index));
}

function isFiniteAt(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? "";
  const before = tokens[at - 1]?.word ?? "";
  if (before === "to" || DETERMINERS.has(before)) return false;
  if (AUXILIARIES.has(word) || isPastVerb(word)) return true;
  return baseOfPresent(word) !== undefined && TAKES_OBJECT.test(tokens[at + 1]?.word ?? "");
}

function isUnfitSubject(word: string): boolean {
  if (DETERMINERS.has(word)) return false;
  return (
    POINTERS.has(word) ||
    SUBORDINATORS.has(word) ||
    QUESTION_WORDS.has(word) ||
    AUXILIARIES.has(word) ||
    CONJUNCTIONS.has(word) ||
    LEAD_INS.has(word) ||
    isAdverb(word) ||
    isBaseVerb(word) ||
    baseOfPresent(word) !== undefined
  );
}
