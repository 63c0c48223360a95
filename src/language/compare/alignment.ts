// Pairs the words of two statements: same word, same word in another form, or near-equal; and how far two statements arrange them alike.

import { areEquals, classesOfKey } from "./lexicon.ts";
import type { Alignment, Statement, Token } from "./statement.ts";

type Match = Readonly<{
  /** Two words that match have one of these in common; most words meet nobody, and are not tried. */
  marks: (token: Token) => readonly string[];
  are: (a: Token, b: Token) => boolean;
}>;

const NONE: readonly string[] = [];

/** Strictest first, so that a word never takes a near-equal while its equal is still free. */
const MATCHES: readonly Match[] = [
  {
    marks: ({ key }) => [key],
    are: (a, b) => a.word === b.word && a.key === b.key && a.kind === b.kind,
  },
  { marks: ({ key }) => [key], are: (a, b) => a.key === b.key && !areBothNames(a, b) },
  {
    marks: ({ kind, key }) => (kind === "word" ? classesOfKey(key) : NONE),
    are: (a, b) => areEquals(a.key, b.key),
  },
];

/** "On Friday" may open or close a sentence. */
const FLOATING: ReadonlySet<string> = new Set(["date", "number"]);
const BARE_MARKERS: ReadonlySet<string> = new Set(["be", "by", "of", "for"]);

/** What pairing asks of a statement, worked out once: a line is compared with many others. */
type Marked = Readonly<{
  /** One for each way to match. */
  stages: readonly Stage[];
  /** The marks of each word in all ways to match, and all of them together. */
  marks: Marks;
  all: ReadonlySet<string>;
}>;
type Marks = readonly (readonly string[])[];
/** The marks of each word, and the words of each mark. */
type Stage = Readonly<{
  are: Match["are"];
  of: Marks;
  at: ReadonlyMap<string, readonly number[]>;
}>;
const marked = new WeakMap<Statement, Marked>();

export function align(older: Statement, newer: Statement): Alignment {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const work = { older, newer, pairs, taken };
  const a = marksOf(older);
  const b = marksOf(newer);
  pairAll(work, a, b);
  return { pairs, olderOnly: without(older, pairs), newerOnly: without(newer, taken) };
}

function without(
  { tokens }: Statement,
  paired: Readonly<{ has: (index: number) => boolean }>,
): Token[] {
  const only: Token[] = [];
  for (const [index, token] of tokens.entries()) if (!paired.has(index)) only.push(token);
  return only;
}

function marksOf(statement: Statement): Marked {
  const known = marked.get(statement);
  if (known !== undefined) return known;
  const { tokens } = statement;
  const stages = MATCHES.map((match) => stageOf(tokens, match));
  const marks = allMarks(stages, tokens.length);
  const all = new Set<string>();
  for (const ones of marks) for (const mark of ones) all.add(mark);
  const made = { stages, marks, all };
  marked.set(statement, made);
  return made;
}

/** Of each word, in whichever way they match. */
function allMarks(stages: readonly Stage[], length: number): Marks {
  const marks: string[][] = [];
  for (let index = 0; index < length; index += 1) {
    const ones = new Set<string>();
    for (const { of } of stages) for (const mark of of[index] ?? NONE) ones.add(mark);
    marks.push([...ones]);
  }
  return marks;
}

function stageOf(tokens: readonly Token[], { marks, are }: Match): Stage {
  const of: (readonly string[])[] = [];
  const at = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    const ones = marks(token);
    of.push(ones);
    for (const mark of ones) {
      const places = at.get(mark);
      if (places === undefined) at.set(mark, [index]);
      else places.push(index);
    }
  }
  return { are, of, at };
}

type Work = Readonly<{
  older: Statement;
  newer: Statement;
  pairs: Map<number, number>;
  taken: Set<number>;
}>;

/** Only words that share a mark with the other side are tried at all, in each way to match. */
function pairAll(work: Work, a: Marked, b: Marked): void {
  let open: number[] = [];
  for (let i = 0; i < a.marks.length; i += 1) if (hasAny(b.all, a.marks[i] ?? NONE)) open.push(i);
  for (let stage = 0; stage < a.stages.length && open.length > 0; stage += 1) {
    const from = a.stages[stage];
    const to = b.stages[stage];
    if (from === undefined || to === undefined) return;
    const way = { are: from.are, of: from.of, at: to.at };
    open = open.filter((i) => !isPairedUp(work, i, way));
  }
}

function hasAny(all: ReadonlySet<string>, marks: readonly string[]): boolean {
  for (const mark of marks) if (all.has(mark)) return true;
  return false;
}

function isPairedUp(work: Work, i: number, way: Stage): boolean {
  const fits = fitsOf(work, i, way);
  const marker = work.older.tokens[i]?.marker;
  // A word said twice is paired with the one in the same role.
  const best = fits.find((j) => work.newer.tokens[j]?.marker === marker) ?? fits[0];
  if (best === undefined) return false;
  work.pairs.set(i, best);
  work.taken.add(best);
  return true;
}

/** The free words of the other side that match, in order. */
function fitsOf({ older, newer, taken }: Work, i: number, { are, of, at }: Stage): number[] {
  const a = older.tokens[i];
  const fits: number[] = [];
  for (const mark of of[i] ?? NONE) {
    const places = at.get(mark);
    if (places === undefined) continue;
    for (const j of places) if (!taken.has(j) && isMatch(a, newer.tokens[j], are)) fits.push(j);
  }
  return fits.length > 1 ? fits.sort((j, k) => j - k) : fits;
}

function isMatch(a: Token | undefined, b: Token | undefined, are: Match["are"]): boolean {
  return a !== undefined && b !== undefined && are(a, b);
}

function areBothNames(a: Token, b: Token): boolean {
  return a.kind === "name" && b.kind === "name";
}

/** Share of the common words that keep their order: the longest rising run of their places. */
export function orderKept({ tokens }: Statement, { pairs }: Alignment): number {
  const places = [...pairs]
    .filter(([index]) => !FLOATING.has(tokens[index]?.kind ?? ""))
    .sort(([a], [b]) => a - b)
    .map(([, place]) => place);
  // Two words in the other order are "the report's deadline" and "the deadline of the report".
  if (places.length < 3) return 1;
  const lengths: number[] = [];
  for (const [index, place] of places.entries()) {
    const before = lengths.filter(
      (_, earlier) => (places[earlier] ?? 0) <= place && earlier < index,
    );
    lengths.push(1 + Math.max(0, ...before));
  }
  return Math.max(...lengths) / places.length;
}

/** Common words that stand behind a preposition on one side and bare on the other. */
export function shiftedWords(older: Statement, newer: Statement, { pairs }: Alignment): number {
  return [...pairs].filter(([i, j]) => isPlaced(older, i) !== isPlaced(newer, j)).length;
}

/** A preposition holds for the whole run of words behind it: "in a black jersey". */
function isPlaced({ tokens }: Pick<Statement, "tokens">, index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  if (token.marker !== "") return !BARE_MARKERS.has(token.marker);
  if (token.afterStop) return false;
  return tokens[index - 1]?.at === token.at - 1 && isPlaced({ tokens }, index - 1);
}
