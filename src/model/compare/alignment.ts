// Pairs the words of two statements: same word, same word in another form, near-equal, or one word written as two.

import { areEquals, classesOfKey } from "./lexicon.ts";
import { doings, doneBy, isDoing, rootOf } from "./roots.ts";
import type { Alignment, Statement, Token } from "./token.ts";

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
  {
    marks: ({ kind, word }) => (kind === "word" ? [rootOf(word)] : NONE),
    are: (a, b) => rootOf(a.word) === rootOf(b.word),
  },
  { marks: deedMarks, are: (a, b) => isDoerOf(a, b) || isDoerOf(b, a) },
];

/** What pairing asks of a statement, worked out once: a line is compared with many others. */
type Marked = Readonly<{
  /** One for each way to match. */
  stages: readonly Stage[];
  /** The marks of each word in all ways to match, and all of them together. */
  marks: Marks;
  all: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Each two neighbours written as one word. */
  compounds: readonly string[];
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
  if (haveCompound(a, b) || haveCompound(b, a)) joinCompounds(work);
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
  const words = new Set<string>();
  for (const { word } of tokens) words.add(word);
  const made = { stages, marks, all, words, compounds: compoundsOf(tokens) };
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

function compoundsOf(tokens: readonly Token[]): string[] {
  const compounds: string[] = [];
  for (const index of tokens.keys()) {
    const compound = compoundAt(tokens, index);
    if (compound !== undefined) compounds.push(compound);
  }
  return compounds;
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

/** Whether two neighbours of one side are one word of the other: no compound can be joined without. */
function haveCompound({ compounds }: Marked, { words }: Marked): boolean {
  return hasAny(words, compounds);
}

/** "sun glasses" and "sunglasses". */
function joinCompounds(work: Work): void {
  for (const i of work.older.tokens.keys()) {
    if (work.pairs.has(i)) continue;
    for (const j of work.newer.tokens.keys())
      if (!work.pairs.has(i) && !work.taken.has(j)) joinAt(work, i, j);
  }
}

function joinAt({ older, newer, pairs, taken }: Work, i: number, j: number): void {
  if (isCompound(older, i, newer.tokens[j])) pairs.set(i + 1, j);
  else if (isCompound(newer, j, older.tokens[i])) taken.add(j + 1);
  else return;
  pairs.set(i, j);
  taken.add(j);
}

function isCompound({ tokens }: Statement, index: number, whole: Token | undefined): boolean {
  return whole !== undefined && compoundAt(tokens, index) === whole.word;
}

function compoundAt(tokens: readonly Token[], index: number): string | undefined {
  const first = tokens[index]?.word;
  const next = tokens[index + 1]?.word;
  return first === undefined || next === undefined || first === "" ? undefined : `${first}${next}`;
}

function areBothNames(a: Token, b: Token): boolean {
  return a.kind === "name" && b.kind === "name";
}

/** Of a verb itself and its equals; of whoever does it, what they do. */
function deedMarks({ kind, word, key, isVerb }: Token): readonly string[] {
  if (kind !== "word") return NONE;
  if (isVerb) return [key, ...classesOfKey(key)];
  const done = doneBy(word);
  return done === undefined ? doings(word) : [...doings(word), ...classesOfKey(done)];
}

/** "the head of the team" and "its leader" lead it. */
function isDoerOf(doer: Token, { key, isVerb }: Token): boolean {
  if (!isVerb || doer.isVerb) return false;
  const done = doneBy(doer.word);
  return (done !== undefined && areEquals(done, key)) || isDoing(doer.word, key);
}
