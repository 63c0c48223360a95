// How text is folded, cut into words and stemmed, once for every database and every score.
// Both databases index what comes out of here, so they agree on what matches.

import { stemmer } from "stemmer";
import { lazy } from "./lazy.ts";
import { STOP_WORDS } from "./stop-words.ts";

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu;
/** The same for text that is all ASCII, which is most of it: several times as fast. */
const ASCII_WORD = /[a-z0-9]+(?:'[a-z]+)?/gi;
const ASCII = /^\p{ASCII}*$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = lazy(() => new Intl.Segmenter("und", { granularity: "word" }));
const MAX_CACHED_STEMS = 50_000;
/** The longest word worth keeping: the map then stays within a few megabytes. */
const MAX_CACHED_WORD = 40;
const stems = new Map<string, string>();

/** Case, width and accents folded; what two spellings of one word have in common. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower)
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
  const plain = spelledOut(fold(text));
  if (ASCII.test(plain)) return (plain.match(ASCII_WORD) ?? []).map(beforeApostrophe);
  const found: string[] = [];
  for (const match of plain.matchAll(WORD)) {
    const word = match[0];
    if (UNSPACED.test(word)) found.push(...segments(word));
    else found.push(word.replace(/['’].*$/u, ""));
  }
  return found;
}

function beforeApostrophe(word: string): string {
  const at = word.indexOf("'");
  return at < 0 ? word : word.slice(0, at);
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
  return [...segmenter().segment(run)].filter((s) => s.isWordLike).map((s) => s.segment);
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

export function stem(word: string): string {
  return isStopWord(word) ? stemmed(word) : meaningOf(word);
}

/** The stem of a word, or nothing for one that stands in every text. */
function meaningOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const result = isStopWord(word) ? "" : stemmed(word);
  if (word.length > MAX_CACHED_WORD) return result;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, result);
  return result;
}

function stemmed(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}

/** About five bytes a character, for the text and its stems: 10 MB, some thirty thousand short lines. */
const MAX_CACHED_CHARACTERS = 2_000_000;
const MAX_CACHED_TEXT = 2_000;
const termsOfTexts = new Map<string, readonly string[]>();
let cachedCharacters = 0;

/** The stems that carry meaning, in order, repeats kept. A search reads the same short lines again and again. */
export function terms(text: string): readonly string[] {
  const known = termsOfTexts.get(text);
  if (known !== undefined) return known;
  const found: string[] = [];
  for (const word of words(text)) {
    const carried = meaningOf(word);
    if (carried !== "") found.push(carried);
  }
  if (text.length > MAX_CACHED_TEXT) return found;
  cachedCharacters += text.length;
  if (cachedCharacters > MAX_CACHED_CHARACTERS) {
    termsOfTexts.clear();
    cachedCharacters = text.length;
  }
  termsOfTexts.set(text, found);
  return found;
}

/** The key under which two wordings of one line are the same line. */
export function textKey(text: string): string {
  return words(text).join(" ");
}
