// How text is folded, cut into words and stemmed, once for every database and every score.
// Both databases index what comes out of here, so they agree on what matches.

import { stemmer } from "stemmer";
import { STOP_WORDS } from "./stop-words.ts";

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter("und", { granularity: "word" });
const MAX_CACHED_STEMS = 50_000;
const stems = new Map<string, string>();

/** Case, width and accents folded; what two spellings of one word have in common. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return /^[\p{ASCII}]*$/u.test(lower)
    ? lower
    : lower
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .normalize("NFC");
}

/** White space collapsed and trimmed, composed form. */
export function tidy(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** The first characters of a text; a character that takes two places is kept whole or not at all. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** Folded words in order, apostrophes cut off (`Ana's` gives `ana`) but never a denial (`can't` gives `can not`). */
export function words(text: string): string[] {
  const found: string[] = [];
  for (const match of spelledOut(fold(text)).matchAll(WORD)) {
    const word = match[0];
    if (UNSPACED.test(word)) found.push(...segments(word));
    else found.push(word.replace(/['’].*$/u, ""));
  }
  return found;
}

/** What would be lost with the signs it is written with: denials, and languages such as C++ and C#. */
function spelledOut(text: string): string {
  if (!/['’+#]/.test(text)) return text;
  return text
    .replace(/\bwon['’]t\b/g, "will not")
    .replace(/\bcan['’]t\b/g, "can not")
    .replace(/(?<=\p{L})n['’]t\b/gu, " not")
    .replace(/(?<=\p{L})\+\+/gu, "plusplus")
    .replace(/(?<=\b\p{L})#/gu, "sharp");
}

function segments(run: string): string[] {
  return [...segmenter.segment(run)].filter((s) => s.isWordLike).map((s) => s.segment);
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const result = /^[a-z]+$/.test(word) ? stemmer(word) : word;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, result);
  return result;
}

const MAX_CACHED_TEXTS = 20_000;
const MAX_CACHED_CHARACTERS = 600;
const termsOfTexts = new Map<string, readonly string[]>();

/** The stems that carry meaning, in order, repeats kept. A search reads the same short lines again and again. */
export function terms(text: string): string[] {
  const known = termsOfTexts.get(text);
  if (known !== undefined) return [...known];
  const found = words(text)
    .filter((word) => !isStopWord(word))
    .map(stem);
  if (text.length > MAX_CACHED_CHARACTERS) return found;
  if (termsOfTexts.size >= MAX_CACHED_TEXTS) termsOfTexts.clear();
  termsOfTexts.set(text, [...found]);
  return found;
}

/** The key under which two wordings of one line are the same line. */
export function textKey(text: string): string {
  return words(text).join(" ");
}
