// Reads a line for comparing: whether it is a quotation, in which language, what it says besides negations and signs of change.

import { lazy } from "../model/lazy.ts";
import { memoize } from "../model/memoize.ts";
import { type Quote, readQuote } from "../model/quote.ts";
import { isStopWord, terms, words } from "../model/text.ts";
import type { Language } from "./lexicon.ts";
import { has, isCommon, languageOf, leading, without } from "./markers.ts";

const SLOTS = ["home", "job", "name"] as const;
export type Slot = (typeof SLOTS)[number];

export type Line = Readonly<{
  /** What is said, or the whole of a line that is told. */
  text: string;
  quote: Quote | undefined;
  language: Language | undefined;
  isOfSpeaker: () => boolean;
  isNegated: () => boolean;
  corrects: () => boolean;
  /** It began with "Correction:" or "sorry, I meant", which `text` is without. */
  isErratum: boolean;
  /** Words without negations and signs of change. */
  content: () => readonly string[];
  slots: () => readonly Slot[];
  stems: () => ReadonlySet<string>;
}>;

/** The same lines are compared with many others, so what is worked out of one is kept for a while. */
const ROOM = { characters: 400_000, longest: 2_000 };
export const lines = memoize((line): Line => {
  const quote = readQuote(line);
  const text = quote?.said ?? line;
  return lineIn(languageOf(text), text, quote);
}, ROOM);

function lineIn(language: Language | undefined, said: string, quote: Quote | undefined): Line {
  const text = withoutErratum(said, language);
  const isErratum = text !== said;
  return {
    text,
    quote,
    language,
    isErratum,
    isOfSpeaker: lazy(() => has("firstPerson", text, language)),
    isNegated: lazy(() => has("negation", text, language)),
    corrects: lazy(() => isErratum || has("correction", text, language)),
    content: lazy(() => contentOf(text, language ?? "en")),
    stems: lazy(() => new Set(terms(text))),
    slots: lazy(() => SLOTS.filter((slot) => has(slot, text, language))),
  };
}

/** Of a short line the language may not show; then it is that of the other. */
export function inLanguage(line: Line, language: Language): Line {
  return line.language === language ? line : lineIn(language, line.text, line.quote);
}

const MOST_ERRATA = 3;
/** What "정정" goes on with in "정정합니다:". */
const ENDING = /^[\p{Script=Hangul}\p{Script=Hiragana}]{1,6}(?=\s*[:：,，、])/u;
const PAUSE = /^\s*[:：,，、;.!。…—–-]+\s*/u;

/** What is said behind "No wait, typo:". A single word, where words stand apart, must be set off from what follows. */
function withoutErratum(said: string, language: Language | undefined): string {
  let text = said;
  for (let cut = 0; cut < MOST_ERRATA; cut += 1) {
    // "Sorry, I meant" is one phrase.
    const joined = text.replace(/^(\p{L}+),(?=\s)/u, "$1");
    const rest =
      behindErratum(text, language) ??
      (joined === text ? undefined : behindErratum(joined, language));
    if (rest === undefined) break;
    text = rest;
  }
  return text === "" ? said : text;
}

function behindErratum(text: string, language: Language | undefined): string | undefined {
  const length = leading("erratum", text, language);
  if (length === 0) return undefined;
  const phrase = text.slice(0, length);
  const rest = text.slice(length).replace(ENDING, "");
  const isSetOff = PAUSE.test(rest) || /\S\s+\S/.test(phrase) || isUnspaced(language);
  return isSetOff ? rest.replace(PAUSE, "").trim() : undefined;
}

function isUnspaced(language: Language | undefined): boolean {
  return language !== undefined && UNSPACED.has(language);
}

export const VERB_LAST: ReadonlySet<Language> = new Set<Language>(["ja", "ko", "tr", "hi"]);

/** Cut into words by the segmenter, so that particles are words of their own. */
const UNSPACED: ReadonlySet<Language> = new Set<Language>(["zh", "ja", "ko"]);

/** "9:30", "9h30" and "9시 30분" are one each. */
const TIME_OR_NUMBER =
  /(?<![a-z\p{N}])\p{N}+(?:[.:h]\p{N}+|h(?!\p{L})|\s?[시時点點时](?:\s?\p{N}+\s?[분分])?)*/giu;

/** In Devanagari the marks are vowels, and "son" and "daughter" differ in one. */
function wordsOf(text: string, language: Language): readonly string[] {
  return language === "hi" ? (text.normalize("NFC").match(/[\p{L}\p{M}]+/gu) ?? []) : words(text);
}

/** A time of day is one word. */
export function contentOf(text: string, language: Language): readonly string[] {
  const plain = without("correction", without("negation", text, language), language);
  const numbers = plain.match(TIME_OR_NUMBER) ?? [];
  const rest = wordsOf(plain.replace(TIME_OR_NUMBER, " "), language);
  const isLight = (word: string) =>
    language === "en" ? isStopWord(word) : UNSPACED.has(language) && isCommon(word, language);
  return [...rest.filter((word) => !isLight(word)), ...numbers];
}

const KOREAN_VERB = /[다요까죠네어아지해고]$/u;
/** One word in two of its forms: the same beginning, at least half of the shorter. */
export function isForm(word: string, other: string, language: Language): boolean {
  if (word === other) return true;
  const least = Math.min(word.length, other.length);
  let same = 0;
  while (same < least && word[same] === other[same]) same += 1;
  if (/\p{Script=Hangul}/u.test(word)) {
    const isVerb = [word, other].every((one) => KOREAN_VERB.test(one));
    return same >= (isVerb ? 1 : 2) && same * 2 >= least;
  }
  const isShortScript = /\p{Script=Han}|\p{Script=Hiragana}/u.test(word);
  // Turkish puts the negation between the stem and the ending.
  return same >= (isShortScript ? 2 : 3) && same * (language === "tr" ? 3 : 2) >= least;
}
