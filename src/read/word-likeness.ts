// How alike two words are, from 0 to 1: in meaning as the table has it, or in their letters, since an ending, an article or a
// particle makes another form of a word, which the table may not know.

import type { WordVector } from "../ports/embedder.ts";

/** In the units of the table: a word it hardly knows says something as well, and one it knows well not everything. */
const WEIGHT = { least: 6e5, most: 3e6 } as const;

export function weightOf({ weight }: WordVector): number {
  return Math.min(WEIGHT.most, Math.max(WEIGHT.least, weight));
}

function sumOf(words: readonly WordVector[]): Float64Array {
  const sum = new Float64Array(words[0]?.unit.length ?? 0);
  for (const word of words) {
    const weight = weightOf(word);
    for (let at = 0; at < sum.length; at++)
      sum[at] = (sum[at] ?? 0) + weight * (word.unit[at] ?? 0);
  }
  return sum;
}

/** One long, or zero where there is nothing in the words. */
export function directionOf(words: readonly WordVector[]): Float32Array {
  const sum = sumOf(words);
  let squares = 0;
  for (const value of sum) squares += value * value;
  const length = Math.sqrt(squares);
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
}

/** Of two vectors of one length. Four sums side by side: one sum waits for each of its additions, and takes three times as long. */
export function product(a: Float32Array, b: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < a.length; at += 4) {
    first += (a[at] ?? 0) * (b[at] ?? 0);
    second += (a[at + 1] ?? 0) * (b[at + 1] ?? 0);
    third += (a[at + 2] ?? 0) * (b[at + 2] ?? 0);
    fourth += (a[at + 3] ?? 0) * (b[at + 3] ?? 0);
  }
  return first + second + third + fourth;
}

/** The same words stand in many lines, so each is compared once. */
export function likenessTo(word: WordVector): (other: WordVector) => number {
  const inForm = formLikenessTo(word.text);
  const known = new Map<WordVector, number>();
  return (other) => {
    const before = known.get(other);
    if (before !== undefined) return before;
    const made = Math.max(product(word.unit, other.unit), inForm(other.text));
    known.set(other, made);
    return made;
  };
}

const ARABIC = /^\p{Script=Arabic}/u;
const HANGUL = /^\p{Script=Hangul}/u;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What is written onto the front of an Arabic word. */
const PREFIXED = /^(?:وال|بال|كال|لل|ال|و|ب|ل|ف)(?=.{3})/u;
const SHORTEST = 3;
/** An ending is no longer than this. */
const ENDING = 4;

export function formLikenessTo(word: string): (other: string) => number {
  const inForm = rulesOf(word);
  return (other) => (other === word ? 1 : inForm(other));
}

/** By the script of the word. */
function rulesOf(word: string): (other: string) => number {
  if (UNSPACED.test(word)) return (other) => sharedCharacters(word, other);
  if (ARABIC.test(word)) {
    const bare = word.replace(PREFIXED, "");
    return (other) => prefixShare(bare, other.replace(PREFIXED, ""), SHORTEST);
  }
  if (HANGUL.test(word))
    return (other) => prefixShare(word, other, Math.min(word.length, other.length) === 1 ? 1 : 2);
  return (other) =>
    prefixShare(word, other, Math.max(SHORTEST, Math.max(word.length, other.length) - ENDING));
}

function prefixShare(a: string, b: string, least: number): number {
  const [shorter, longest] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  let shared = 0;
  while (shared < shorter && a.charCodeAt(shared) === b.charCodeAt(shared)) shared += 1;
  return shared < least ? 0 : shared / longest;
}

function sharedCharacters(a: string, b: string): number {
  const other = new Set(b);
  const own = new Set(a);
  let shared = 0;
  for (const character of own) if (other.has(character)) shared += 1;
  return shared / Math.max(own.size, other.size);
}
