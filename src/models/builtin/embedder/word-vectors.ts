// The words of a text one by one, to see which words of a question have something near them in a line: the vector of a
// whole line knows what it is about, and no longer which of its words says so.

import type { WordVector } from "../../../ports/embedder.ts";
import { type LatinAs, sumOfToken } from "./foreign-text.ts";
import { type ForeignToken, foreignTokens, type Script } from "./foreign-words.ts";
import { count, isForeign, newTally } from "./leaning.ts";
import { latinOf, type StaticModel } from "./pooling.ts";

/** With the marks between them. */
const MAX_WORDS = 64;
/** So many characters tell the language of a text. */
const MAX_READ = 4_000;
const ASCII = /^\p{ASCII}*$/u;
const WORD = /[\p{L}\p{N}]/u;
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

export function wordVectorsOf(text: string, model: StaticModel): readonly WordVector[] {
  return ASCII.test(text)
    ? asciiWordVectors(text.slice(0, MAX_READ).toLowerCase(), model)
    : otherWordVectors(text, model);
}

const SPACE = 0;
const MARK = 1;
const LETTER = 2;
const DIGIT = 3;
const ASCII_END = 128;
const CLASS_OF_ASCII = Uint8Array.from({ length: ASCII_END }, (_, code) => classOfAscii(code));

function classOfAscii(code: number): number {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return SPACE;
  if (/[a-z]/.test(character)) return LETTER;
  return /[0-9]/.test(character) ? DIGIT : MARK;
}

/** Most lines are plain ASCII, and cost a quarter of the time in this way. */
function asciiWordVectors(lower: string, model: StaticModel): readonly WordVector[] {
  const found: KnownWord[] = [];
  const tally = newTally();
  let tokens = 0;
  for (let at = 0; at < lower.length; at++) {
    const kind = classAt(lower, at);
    if (kind !== SPACE) tokens++;
    if (kind < LETTER) continue;
    const start = at;
    while (classAt(lower, at + 1) === kind) at++;
    const word = knownWord(lower.slice(start, at + 1), scriptOf(kind), model);
    if (tokens <= MAX_WORDS) found.push(word);
    if (isWhole(lower, start, at)) count(tally, word.leaning);
  }
  const latin = isForeign(tally) ? "foreign" : "english";
  return found.map((word) => vectorOf(word, latin, model));
}

function scriptOf(kind: number): Script {
  return kind === LETTER ? "latin" : "other";
}

/** Behind either end is a mark. */
function classAt(text: string, at: number): number {
  return CLASS_OF_ASCII[text.charCodeAt(at)] ?? MARK;
}

/** Letters alone, and no part of a word that has digits in it. */
function isWhole(text: string, first: number, last: number): boolean {
  if (classAt(text, first) === DIGIT) return false;
  return classAt(text, first - 1) !== DIGIT && classAt(text, last + 1) !== DIGIT;
}

function otherWordVectors(text: string, model: StaticModel): readonly WordVector[] {
  const latin = latinOf(text, model);
  const found: WordVector[] = [];
  for (const token of foreignTokens(text, MAX_WORDS))
    for (const word of wordsIn(token))
      found.push(vectorOf(knownWord(word, token.script, model), latin, model));
  return found.slice(0, MAX_WORDS);
}

/** What is written without spaces is cut into words first. */
function wordsIn({ script, text }: ForeignToken): readonly string[] {
  if (script !== "cjk") return WORD.test(text) ? [text] : [];
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? [segment] : [],
  );
}

type KnownWord = ForeignToken & {
  /** How much it speaks against English. */
  readonly leaning: number;
  /** As English or another language has it; made when it is first asked for. */
  english: WordVector | undefined;
  foreign: WordVector | undefined;
};

/** Two generations of so many words, of half a kilobyte each: what is in use survives, a number in one line does not. */
const MAX_KNOWN = 3_000;
const MAX_KEPT_LENGTH = 40;
let known = new Map<string, KnownWord>();
let older: ReadonlyMap<string, KnownWord> = new Map();

function knownWord(text: string, script: Script, model: StaticModel): KnownWord {
  const before = known.get(text);
  if (before !== undefined) return before;
  const word = older.get(text) ?? newWord(text, script, model);
  if (text.length > MAX_KEPT_LENGTH) return word;
  if (known.size >= MAX_KNOWN) {
    older = known;
    known = new Map();
  }
  known.set(word.text, word);
  return word;
}

/** V8 copies a slice this short; the slice of a longer word would keep the whole text it came from alive. */
const COPIED_LENGTH = 12;

function newWord(slice: string, script: Script, { vocabulary }: StaticModel): KnownWord {
  const text = slice.length > COPIED_LENGTH ? Buffer.from(slice).toString() : slice;
  const leaning = vocabulary.leanings.get(text) ?? 0;
  return { text, script, leaning, english: undefined, foreign: undefined };
}

function vectorOf(word: KnownWord, latin: LatinAs, model: StaticModel): WordVector {
  const before = word[latin];
  if (before !== undefined) return before;
  const made = newVector(word, latin, model);
  word[latin] = made;
  return made;
}

function newVector(word: KnownWord, latin: LatinAs, model: StaticModel): WordVector {
  const { table: english, vocabulary } = model;
  const sum = sumOfToken(word, latin, { english, vocabulary, foreign: model.foreign });
  let squares = 0;
  for (let at = 0; at < sum.length; at++) squares += (sum[at] ?? 0) ** 2;
  const weight = Math.sqrt(squares);
  const unit = new Float32Array(sum.length);
  if (weight > 0) for (let at = 0; at < sum.length; at++) unit[at] = (sum[at] ?? 0) / weight;
  return { text: word.text, unit, weight };
}
