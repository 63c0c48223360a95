// Moves one clause from "I do" to "they did", word by word, or refuses when its grammar is not plain.

import { isStopWord } from "../../../model/text.ts";
import { hasLooseCoordination } from "./coordination.ts";
import { isTimeSpan } from "./moments.ts";
import { hasNounSubject, verbOfSubject } from "./noun-subject.ts";
import { subjectBefore } from "./pronoun-subject.ts";
import { type Token, written } from "./token.ts";
import { baseOfPresent, isBaseVerb, isParticiple, isPastVerb, pastOf } from "./verbs.ts";
import {
  AUXILIARIES,
  DETERMINERS,
  FILLERS,
  isAdverb,
  MODALS,
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

export function backshift(tokens: readonly Token[]): Shifted | undefined {
  const plain: Token[] = [];
  for (const token of tokens) if (!FILLERS.has(token.word) || token.tail !== "") plain.push(token);
  const [first] = plain;
  if (first === undefined || hasLooseCoordination(plain)) return undefined;
  const shifted: Token[] = [];
  for (const [at, token] of plain.entries()) shifted.push(written(token, shiftedWord(plain, at)));
  if (first.word === "i") return firstPerson(plain, shifted);
  if (first.word === "we") return { type: "claim", tokens: shifted };
  return hasNounSubject(plain)
    ? { type: "claim", tokens: withPastVerb(plain, shifted) }
    : undefined;
}

function withPastVerb(plain: readonly Token[], shifted: readonly Token[]): readonly Token[] {
  const at = verbOfSubject(plain);
  const verb = plain[at]?.word ?? "";
  const base = AUXILIARIES.has(verb) ? undefined : baseOfPresent(verb);
  if (base === undefined) return shifted;
  return shifted.map((token, index) => (index === at ? written(token, pastOf(base)) : token));
}

function firstPerson(plain: readonly Token[], shifted: readonly Token[]): Shifted | undefined {
  const at = plain.findIndex((token, index) => index > 0 && !isAdverb(token.word));
  const verb = plain[at];
  const next = plain.slice(at + 1).find((token) => !isAdverb(token.word))?.word ?? "";
  if (verb === undefined || !canBeVerb(verb.word)) return undefined;
  if (isPlan(plain, at)) {
    const planned = { word: "planned", raw: "planned", tail: "" };
    return { type: "deed", tokens: [planned, ...shifted.slice(at + 2)] };
  }
  if (!isDeed(verb.word, next)) return { type: "claim", tokens: shifted };
  const predicate = shifted.slice(1);
  // The name that goes in front is one person: "Ana was", not "Ana were".
  return {
    type: "deed",
    tokens: predicate.map((token, index) =>
      index === at - 1 && token.raw === "were" ? written(token, "was") : token,
    ),
  };
}

/** "I am going to visit": a plan, where "I am going to Porto" is a trip. */
function isPlan(plain: readonly Token[], at: number): boolean {
  if (plain[at]?.word !== "am" || plain[at + 2]?.word !== "to") return false;
  const verb = plain[at + 1]?.word;
  return (verb === "going" || verb === "planning") && isBaseVerb(plain[at + 3]?.word ?? "");
}

function isDeed(verb: string, next: string): boolean {
  if (STANCES.test(verb)) return true;
  if (/^(?:am|was)$/.test(verb)) return /^[a-z]{2,}ing$/.test(next) && next !== "going";
  if (/^(?:have|has)$/.test(verb)) return isParticiple(next);
  return verb === "had" || (!AUXILIARIES.has(verb) && isPastVerb(verb));
}

// After "I" only these can be the verb; anything else is a sentence we misread.
function canBeVerb(word: string): boolean {
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
