// Cuts folded text into passages and each passage into the hashed features of the attack model. The training script uses
// this same code, so a change here needs a model trained anew.

import type { Bits } from "../bits.ts";
import type { Word } from "./words.ts";

export const BUCKETS = 960_000;

export type Passage = Readonly<{ start: number; end: number }>;

/** Shorter sentences are read with the next one, longer ones in pieces. */
const SHORTEST = 24;
const LONGEST = 240;
const SENTENCE = /[^.!?。！？؟।\n]*[.!?。！？؟।\n]*/gu;
const MAX_TOKENS = 60;
const TOKEN = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const MARKS = /\p{M}/gu;
const GRAM = 4;
const GRAMS_A_WORD = 10;
const FARTHEST = 3;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const KIND = {
  word: 1,
  pair: 2,
  triple: 3,
  apart: 4,
  gram: 5,
  first: 6,
  last: 7,
  means: 8,
  order: 9,
  opens: 10,
} as const;
/** Words between two meanings that are taken together. */
const WITHIN = 8;

/** In order and without gaps between them, each a sentence or nearly. */
export function passagesOf(text: string): readonly Passage[] {
  const ends: number[] = [0];
  for (const { 0: sentence, index } of text.matchAll(SENTENCE)) {
    const end = index + sentence.length;
    if (end - (ends.at(-1) ?? 0) >= SHORTEST) ends.push(end);
  }
  // What is left over, such as a closing quotation mark, belongs to the sentence before.
  if (ends.length > 1) ends.pop();
  ends.push(text.length);
  return ends.slice(1).flatMap((end, at) => cut(ends[at] ?? 0, end));
}

function cut(start: number, end: number): readonly Passage[] {
  return Array.from({ length: Math.ceil((end - start) / LONGEST) }, (_, piece) => ({
    start: start + piece * LONGEST,
    end: Math.min(end, start + (piece + 1) * LONGEST),
  }));
}

/** Buckets, each as often as its feature occurs. `words` are those of the passage, with what they mean in any language. */
export function attackFeatures(passage: string, words: readonly Word[]): Uint32Array {
  const tokens = tokensOf(passage);
  const found: number[] = [];
  for (const at of tokens.keys()) addWord(tokens, at, found);
  addMeanings(words, found);
  found.push(bucketOf(hashOf(KIND.first, tokens[0] ?? "")));
  found.push(bucketOf(hashOf(KIND.first, `${tokens[0] ?? ""} ${tokens[1] ?? ""}`)));
  found.push(bucketOf(hashOf(KIND.last, tokens.at(-1) ?? "")));
  return Uint32Array.from(found);
}

/** A word, with those behind it, and its pieces. */
function addWord(tokens: readonly string[], at: number, found: number[]): void {
  const token = tokens[at] ?? "";
  const word = hashOf(KIND.word, token);
  found.push(bucketOf(word));
  for (const [index, other] of tokens.slice(at + 1, at + 1 + FARTHEST).entries())
    found.push(bucketOf(hashOn(word, index === 0 ? KIND.pair : KIND.apart, other)));
  const next = tokens[at + 1];
  const after = tokens[at + 2];
  if (next !== undefined && after !== undefined)
    found.push(bucketOf(hashOn(hashOn(word, KIND.triple, next), KIND.triple, after)));
  addGrams(token, found);
}

/** Meanings, and which follow which: the same in every language that the lexicon has. */
function addMeanings(words: readonly Word[], found: number[]): void {
  const meanings = words.slice(0, MAX_TOKENS).map(({ classes }) => membersOf(classes));
  for (const [at, here] of meanings.entries()) {
    const behind = meanings.slice(at + 1, at + 1 + WITHIN).flat();
    for (const one of here) {
      found.push(bucketOf(hashNumber(KIND.means, one, 0)));
      if (words[at]?.opens === true) found.push(bucketOf(hashNumber(KIND.opens, one, 0)));
      for (const other of behind) found.push(bucketOf(hashNumber(KIND.order, one, other)));
    }
  }
}

function membersOf({ low, middle, high }: Bits): readonly number[] {
  const members: number[] = [];
  for (const [part, bits] of [low, middle, high].entries())
    for (let left = bits; left !== 0; left &= left - 1)
      members.push(31 * part + 31 - Math.clz32(left & -left));
  return members;
}

/** Accents are left off, as many people type; digits are all one. */
function tokensOf(passage: string): readonly string[] {
  const plain = passage.normalize("NFKD").replace(MARKS, "").toLowerCase().normalize("NFC");
  const tokens: string[] = [];
  for (const [token] of plain.matchAll(TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break;
    if (UNSPACED.test(token)) tokens.push(...[...token].slice(0, MAX_TOKENS));
    else tokens.push(token.replace(/\p{N}+/gu, "0"));
  }
  return tokens;
}

/** Pieces of a word, so that its other forms are known too. */
function addGrams(token: string, found: number[]): void {
  const word = `<${token}>`;
  for (let at = 0; at + GRAM <= word.length && at < GRAMS_A_WORD; at += 1)
    found.push(bucketOf(hashOf(KIND.gram, word.slice(at, at + GRAM))));
}

/** FNV-1a, so that features need no list of words. */
function hashOf(kind: number, text: string): number {
  return hashOn(FNV_START, kind, text);
}

function hashOn(before: number, kind: number, text: string): number {
  let hash = Math.imul(before ^ kind, FNV_PRIME);
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}

function hashNumber(kind: number, one: number, other: number): number {
  const first = Math.imul(Math.imul(FNV_START ^ kind, FNV_PRIME) ^ (one + 1), FNV_PRIME);
  return Math.imul(first ^ (other << 8), FNV_PRIME) ^ (first >>> 7);
}

function bucketOf(hash: number): number {
  return ((hash ^ (hash >>> 15)) >>> 0) % BUCKETS;
}
