// Asks what closed words a text has, in its own language.

import { lazy } from "../model/lazy.ts";
import { memoize } from "../model/memoize.ts";
import { fold } from "../model/text.ts";
import { entriesOf, type Language, NEGATED_FORM, type WordClass } from "./lexicon.ts";

/** Written without spaces, so that a word can stand anywhere; Korean particles hang on the word before. */
const UNSPACED: ReadonlySet<Language> = new Set<Language>(["zh", "ja", "ko"]);
const LATIN: readonly Language[] = ["en", "de", "es", "fr", "pt", "it", "nl", "pl", "tr"];
/** More of a long text says nothing more about its language. */
const LOOKED_AT = 400;
const COUNTED = 2_000;
const LONGEST_PHRASE = 32;

const ROOM = { characters: 400_000, longest: 2_000 };
const guessed = memoize((text) => {
  const script = languageOfScript(text);
  return { language: script === "latin" ? likeliestLatin(text) : script };
}, ROOM);

/** The language a text is written in; undefined for a script or a Latin text of which no word is known. */
export function languageOf(text: string): Language | undefined {
  return guessed(text.length > LOOKED_AT ? text.slice(0, LOOKED_AT) : text).language;
}

const ASCII_LETTERS = /^[\t\n\r -~]*[a-z][\t\n\r -~]*$/i;

function languageOfScript(text: string): Language | "latin" | undefined {
  if (ASCII_LETTERS.test(text)) return "latin";
  if (/[\u3040-\u30ff]/.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  if (/\p{Script=Han}/u.test(text)) return "zh";
  if (/\p{Script=Arabic}/u.test(text)) return "ar";
  if (/\p{Script=Devanagari}/u.test(text)) return "hi";
  if (/\p{Script=Cyrillic}/u.test(text)) return "ru";
  return /\p{Script=Latin}/u.test(text) ? "latin" : undefined;
}

const commonWords = lazy(() => {
  const languages = new Map<string, Language[]>();
  for (const language of LATIN)
    for (const word of entriesOf("common", language))
      languages.set(word, [...(languages.get(word) ?? []), language]);
  return languages;
});

function likeliestLatin(text: string): Language | undefined {
  const scores = new Map<Language, number>();
  const add = (language: Language, by: number) =>
    scores.set(language, (scores.get(language) ?? 0) + by);
  for (const [word] of text
    .toLowerCase()
    .replace(/’/g, "'")
    .matchAll(/[\p{L}\p{M}']+/gu)) {
    const known = commonWords().get(word) ?? [];
    for (const language of known) add(language, 1 / known.length);
  }
  for (const [letter, language] of LETTERS) if (letter.test(text)) add(language, LETTER_WEIGHT);
  return LATIN.reduce<Language | undefined>((best, language) => {
    const score = scores.get(language) ?? 0;
    return score > (best === undefined ? 0 : (scores.get(best) ?? 0)) ? language : best;
  }, undefined);
}

const LETTER_WEIGHT = 1.5;
/** Letters that only one of our Latin-script languages writes. */
const LETTERS: readonly (readonly [RegExp, Language])[] = [
  [/[ąęłńśźż]/i, "pl"],
  [/[ışğ]/, "tr"],
  [/[ñ¿¡]/i, "es"],
  [/[ãõ]/i, "pt"],
  [/ß/, "de"],
];

const patterns = new Map<string, RegExp>();

/** Matches any word or phrase of the class; `y` and `g` are for the caller to add. */
function patternOf(wordClass: WordClass, language: Language): RegExp {
  const key = `${language} ${wordClass}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const phrases = entriesOf(wordClass, language)
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phraseSource(phrase, language));
  const all = `(?:${phrases.join("|")})`;
  const source = UNSPACED.has(language)
    ? all
    : `(?<![\\p{L}\\p{M}\\p{N}'’])${language === "ar" ? "[وف]?" : ""}${all}(?![\\p{L}\\p{M}\\p{N}])`;
  const made = new RegExp(source, "iu");
  patterns.set(key, made);
  return made;
}

const variants = new Map<string, RegExp>();

/** The same pattern for all places of it, or for the end of a text alone. Compiling takes longer than matching. */
function variantOf(
  variant: "every" | "atStart" | "atEnd",
  wordClass: WordClass,
  language: Language,
): RegExp {
  const key = `${variant} ${language} ${wordClass}`;
  const known = variants.get(key);
  if (known !== undefined) return known;
  const { source } = patternOf(wordClass, language);
  const made =
    variant === "every"
      ? new RegExp(source, "giu")
      : new RegExp(variant === "atEnd" ? `${source}$` : `^${source}`, "iu");
  variants.set(key, made);
  return made;
}

function phraseSource(phrase: string, language: Language): string {
  const gap = UNSPACED.has(language) ? "[^。！？，]{0,12}" : "\\s+(?:[^\\s.,;!?]+\\s+){0,3}";
  return phrase
    .split(/\s*…\s*/)
    .map((part) =>
      part
        .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
        .replace(/['’]/g, "['’]")
        .replace(/ (?!$)/g, "\\s+"),
    )
    .join(gap);
}

export function has(wordClass: WordClass, text: string, language: Language | undefined): boolean {
  if (language === undefined) return false;
  if (patternOf(wordClass, language).test(text)) return true;
  return wordClass === "negation" && NEGATED_FORM[language]?.test(text) === true;
}

/** How often words of the class stand in a text; in a long one its beginning is counted. */
export function occurrences(
  wordClass: WordClass,
  text: string,
  language: Language | undefined,
): number {
  if (language === undefined) return 0;
  return text.slice(0, COUNTED).match(variantOf("every", wordClass, language))?.length ?? 0;
}

/** How many characters of the class a text begins with; 0 when it begins with something else. */
export function leading(
  wordClass: WordClass,
  text: string,
  language: Language | undefined,
): number {
  if (language === undefined) return 0;
  return variantOf("atStart", wordClass, language).exec(text)?.[0].length ?? 0;
}

/** Whether a text ends on a word of the class. */
export function endsOn(
  wordClass: WordClass,
  text: string,
  language: Language | undefined,
): boolean {
  if (language === undefined) return false;
  return variantOf("atEnd", wordClass, language).test(text.slice(-LONGEST_PHRASE));
}

/** Where the first word of the class begins; -1 when there is none. */
export function placeOf(wordClass: WordClass, text: string, language: Language): number {
  return patternOf(wordClass, language).exec(text)?.index ?? -1;
}

/** The text without any word of the class, for comparing what else is said. */
export function without(wordClass: WordClass, text: string, language: Language): string {
  return text.replace(variantOf("every", wordClass, language), " ");
}

/** Words that stand in every other sentence and name no topic. */
export const isCommon = wordTest(["common"]);

/** Adverbs, auxiliaries and times, which may stand between anyone and what they do. */
export const isEveryday = wordTest(["everyday"]);

/** Those, and all that carry grammar, time or mood and no topic. */
export const isFunctionWord = wordTest([
  "common",
  "everyday",
  "open",
  "joins",
  "before",
  "firstPerson",
  "we",
  "standIn",
]);

function wordTest(classes: readonly WordClass[]): (word: string, language: Language) => boolean {
  const known = new Map<Language, ReadonlySet<string>>();
  return (word, language) => {
    const words =
      known.get(language) ??
      new Set(
        classes.flatMap((one) => entriesOf(one, language).flatMap((entry) => [entry, fold(entry)])),
      );
    known.set(language, words);
    return words.has(word);
  };
}
