// Moves one clause from "I do" to "they did", word by word, or refuses when its grammar is not plain.

import { isStopWord } from "../../../model/text.ts";
import { isTimeSpan } from "./moments.ts";
import type { Token } from "./token.ts";
import { baseOfPresent, isBaseVerb, isPastVerb, pastOf } from "./verbs.ts";
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  FILLERS,
  LEAD_INS,
  MODALS,
  POINTERS,
  QUESTION_WORDS,
  SINGULAR_SUBJECTS,
  SUBORDINATORS,
  THIRD_FOR_FIRST,
} from "./vocabulary.ts";

export type Shifted = Readonly<{ type: "deed" | "claim"; tokens: readonly Token[] }>;

const PAST_AUXILIARY: ReadonlyMap<string, string> = new Map([
  ["am", "were"],
  ["is", "was"],
  ["are", "were"],
  ["has", "had"],
  ["have", "had"],
  ["does", "did"],
  ["will", "would"],
  ["can", "could"],
  ["may", "might"],
]);
/** What someone means, told as it is: "Ana wanted to …" rather than "Ana said they wanted to …". */
const STANCES = /^(?:want|plan|hope|decide|intend|think|believe|wish|need|wonder|expect|suggest)$/;
const MAX_SUBJECT = 7;
const MAX_BARE_SUBJECT = 3;
/** What follows an -s form when it is a verb and not a plural. */
const TAKES_OBJECT = /^(?:me|us|my|our|a|an|the|him|her|them|to|like|so|at|from|people|everyone)$/;

export function backshift(tokens: readonly Token[]): Shifted | undefined {
  const plain = tokens.filter((token) => !FILLERS.has(token.word) || token.tail !== "");
  const [first] = plain;
  if (first === undefined || hasLooseCoordination(plain)) return undefined;
  const shifted = plain.map((token, at) => ({ ...token, raw: shiftedWord(plain, at) }));
  if (first.word === "i") return firstPerson(plain, shifted);
  if (first.word === "we") return { type: "claim", tokens: shifted };
  return hasNounSubject(plain) ? { type: "claim", tokens: withPastVerb(plain, shifted) } : undefined;
}

function withPastVerb(plain: readonly Token[], shifted: readonly Token[]): readonly Token[] {
  const at = plain.findIndex((_token, index) => index > 0 && isFiniteAt(plain, index));
  const verb = plain[at]?.word ?? "";
  const base = AUXILIARIES.has(verb) ? undefined : baseOfPresent(verb);
  if (base === undefined) return shifted;
  return shifted.map((token, index) => (index === at ? { ...token, raw: pastOf(base) } : token));
}

function firstPerson(plain: readonly Token[], shifted: readonly Token[]): Shifted | undefined {
  const at = plain.findIndex((token, index) => index > 0 && !isAdverb(token.word));
  const verb = plain[at];
  const next = plain.slice(at + 1).find((token) => !isAdverb(token.word))?.word ?? "";
  if (verb === undefined || !isFinite(verb.word)) return undefined;
  const plan = next.match(/^(?:going|planning)$/) && verb.word === "am" && plain[at + 2]?.word === "to";
  if (plan && isBaseVerb(plain[at + 3]?.word ?? "")) {
    const planned = { word: "planned", raw: "planned", tail: "" };
    return { type: "deed", tokens: [planned, ...shifted.slice(at + 2)] };
  }
  if (!isDeed(verb.word, next)) return { type: "claim", tokens: shifted };
  const predicate = shifted.slice(1);
  // The name that goes in front is one person: "Ana was", not "Ana were".
  return {
    type: "deed",
    tokens: predicate.map((token, index) =>
      index === at - 1 && token.raw === "were" ? { ...token, raw: "was" } : token,
    ),
  };
}

function isDeed(verb: string, next: string): boolean {
  if (STANCES.test(verb)) return true;
  if (/^(?:am|was)$/.test(verb)) return /^[a-z]{2,}ing$/.test(next) && next !== "going";
  if (/^(?:have|has)$/.test(verb)) return isParticiple(next);
  return !AUXILIARIES.has(verb) && isPastVerb(verb) ? true : verb === "had";
}

function isParticiple(word: string): boolean {
  return isPastVerb(word) || /^(?:been|done|gone|seen|begun|known|[a-z]{2,}en)$/.test(word);
}

// After "I" only these can be the verb; anything else is a sentence we misread.
function isFinite(word: string): boolean {
  return AUXILIARIES.has(word) || isPastVerb(word) || isBaseVerb(word);
}

function shiftedWord(tokens: readonly Token[], at: number): string {
  const { word, raw } = tokens[at] ?? { word: "", raw: "" };
  if (word === "this" && isIntroduction(tokens, at)) return articleFor(tokens[at + 1]?.word ?? "");
  const third = THIRD_FOR_FIRST.get(word);
  if (third !== undefined && !isProperUse(raw)) return third;
  const subject = subjectBefore(tokens, at);
  if (subject === "plural") return afterThey(word, raw);
  if (subject === "singular" && !AUXILIARIES.has(word)) {
    const base = baseOfPresent(word);
    return base === undefined ? raw : pastOf(base);
  }
  return shiftedAuxiliary(tokens, at);
}

// "US" is a country and "Mine" may be a name; "I" is always the speaker.
function isProperUse(raw: string): boolean {
  return raw === "US" || (raw.length > 1 && raw === raw.toUpperCase());
}

// "I met this woman" brings someone new in; told later, it is "a woman".
function isIntroduction(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.word ?? "";
  const before = tokens[at - 1]?.word ?? "";
  if (tokens[0]?.word !== "i" || isStopWord(next) || isTimeSpan(next)) return false;
  return isPastVerb(before) || /^(?:by|with|at|[a-z]{3,}ing)$/.test(before);
}

function articleFor(word: string): string {
  return /^[aeiou]/.test(word) ? "an" : "a";
}

/** Whose verb this word would be: of "I" or "we", of "it" or "she", or of no pronoun right before it. */
function subjectBefore(tokens: readonly Token[], at: number): "plural" | "singular" | undefined {
  for (let index = at - 1; index >= 0; index -= 1) {
    const token = tokens[index];
    if (token === undefined || token.tail !== "") return undefined;
    if (token.word === "i" || token.word === "we") return "plural";
    if (SINGULAR_SUBJECTS.has(token.word)) return "singular";
    if (!isAdverb(token.word)) return undefined;
  }
  return undefined;
}

function afterThey(word: string, raw: string): string {
  if (isAdverb(word)) return raw;
  if (word === "was") return "were";
  if (word === "do") return "did";
  const auxiliary = PAST_AUXILIARY.get(word);
  if (auxiliary !== undefined) return auxiliary;
  if (AUXILIARIES.has(word) || isPastVerb(word) || !isBaseVerb(word)) return raw;
  return pastOf(word);
}

function shiftedAuxiliary(tokens: readonly Token[], at: number): string {
  const { word, raw } = tokens[at] ?? { word: "", raw: "" };
  if (word === "do" && tokens[at + 1]?.word === "not" && !isGoverned(tokens, at)) return "did";
  const past = PAST_AUXILIARY.get(word);
  const isNoun = DETERMINERS.has(tokens[at - 1]?.word ?? "") || raw !== word;
  return past === undefined || isNoun || isGoverned(tokens, at) ? raw : past;
}

/** True behind "to" or another auxiliary, where English wants the bare form. */
function isGoverned(tokens: readonly Token[], at: number): boolean {
  for (let index = at - 1; index >= 0; index -= 1) {
    const word = tokens[index]?.word ?? "";
    if (word === "to" || MODALS.has(word) || /^(?:do|does|did)$/.test(word)) return true;
    if (!isAdverb(word)) return false;
  }
  return false;
}

// "I love food and travel a lot": is the second a verb of "I", or a noun? Only a shorter cut can be trusted.
function hasLooseCoordination(tokens: readonly Token[]): boolean {
  let isPresent = !/^(?:i|we)$/.test(tokens[0]?.word ?? "");
  for (const [at, { word, tail }] of tokens.entries()) {
    if (word === "to" || MODALS.has(word) || isPastVerb(word)) isPresent = false;
    else if (/^(?:am|is|are)$/.test(word) || subjectBefore(tokens, at) === "plural") {
      const next = tokens[at + 1]?.word ?? "";
      isPresent = !isPastVerb(word) && word !== "do" && !(word === "have" && isParticiple(next));
    }
    if (!isPresent || !(CONJUNCTIONS.has(word) || tail === ",")) continue;
    const next = tokens.slice(at + 1).find((token) => !isAdverb(token.word))?.word ?? "";
    if (isBaseVerb(next) || baseOfPresent(next) !== undefined) return true;
  }
  return false;
}

// Without an article in front the verb must come soon, or the sentence is an order or a cheer.
function hasNounSubject(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  if (first === undefined || second === undefined || first.tail !== "") return false;
  if (first.word === "there") return /^(?:is|are|was|were|has|will)$/.test(second.word);
  if (isUnfitSubject(first.word)) return false;
  const isBare = !DETERMINERS.has(first.word);
  const at = tokens.findIndex((_token, index) => index > 0 && isFiniteAt(tokens, index));
  if (at < 1 || at > (isBare ? MAX_BARE_SUBJECT : MAX_SUBJECT)) return false;
  const between = tokens.slice(1, at);
  return !isBare || !between.some(({ word, tail }) => POINTERS.has(word) || word === "i" || tail !== "");
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

function isAdverb(word: string): boolean {
  return ADVERBS.has(word) || /^[a-z]{3,}ly$/.test(word);
}
