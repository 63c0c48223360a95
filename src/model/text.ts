// How text is folded, cut into words and stemmed, once for every database and every score.
// Both databases index what comes out of here, so they agree on what matches.

import { stemmer } from "stemmer";
import { lazy } from "./lazy.ts";
import { memoize } from "./memoize.ts";

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu;
const ASCII = /^\p{ASCII}*$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = lazy(() => new Intl.Segmenter("und", { granularity: "word" }));
const LONGEST_SEGMENTED = 300;
const MAX_CACHED_STEMS = 50_000;
/** The longest word worth keeping: the map then stays within a few megabytes. */
const MAX_CACHED_WORD = 40;
const stems = new Map<string, string>();

/** Case, width and accents folded; what two spellings of one word have in common. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : foldLower(lower);
}

/** Arabic signs that stand for a whole phrase: a text of them would grow to eighteen times its length. */
const PHRASE = /[\uFDFA\uFDFB]/gu;

function foldLower(lower: string): string {
  return lower
    .replace(PHRASE, " ")
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
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return asciiWords(spelledOut(lower));
  const plain = spelledOut(foldLower(lower));
  if (ASCII.test(plain)) return asciiWords(plain);
  const found: string[] = [];
  for (const match of plain.matchAll(WORD)) {
    const word = match[0];
    if (UNSPACED.test(word)) pushSegments(word, found);
    else found.push(word.replace(ELIDED, "").replace(/['’].*$/u, ""));
  }
  return found;
}

/** The same for folded text that is all ASCII, which is most of it: several times as fast. */
function asciiWords(text: string): string[] {
  const found: string[] = [];
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    if (!isWordCharacter(text.charCodeAt(at))) continue;
    const start = at;
    while (at < length && isWordCharacter(text.charCodeAt(at))) at += 1;
    const word = text.slice(start, at);
    const isApostrophe = at < length && text.charCodeAt(at) === APOSTROPHE;
    if (isApostrophe && ELIDED_WORDS.has(word) && afterLetters(text, at) > at + 1) continue;
    found.push(word);
    if (isApostrophe) at = afterLetters(text, at);
  }
  return found;
}

/** The last place of the run of letters behind this one. */
function afterLetters(text: string, from: number): number {
  let at = from;
  while (at + 1 < text.length && isLetter(text.charCodeAt(at + 1))) at += 1;
  return at;
}

const APOSTROPHE = 39;
/** French and Italian articles and pronouns before a vowel: "l'eau" is a form of water, not of "l". */
const ELIDED_WORDS: ReadonlySet<string> = new Set(
  "l d j n m t s c qu jusqu lorsqu puisqu un dell nell all dall sull quest".split(" "),
);
const ELIDED = new RegExp(`^(?:${[...ELIDED_WORDS].join("|")})['’](?=\\p{L}{2})`, "u");

function isWordCharacter(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57);
}

/** Of either case: folding "㎒" leaves capitals. */
function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** What would be lost with the signs it is written with: denials, and languages such as C++ and C#. */
function spelledOut(text: string): string {
  const denied = /n['’]t/.test(text) ? deniedInWords(text) : text;
  if (!denied.includes("+") && !denied.includes("#")) return denied;
  return denied.replace(/(?<=\p{L})\+\+/gu, "plusplus").replace(/(?<=\b\p{L})#/gu, "sharp");
}

function deniedInWords(text: string): string {
  return text
    .replace(/\bwon['’]t\b/g, "will not")
    .replace(/\bcan['’]t\b/g, "can not")
    .replace(/(?<=\p{L})n['’]t\b/gu, " not");
}

/** In short pieces, each begun where the last sure word of the one before ended: a long run takes gigabytes at once. */
function pushSegments(run: string, found: string[]): void {
  for (let from = 0; from < run.length; ) {
    const piece = run.slice(from, from + LONGEST_SEGMENTED);
    const isLast = from + piece.length >= run.length;
    let next = piece.length;
    for (const { segment, index, isWordLike } of segmenter().segment(piece)) {
      const isCutShort = !isLast && index > 0 && index + segment.length === piece.length;
      if (isCutShort) next = index;
      else if (isWordLike) found.push(segment);
    }
    from += next;
  }
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

/** Less than five bytes a character, for the text, its stems and its key: 10 MB, some thirty thousand short lines. */
const ROOM = { characters: 2_000_000, longest: 2_000 };
/** Both at once: a line that is written needs both, and to cut it into words takes most of the time. */
const read = memoize((text) => {
  const all = words(text);
  return { terms: carriedBy(all), key: all.join(" ") };
}, ROOM);

/** The stems that carry meaning, in order, repeats kept. */
export function terms(text: string): readonly string[] {
  return read(text).terms;
}

function carriedBy(all: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const word of all) {
    const carried = meaningOf(word);
    if (carried !== "") found.push(carried);
  }
  return found;
}

/** The key under which two wordings of one line are the same line. */
export function textKey(text: string): string {
  return read(text).key;
}

// English words too common to tell one line from another. Negations are not among them: they change meaning.

const LIST = `a about above after again all also am an and any are as at be because been before being below
between both but by can could did do does doing down during each few for from further had has have having he
her here hers herself him himself his how i if in into is it its itself just let like me more most my myself of
off on once only or other our ours ourselves out over own really same she should so some such than that the
their theirs them themselves then there these they this those through to too under until up us very was we were
what when where which while who whom why will with would you your yours yourself yourselves im ive id ill youre
hes shes its were theyre thats whats lets gonna got get oh hey hi yeah yes ok okay well`;

export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/));

// Stored text as one line of a markdown file. One rule for journals and snapshots, so that neither is weaker.

/** One line, and nothing in it that markdown, its common extensions or HTML would act on. */
export function inert(text: string): string {
  return tidy(text.replace(/\p{Cc}+/gu, " "))
    .replace(/[\\`*_{}[\]<>#|!~$%^&=]/g, "\\$&")
    .replace(/::/g, ":\\:")
    .replace(/^[-+]/, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2");
}
