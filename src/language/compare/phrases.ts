// Replaces several words by the plain word they stand for ("is a big fan of" by "like"), before anything is compared.

import { lazy } from "../../model/lazy.ts";
import { listLines } from "../word-lists.ts";
import type { Lexeme } from "./lexemes.ts";
import { isSimplePast, isVerb, keyOf, wordSet } from "./lexicon.ts";
import { isMonthOrDay } from "./quantities.ts";

type Phrase = Readonly<{ keys: readonly string[]; plain: readonly string[] }>;

const GAPS = wordSet("gaps");
const BUILDING_TENSES: ReadonlySet<string> = new Set(["be", "have", "get"]);
const BY_FIRST_KEY = lazy(compile);

export function plain(lexemes: readonly Lexeme[]): Lexeme[] {
  const out: Lexeme[] = [];
  let index = 0;
  while (index < lexemes.length) {
    const lexeme = lexemes[index];
    if (lexeme === undefined) break;
    const found = phraseAt(lexemes, index);
    if (found === undefined) out.push(lexeme);
    else out.push(...rewritten(lexeme, found.phrase, isTold(lexeme, lexemes[index - 1])));
    index += found?.length ?? 1;
  }
  return out;
}

/** What was told in the past stays there: "went to see" is "visited". */
function rewritten({ afterStop }: Lexeme, { plain: words }: Phrase, isPast: boolean): Lexeme[] {
  return words.map((word, at) => ({
    word: isPast && at === 0 && isVerb(keyOf(word)) ? `${word}ed` : word,
    key: keyOf(word),
    capital: false,
    initial: false,
    possessive: false,
    afterStop: at === 0 && afterStop,
  }));
}

/** In the past, and not only a participle behind "is" or "has". */
function isTold({ word, key }: Lexeme, before: Lexeme | undefined): boolean {
  return key !== "be" && isSimplePast(word) && !BUILDING_TENSES.has(before?.key ?? "");
}

function phraseAt(
  lexemes: readonly Lexeme[],
  index: number,
): { phrase: Phrase; length: number } | undefined {
  for (const phrase of BY_FIRST_KEY().get(lexemes[index]?.key ?? "") ?? []) {
    const end = matchEnd(lexemes, index, phrase.keys);
    if (end === undefined) continue;
    if (!isMeant(phrase, lexemes[index - 1], lexemes[end])) continue;
    return { phrase, length: end - index };
  }
  return undefined;
}

/** "going to Paris" is a journey, "Ana called Bob" a call, "moved to Friday" no home: these need the right neighbours. */
function isMeant(
  { plain, keys }: Phrase,
  before: Lexeme | undefined,
  after: Lexeme | undefined,
): boolean {
  if (plain[0] === "will") return !isThing(after);
  if (plain[0] === "live" && phraseMoves(keys))
    return after?.capital === true && !isMonthOrDay(after.word);
  if (plain[0] === "name") return after?.capital === true && before?.capital === false;
  return true;
}

function phraseMoves(keys: readonly string[]): boolean {
  return keys.at(-1) === "to";
}

function isThing(lexeme: Lexeme | undefined): boolean {
  return lexeme === undefined || lexeme.capital || GAPS().has(lexeme.word);
}

function matchEnd(
  lexemes: readonly Lexeme[],
  start: number,
  keys: readonly string[],
): number | undefined {
  let at = start;
  for (const key of keys) {
    while (lexemes[at]?.key !== key && at > start && GAPS().has(lexemes[at]?.word ?? "")) at += 1;
    if (lexemes[at]?.key !== key || (at > start && lexemes[at]?.afterStop === true))
      return undefined;
    at += 1;
  }
  return at;
}

/** Longest first, so "not fan of" wins over "fan of" when both start here. */
function compile(): ReadonlyMap<string, readonly Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  for (const line of listLines("english/phrases")) {
    const [words = "", phrases = ""] = line.split(": ");
    for (const phrase of phrases.split(" | ")) {
      const keys = phrase.trim().split(" ").map(keyOf);
      const first = keys[0] ?? "";
      byFirst.set(first, [...(byFirst.get(first) ?? []), { keys, plain: words.split(" ") }]);
    }
  }
  for (const phrases of byFirst.values()) phrases.sort((a, b) => b.keys.length - a.keys.length);
  return byFirst;
}
