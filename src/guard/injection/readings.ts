// What one spelling of a word means to the guard: to the signals, in the languages and disguises we read, and as a cue.

import { lazy } from "../../model/lazy.ts";
import { memoize } from "../../model/memoize.ts";
import { type Bits, bit, NO_BITS, union } from "../bits.ts";
import { cuesIn } from "../secrets/cues.ts";
import { WORD_CLASSES, type WordClass } from "./lexicon.ts";
import { readDigits, readLookalikes, rotate13 } from "./lookalikes.ts";

export type Reading = Readonly<{
  /** The classes of each part; a run of an unspaced script has as many parts as known words in it. */
  parts: readonly Bits[];
  /** Which patterns this word speaks for. */
  cues: Bits;
  isShouted: boolean;
  /** One letter. */
  isSingle: boolean;
  /** Rotated by thirteen letters, a word of throwing away. */
  isRotated: boolean;
  /** An order can follow it without its clause ending. */
  isTransparent: boolean;
}>;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SHOUTED = /^\p{Lu}{2,}$/u;
// Words an order can follow without its clause ending: "please write", "and say", "now forget".
const TRANSPARENT = new Set(
  `please and or then just but now also so bitte und oder dann nun jetzt aber por favor y o ahora s'il plait et ou
  maintenant per favore e adesso ora agora simply kindly next first`.split(/\s+/),
);
const CLASSES = Object.keys(WORD_CLASSES) as readonly WordClass[];
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
export const readingOf = memoize(read, { characters: 100_000, longest: 12 });

export function classBits(names: readonly WordClass[]): Bits {
  return names.map((name) => bit(CLASSES.indexOf(name))).reduce(union, NO_BITS);
}

function read(spelling: string): Reading {
  const word = foldWord(spelling);
  return {
    parts: UNSPACED.test(word) ? unspaced(word) : [classesOf(word)],
    cues: cuesIn(spelling),
    isShouted: SHOUTED.test(spelling),
    isSingle: /^.$/u.test(spelling),
    isRotated: isRotated(spelling),
    isTransparent: TRANSPARENT.has(word),
  };
}

function isRotated(spelling: string): boolean {
  return (spelling.match(/[A-Za-z]{5,12}/g) ?? []).some((word) =>
    ROTATED_ORDERS.has(word.toLowerCase()),
  );
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

function classesOf(word: string): Bits {
  if (word.length > LONGEST_WORD) return NO_BITS;
  return plainClassesOf(word) ?? disguisedClassesOf(word) ?? NO_BITS;
}

function plainClassesOf(word: string): Bits | undefined {
  const exact = EXACT().get(word);
  if (exact) return exact;
  for (let length = word.length; length >= SHORTEST_STEM; length--) {
    const stem = STEMS().get(word.slice(0, length));
    if (stem) return stem;
  }
  return undefined;
}

function disguisedClassesOf(word: string): Bits | undefined {
  if (!/^[a-z]*$/.test(word)) {
    const latin = readLookalikes(word);
    if (latin !== word) return plainClassesOf(latin) ?? undigited(latin);
  }
  return undigited(word);
}

function undigited(word: string): Bits | undefined {
  if (!/[\d@$]/.test(word) || !/\p{L}/u.test(word)) return undefined;
  const [first, second] = readDigits(word);
  return plainClassesOf(first) ?? plainClassesOf(second);
}

/** Every known word inside a run, longest first. */
function unspaced(run: string): Bits[] {
  const found: Bits[] = [];
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
  const byWord = new Map<string, Bits>();
  for (const { name, entry } of entries) {
    const word = foldWord(entry);
    byWord.set(word, union(byWord.get(word) ?? NO_BITS, classBits([name])));
  }
  return byWord as ReadonlyMap<string, Bits>;
}
