// What part a word plays: grammar that is only noted, or a word of the statement.

import type { Lexeme } from "./lexemes.ts";
import { isKnown, isParticiple, isVerb, keySet, wordSet } from "./lexicon.ts";

export type WordRole =
  | "negation"
  | "copula"
  | "preposition"
  | "pronoun"
  | "filler"
  | "name"
  | "word";

const FILLERS = wordSet("fillers");
const NEGATIONS = wordSet("negations");
const PREPOSITIONS = wordSet("prepositions");
const PRONOUNS = wordSet("pronouns");
const ENDING_VERBS = keySet("ending_verbs");
const HEADLINE_WORDS = 4;
const HEADLINE_LOWER_SHARE = 0.2;

export function roleOf(lexeme: Lexeme, next: Lexeme | undefined, isHeadline: boolean): WordRole {
  if (isNegation(lexeme, next)) return "negation";
  if (isCopula(lexeme, next)) return "copula";
  if (isPreposition(lexeme, next)) return "preposition";
  if (isPronoun(lexeme)) return "pronoun";
  if (isFiller(lexeme, next)) return "filler";
  return !isHeadline && isName(lexeme, next) ? "name" : "word";
}

/** In a headline every word has a capital, so a capital names nobody. */
export function isHeadline(all: readonly Lexeme[]): boolean {
  let content = 0;
  let lower = 0;
  for (const { word, initial, capital } of all) {
    if (initial || !/^\p{L}{3,}/u.test(word)) continue;
    content += 1;
    if (!capital && !FILLERS().has(word)) lower += 1;
  }
  return content >= HEADLINE_WORDS && lower <= content * HEADLINE_LOWER_SHARE;
}

/** "stopped smoking" denies it as "does not smoke" does. */
function isNegation({ word, key }: Lexeme, next: Lexeme | undefined): boolean {
  return NEGATIONS().has(word) || (ENDING_VERBS().has(key) && next?.word.endsWith("ing") === true);
}

/** "got engaged" is "was engaged", come about. */
function isCopula({ key, word }: Lexeme, next: Lexeme | undefined): boolean {
  if (key === "be" || word === "became") return true;
  return key === "get" && next !== undefined && !next.capital && isParticiple(next.word);
}

/** With nothing after it, it is a word in its own right: "the light is on". */
function isPreposition({ word }: Lexeme, next: Lexeme | undefined): boolean {
  return PREPOSITIONS().has(word) && next !== undefined && !next.afterStop;
}

function isPronoun({ word, capital }: Lexeme): boolean {
  // "US" is a country, and a small "i" is a preposition in half of Scandinavia.
  if (word === "us") return !capital;
  return PRONOUNS().has(word) && (word !== "i" || capital);
}

/** "has" before a participle only builds a tense. */
function isFiller({ word, key }: Lexeme, next: Lexeme | undefined): boolean {
  if (FILLERS().has(word) || key === "do") return true;
  if (key !== "have" || next === undefined) return false;
  return next.word === "been" || (isVerb(next.key) && isParticiple(next.word));
}

function isName({ capital, initial, key, word }: Lexeme, next: Lexeme | undefined): boolean {
  if (!capital || !initial) return capital;
  if (isKnown(key) || word.endsWith("ing")) return false;
  const isPlural = word.endsWith("s") && /^(?:are|were|have|do)$/.test(next?.word ?? "");
  return !isPlural;
}
