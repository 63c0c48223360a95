// Which rows of the table a token stands for: its word pieces, its own row if it has one, and its pairs.

import type { Leanings } from "./leaning.ts";

/** A token as the table knows it. */
export type Entry = Readonly<{
  /** In lower case, as the vocabulary has it. */
  token: string;
  rows: readonly number[];
  /** Tokens that, coming right after this one, add the row of the pair. */
  followers: ReadonlyMap<string, number> | undefined;
  /** Undefined where it is no word of plain letters. */
  leaning: number | undefined;
}>;

export type Vocabulary = Readonly<{
  pieces: ReadonlyMap<string, number>;
  longestPiece: number;
  unknown: number;
  wholeWords: ReadonlyMap<string, number>;
  pairs: ReadonlyMap<string, ReadonlyMap<string, number>>;
  leanings: Leanings;
  entries: Map<string, Entry>;
}>;

const PLAIN_WORD = /^[a-z]+$/;
const MAX_WORD_LENGTH = 100;
const CONTINUATION = "##";
const NO_GAP = -1;
const MAX_ENTRIES = 50_000;
// V8 copies a slice this short; the slice of a longer word would keep the whole text it came from alive.
const MAX_KEPT_LENGTH = 12;

/** One line a row: first the word pieces, then whole words and, with a space between, word pairs. */
export function parseVocabulary(text: string, pieceCount: number, leanings: Leanings): Vocabulary {
  const pieces = new Map<string, number>();
  const wholeWords = new Map<string, number>();
  const pairs = new Map<string, Map<string, number>>();
  let longestPiece = 0;
  const lines = text.trimEnd().split("\n");
  // Counted by hand: every process that embeds reads all of it first.
  for (let row = 0; row < lines.length; row++) {
    const line = lines[row] ?? "";
    const gap = row < pieceCount ? NO_GAP : line.indexOf(" ");
    if (row < pieceCount) {
      pieces.set(line, row);
      longestPiece = Math.max(longestPiece, line.length);
    } else if (gap === NO_GAP) wholeWords.set(line, row);
    else addPair(pairs, [line.slice(0, gap), line.slice(gap + 1)], row);
  }
  const unknown = pieces.get("[UNK]");
  if (unknown === undefined) throw new Error("The embedder's vocabulary has no [UNK] line.");
  return { pieces, longestPiece, unknown, wholeWords, pairs, leanings, entries: new Map() };
}

type Pairs = Map<string, Map<string, number>>;

function addPair(pairs: Pairs, [first, second]: readonly [string, string], row: number): void {
  const followers = pairs.get(first);
  if (followers === undefined) pairs.set(first, new Map([[second, row]]));
  else followers.set(second, row);
}

/** Known by its spelling, so that a text need not be put into lower case to be looked up. */
export function lookUp(spelling: string, vocabulary: Vocabulary): Entry {
  const { entries } = vocabulary;
  const known = entries.get(spelling);
  if (known !== undefined) return known;
  const entry = entryOf(spelling.toLowerCase(), vocabulary);
  if (spelling.length > MAX_KEPT_LENGTH) return entry;
  if (entries.size >= MAX_ENTRIES) entries.clear();
  entries.set(spelling, entry);
  return entry;
}

function entryOf(token: string, vocabulary: Vocabulary): Entry {
  const rows = wordPieces(token, vocabulary);
  const whole = vocabulary.wholeWords.get(token);
  if (whole !== undefined) rows.push(whole);
  const leaning = PLAIN_WORD.test(token) ? (vocabulary.leanings.get(token) ?? 0) : undefined;
  return { token, rows, followers: vocabulary.pairs.get(token), leaning };
}

/** Whether the table has a row for it as a whole. */
export function isKnown(token: string, { pieces, wholeWords }: Vocabulary): boolean {
  return pieces.has(token) || wholeWords.has(token);
}

/** The longest piece that fits, again and again; a token with a part that fits nothing is unknown as a whole. */
function wordPieces(token: string, vocabulary: Vocabulary): number[] {
  if (isTooLong(token)) return [vocabulary.unknown];
  const rows: number[] = [];
  let start = 0;
  while (start < token.length) {
    const piece = longestPieceAt(token, start, vocabulary);
    if (piece === undefined) return [vocabulary.unknown];
    rows.push(piece.row);
    start = piece.end;
  }
  return rows;
}

function longestPieceAt(
  token: string,
  start: number,
  { pieces, longestPiece }: Vocabulary,
): { row: number; end: number } | undefined {
  // The mark is put in front once, and not of each part: to join two strings takes longer than to cut one.
  const marked = start === 0 ? token : CONTINUATION + token.slice(start);
  const before = marked.length - (token.length - start);
  for (let length = Math.min(longestPiece, token.length - start); length > 0; length--) {
    const row = pieces.get(marked.slice(0, before + length));
    if (row !== undefined) return { row, end: start + length };
  }
  return undefined;
}

/** Counted in characters, not in the two halves JavaScript gives some of them. */
function isTooLong(token: string): boolean {
  return token.length > MAX_WORD_LENGTH && [...token].length > MAX_WORD_LENGTH;
}
