// The trained detector beside the rules: how much a passage reads like somebody steering a model. Hashed features say how it
// is put, the vector of the built-in embedder what it is about, in any language. Trained by tools/injection, read from one
// file, pure arithmetic at run time.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assetFolder } from "../../language/word-lists.ts";
import { lazy } from "../../model/lazy.ts";
import { readQuote } from "../../model/quote.ts";
import { embedNow, isEnglishNow } from "../../models/builtin/embedder.ts";
import { attackFeatures, BUCKETS, type Passage, passagesOf } from "./attack-features.ts";
import type { Hit } from "./hit.ts";
import type { Word } from "./words.ts";

export const VECTOR = 128;
export const HIDDEN = 24;
/** A unit vector has small parts: brought to the size of the other numbers. */
export const VECTOR_SCALE = 4;
export const LEAK = 0.01;
export const MAGIC = "ATCK";
export const HEADER_BYTES = 16;

export type AttackNetwork = Readonly<{
  /** One a bucket, worth its number times the step. */
  cells: Int8Array;
  step: number;
  bias: number;
  hidden: Float64Array;
  hiddenBias: Float64Array;
  output: Float64Array;
}>;

/**
 * From `sure` on it is an attack by itself; from `suspect` on it adds to what the rules found. English talk of software comes
 * close to attacks more often, so more is asked there.
 */
const ENGLISH = { sure: 1.2, suspect: -0.8 } as const;
const OTHER = { sure: -2.2, suspect: -3.2 } as const;
/** Below this it is ordinary talk. */
const CALM = -6;
/** Of a longer text its beginning and its end are read; the rules read all of it. */
const BEGINNING = 32_768;
const ENDING = 8_192;

const network = lazy(() =>
  parseAttackNetwork(readFileSync(join(assetFolder("attack"), "model.bin"))),
);

/** Header, cells as signed bytes, then the layers as 32-bit floats. */
export function parseAttackNetwork(bytes: Uint8Array): AttackNetwork {
  const layersAt = HEADER_BYTES + BUCKETS;
  const floats = HIDDEN * VECTOR + HIDDEN + HIDDEN;
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC || bytes.length !== layersAt + 4 * floats)
    throw new Error("The attack model is damaged or of another version.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = layersAt;
  const next = (count: number) =>
    Float64Array.from({ length: count }, () => {
      at += 4;
      return view.getFloat32(at - 4, true);
    });
  return {
    cells: new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, BUCKETS),
    step: view.getFloat32(8, true),
    bias: view.getFloat32(12, true),
    hidden: next(HIDDEN * VECTOR),
    hiddenBias: next(HIDDEN),
    output: next(HIDDEN),
  };
}

/** Passages that read like an attack, in order, and whether the whole reads like ordinary talk. */
export function readPassages(
  text: string,
  words: readonly Word[],
): Readonly<{ hits: readonly Hit[]; isCalm: boolean }> {
  const hits: Hit[] = [];
  let from = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const passage of passagesRead(text)) {
    from = firstFrom(words, from, passage.start);
    const to = firstFrom(words, from, passage.end);
    const score = scoreOf(text, passage, words.slice(from, to));
    most = Math.max(most, score);
    const weight = weightOf(score, text.slice(passage.start, passage.end));
    if (weight > 0) hits.push({ rule: "trained", weight, ...passage });
    from = to;
  }
  return { hits, isCalm: most < CALM };
}

/** Of stored quotations what was said: the model has learned talk, and not how we write down who said it. */
function passagesRead(text: string): readonly Passage[] {
  const quote = readQuote(text);
  if (quote === undefined || !NAME.test(quote.speaker)) return passagesIn(text);
  const passages: Passage[] = [];
  let at = text.indexOf('"') + 1;
  for (const said of quote.said.split(NEXT_QUOTATION)) {
    const from = text.indexOf(said, at);
    for (const { start, end } of passagesIn(said))
      passages.push({ start: start + from, end: end + from });
    at = from + said.length;
  }
  return passages;
}

/** Between the quotations of an episode, with or without another speaker. */
const NEXT_QUOTATION = /"\s+(?:\S+(?: \S+){0,2}: )?"/u;
/** No longer than a speaker's name is stored, and no sentence. */
const NAME = /^(?=.{1,40}$)\S+(?: \S+){0,2}$/u;

function passagesIn(text: string): readonly Passage[] {
  if (text.length <= BEGINNING + ENDING) return passagesOf(text);
  const at = text.length - ENDING;
  const last = passagesOf(text.slice(at));
  return [
    ...passagesOf(text.slice(0, BEGINNING)),
    ...last.map(({ start, end }) => ({ start: start + at, end: end + at })),
  ];
}

function weightOf(score: number, passage: string): number {
  if (score < OTHER.suspect || !isSentence(passage)) return 0;
  const { sure, suspect } = isEnglishNow(passage) ? ENGLISH : OTHER;
  if (score < suspect) return 0;
  return score >= sure ? 1 : 0.5;
}

const WORD = /[\p{L}\p{M}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Fewer different words, or letters of an unspaced script, are a name, a path or a value: the model has not learned those. */
const FEWEST_WORDS = 4;
const FEWEST_LETTERS = 6;
/** A word said over and over is filling. */
const MOST_OFTEN = 3;
const SHARE_OF_WORDS = 0.8;

function isSentence(passage: string): boolean {
  const words = passage.toLowerCase().match(WORD) ?? [];
  const unspaced = passage.match(UNSPACED)?.length ?? 0;
  const different = new Set(words).size;
  if (unspaced < FEWEST_LETTERS && different < Math.max(FEWEST_WORDS, words.length / MOST_OFTEN))
    return false;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters + words.length >= SHARE_OF_WORDS * passage.trim().length;
}

/** The first word from `from` on that begins at `place` or later. */
function firstFrom(words: readonly Word[], from: number, place: number): number {
  let at = from;
  while (at < words.length && (words[at]?.start ?? 0) < place) at += 1;
  return at;
}

/** The logarithm of the odds that the passage is an attack. */
export function scoreOf(text: string, { start, end }: Passage, words: readonly Word[]): number {
  const passage = text.slice(start, end);
  return added(attackFeatures(passage, words), network()) + meant(embedNow(passage), network());
}

function added(features: Uint32Array, { cells, step, bias }: AttackNetwork): number {
  let sum = 0;
  for (const bucket of features) sum += cells[bucket] ?? 0;
  return bias + (sum * step) / Math.sqrt(Math.max(1, features.length));
}

function meant(vector: Float32Array, { hidden, hiddenBias, output }: AttackNetwork): number {
  let sum = 0;
  for (let unit = 0; unit < HIDDEN; unit += 1) {
    let active = hiddenBias[unit] ?? 0;
    for (let dim = 0; dim < VECTOR; dim += 1)
      active += (hidden[unit * VECTOR + dim] ?? 0) * (vector[dim] ?? 0) * VECTOR_SCALE;
    sum += (output[unit] ?? 0) * (active > 0 ? active : active * LEAK);
  }
  return sum;
}
