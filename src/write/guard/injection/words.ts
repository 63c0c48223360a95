// Cuts text into words and says what each may mean to the signals.

import { kept } from "../../../model/kept.ts";
import { lazy } from "../../../model/lazy.ts";
import { isPlain } from "../hidden.ts";
import { WORD_CLASSES, type WordClass } from "./lexicon.ts";
import { readDigits, readLookalikes, rotate13 } from "./lookalikes.ts";

export type Word = Readonly<{
  classes: ReadonlySet<WordClass>;
  start: number;
  end: number;
  sentence: number;
  /** First of a clause, where an order begins. */
  opens: boolean;
  isShouted: boolean;
  /** Rotated by thirteen letters, a word of throwing away. */
  isRotated: boolean;
}>;

const WORD = /[\p{L}\p{M}\p{N}@$']+/gu;
/** The same where the text has no other letters and digits than these. */
const PLAIN_WORD = /[A-Za-z0-9@$']+/g;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
// A full stop ends a sentence only before a blank: `System.out.print` is one thing.
const SENTENCE_END = /[!?;\n。！？…]|\.\s/;
const SHOUTED = /^\p{Lu}{2,}$/u;
const CLAUSE_END = /[,:"“”«»()[\]{}|*#>\-–—、，：]/;
// Words an order can follow without its clause ending: "please write", "and say", "now forget".
const TRANSPARENT = new Set(
  `please and or then just but now also so bitte und oder dann nun jetzt aber por favor y o ahora s'il plait et ou
  maintenant per favore e adesso ora agora simply kindly next first`.split(/\s+/),
);
const NO_CLASSES: ReadonlySet<WordClass> = new Set();
const LONGEST_WORD = 32;
const LONGEST_UNSPACED = 5;

const ENTRIES = lazy(() =>
  Object.entries(WORD_CLASSES).flatMap(([name, list]) =>
    list
      .split(/\s+/)
      .filter((entry) => entry !== "")
      .map((entry) => ({ name: name as WordClass, entry })),
  ),
);
const EXACT = lazy(() => index(ENTRIES().filter(({ entry }) => !entry.endsWith("*"))));
const STEMS = lazy(() =>
  index(
    ENTRIES()
      .filter(({ entry }) => entry.endsWith("*"))
      .map(({ name, entry }) => ({
        name,
        entry: entry.slice(0, -1),
      })),
  ),
);
const SHORTEST_STEM = 3;
const ROTATED_ORDERS = new Set(WORD_CLASSES.discard.split(/\s+/).map(rotate13));
/** People use the same few thousand words. A longer one may be a slice that keeps the whole text it came from alive. */
const readings = kept(read, { characters: 100_000, longest: 12 });

export function wordsOf(text: string): readonly Word[] {
  const found: Word[] = [];
  let sentence = 0;
  let last = 0;
  let opens = true;
  for (const match of text.matchAll(isPlain(text) ? PLAIN_WORD : WORD)) {
    const pause = pauseIn(text.slice(last, Math.min(match.index, last + 64)));
    if (pause === "sentence") sentence++;
    const { parts, isShouted, isRotated, isTransparent } = readings(match[0]);
    const start = match.index;
    last = start + match[0].length;
    let isOpening = opens || pause !== undefined;
    for (const classes of parts) {
      found.push({ classes, opens: isOpening, start, end: last, sentence, isShouted, isRotated });
      isOpening = false;
    }
    opens = isTransparent;
  }
  return found;
}

/** What one spelling means; a run of an unspaced script has as many parts as known words in it. */
type Reading = Readonly<{
  parts: readonly ReadonlySet<WordClass>[];
  isShouted: boolean;
  isRotated: boolean;
  isTransparent: boolean;
}>;

function read(spelling: string): Reading {
  const word = foldWord(spelling);
  return {
    parts: UNSPACED.test(word) ? unspaced(word) : [classesOf(word)],
    isShouted: SHOUTED.test(spelling),
    isRotated: isRotated(spelling),
    isTransparent: TRANSPARENT.has(word),
  };
}

/** In plain text each run of letters is in one of the words; in other text some letters are in none. */
export function holdsRotated(text: string, words: readonly Word[]): boolean {
  return isPlain(text) ? words.some(({ isRotated }) => isRotated) : isRotated(text);
}

function isRotated(spelling: string): boolean {
  return (spelling.match(/[A-Za-z]{5,12}/g) ?? []).some((word) =>
    ROTATED_ORDERS.has(word.toLowerCase()),
  );
}

function pauseIn(gap: string): "sentence" | "clause" | undefined {
  if (gap === " ") return undefined;
  if (SENTENCE_END.test(gap)) return "sentence";
  return CLAUSE_END.test(gap) ? "clause" : undefined;
}

function foldWord(word: string): string {
  const lower = word.toLowerCase().replaceAll("'", "");
  return /^[\x20-\x7e]*$/.test(lower)
    ? lower
    : lower
        .replaceAll("ß", "ss")
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .normalize("NFC");
}

function classesOf(word: string): ReadonlySet<WordClass> {
  if (word.length > LONGEST_WORD) return NO_CLASSES;
  return plainClassesOf(word) ?? disguisedClassesOf(word) ?? NO_CLASSES;
}

function plainClassesOf(word: string): ReadonlySet<WordClass> | undefined {
  const exact = EXACT().get(word);
  if (exact) return exact;
  for (let length = word.length; length >= SHORTEST_STEM; length--) {
    const stem = STEMS().get(word.slice(0, length));
    if (stem) return stem;
  }
  return undefined;
}

function disguisedClassesOf(word: string): ReadonlySet<WordClass> | undefined {
  if (!/^[a-z]*$/.test(word)) {
    const latin = readLookalikes(word);
    if (latin !== word) return plainClassesOf(latin) ?? undigited(latin);
  }
  return undigited(word);
}

function undigited(word: string): ReadonlySet<WordClass> | undefined {
  if (!/[\d@$]/.test(word) || !/\p{L}/u.test(word)) return undefined;
  const [first, second] = readDigits(word);
  return plainClassesOf(first) ?? plainClassesOf(second);
}

/** Every known word inside a run, longest first. */
function unspaced(run: string): ReadonlySet<WordClass>[] {
  const found: ReadonlySet<WordClass>[] = [];
  let at = 0;
  while (at < run.length) {
    const known = knownAt(run, at);
    if (known) found.push(known.classes);
    at += known?.length ?? 1;
  }
  return found;
}

function knownAt(run: string, at: number) {
  for (let length = LONGEST_UNSPACED; length >= 1; length--) {
    const classes = EXACT().get(run.slice(at, at + length));
    if (classes) return { classes, length };
  }
  return undefined;
}

function index(entries: readonly Readonly<{ name: WordClass; entry: string }>[]) {
  const byWord = new Map<string, Set<WordClass>>();
  for (const { name, entry } of entries) {
    const word = foldWord(entry);
    byWord.set(word, (byWord.get(word) ?? new Set()).add(name));
  }
  return byWord as ReadonlyMap<string, ReadonlySet<WordClass>>;
}
