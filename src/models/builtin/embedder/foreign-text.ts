// Adds up a text that is not all English: rows of both tables, which share one space.

import { printsOf, type WordPrints } from "./fingerprints.ts";
import { addForeignRow, type ForeignTable, rowAt } from "./foreign-table.ts";
import { type ForeignToken, foreignTokens } from "./foreign-words.ts";
import type { Table } from "./table.ts";
import { isKnown, lookUp, type Vocabulary } from "./vocabulary.ts";

export type ForeignRows = Readonly<{ table: ForeignTable; known: Map<string, ForeignWord> }>;
type ForeignWord = Readonly<{ hasOwnRow: boolean; rows: readonly number[] }>;

/** How the Latin words of a text are read: as English, or as another language's where they have a row there. */
export type LatinAs = "english" | "foreign";
export type Tables = Readonly<{
  english: Table;
  vocabulary: Vocabulary;
  /** Read when the first word needs it. */
  foreign: () => ForeignRows;
}>;
type Sum = { cells: Float64Array; rows: number; followers: Entry["followers"] };
type Entry = ReturnType<typeof lookUp>;

const MAX_TOKENS = 512;
const MAX_ROWS = 4_096;
const SPEAKER = /^[^:\n]{1,40}: /u;
/** A shorter word of the English table's is too often another language's. */
const SHORTEST_BORROWED = 3;
const MAX_KNOWN = 20_000;
// As in the English vocabulary: V8 copies a slice this short.
const MAX_KEPT_LENGTH = 12;

export function foreignRows(table: ForeignTable): ForeignRows {
  return { table, known: new Map() };
}

/** Not yet made one long. The speaker before a turn is a name, so its Latin words are read as English ones. */
export function foreignSum(text: string, latin: LatinAs, tables: Tables): Float64Array {
  const cells = new Float64Array(tables.english.dims);
  const sum: Sum = { cells, rows: 0, followers: undefined };
  const speaker = SPEAKER.exec(text)?.[0] ?? "";
  for (const token of foreignTokens(speaker, MAX_TOKENS)) add(token, "english", { sum, tables });
  for (const token of foreignTokens(text.slice(speaker.length), MAX_TOKENS)) {
    if (sum.rows >= MAX_ROWS) break;
    add(token, latin, { sum, tables });
  }
  return cells;
}

/** Of one word alone. */
export function sumOfToken(token: ForeignToken, latin: LatinAs, tables: Tables): Float64Array {
  const cells = new Float64Array(tables.english.dims);
  add(token, latin, { sum: { cells, rows: 0, followers: undefined }, tables });
  return cells;
}

type Into = Readonly<{ sum: Sum; tables: Tables }>;

function add(token: ForeignToken, latin: LatinAs, into: Into): void {
  const isLatin = token.script === "latin";
  if (token.script === "other" || (isLatin && latin === "english")) {
    addEnglish(token.text, into);
    return;
  }
  const foreign = into.tables.foreign();
  const word = foreignWord(token, foreign);
  if (isLatin && !word.hasOwnRow && isBorrowed(token.text, into.tables.vocabulary)) {
    addEnglish(token.text, into);
    return;
  }
  for (const row of word.rows) addForeignRow(into.sum.cells, row, foreign.table);
  into.sum.rows += word.rows.length;
  into.sum.followers = undefined;
}

/** Names, brands and English words said in another language. */
function isBorrowed(word: string, vocabulary: Vocabulary): boolean {
  return word.length >= SHORTEST_BORROWED && isKnown(word, vocabulary);
}

function addEnglish(token: string, { sum, tables }: Into): void {
  const entry = lookUp(token, tables.vocabulary);
  const pair = sum.followers?.get(entry.token);
  for (const row of entry.rows) addEnglishRow(sum.cells, row, tables.english);
  if (pair !== undefined) addEnglishRow(sum.cells, pair, tables.english);
  sum.rows += entry.rows.length;
  sum.followers = entry.followers;
}

function addEnglishRow(sum: Float64Array, row: number, { cells, dims, weights }: Table): void {
  const weight = weights[row] ?? 0;
  const from = (row * dims) >> 2;
  for (let dim = 0; dim < dims; dim++) {
    const cell = ((cells[from + (dim >> 2)] ?? 0) << (24 - 8 * (dim & 3))) >> 24;
    sum[dim] = (sum[dim] ?? 0) + weight * cell;
  }
}

function foreignWord({ script, text }: ForeignToken, { table, known }: ForeignRows): ForeignWord {
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = rowsOf(printsOf(script, text), table);
  if (text.length > MAX_KEPT_LENGTH) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, found);
  return found;
}

function rowsOf({ word, parts }: WordPrints, table: ForeignTable): ForeignWord {
  const own = word === undefined ? -1 : rowAt(word, table);
  const rows = own < 0 ? [] : [own];
  for (const part of parts) {
    const row = rowAt(part, table);
    if (row >= 0) rows.push(row);
  }
  return { hasOwnRow: own >= 0, rows };
}
