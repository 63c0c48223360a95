// Pairs the words of two statements: same word, same word in another form, near-equal, or one word written as two.

import { areEquals, classesOfKey } from "./lexicon.ts";
import { doings, doneBy, isDoing, rootOf } from "./roots.ts";
import type { Alignment, Statement, Token } from "./token.ts";

type Mark = string | number;
type Match = Readonly<{
  /** Two words that match have one of these in common; most words meet nobody, and are not tried. */
  marks: (token: Token) => readonly Mark[];
  are: (a: Token, b: Token) => boolean;
}>;

/** Strictest first, so that a word never takes a near-equal while its equal is still free. */
const MATCHES: readonly Match[] = [
  {
    marks: ({ key }) => [key],
    are: (a, b) => a.word === b.word && a.key === b.key && a.kind === b.kind,
  },
  { marks: ({ key }) => [key], are: (a, b) => a.key === b.key && !areBothNames(a, b) },
  {
    marks: ({ kind, key }) => (kind === "word" ? classesOfKey(key) : []),
    are: (a, b) => areEquals(a.key, b.key),
  },
  {
    marks: ({ kind, word }) => (kind === "word" ? [rootOf(word)] : []),
    are: (a, b) => rootOf(a.word) === rootOf(b.word),
  },
  { marks: deedMarks, are: (a, b) => isDoerOf(a, b) || isDoerOf(b, a) },
];

/** For each way to match: the marks of each word, and the words of each mark. */
type Marked = Readonly<{ of: readonly (readonly Mark[])[]; at: ReadonlyMap<Mark, number[]> }>;
const marked = new WeakMap<Statement, readonly Marked[]>();

export function align(older: Statement, newer: Statement): Alignment {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const work = { older, newer, pairs, taken };
  const [a, b] = [marksOf(older), marksOf(newer)];
  for (const [stage, { are }] of MATCHES.entries())
    pairUp(work, { are, of: a[stage]?.of ?? [], at: b[stage]?.at ?? new Map() });
  joinCompounds(work);
  return {
    pairs,
    olderOnly: older.tokens.filter((_, index) => !pairs.has(index)),
    newerOnly: newer.tokens.filter((_, index) => !taken.has(index)),
  };
}

function marksOf(statement: Statement): readonly Marked[] {
  const known = marked.get(statement);
  if (known !== undefined) return known;
  const made = MATCHES.map(({ marks }) => {
    const of = statement.tokens.map(marks);
    const at = new Map<Mark, number[]>();
    for (const [index, ones] of of.entries())
      for (const mark of ones) at.set(mark, [...(at.get(mark) ?? []), index]);
    return { of, at };
  });
  marked.set(statement, made);
  return made;
}

type Work = Readonly<{
  older: Statement;
  newer: Statement;
  pairs: Map<number, number>;
  taken: Set<number>;
}>;

function pairUp(
  { older, newer, pairs, taken }: Work,
  { are, of, at }: Marked & Pick<Match, "are">,
): void {
  for (const [i, a] of older.tokens.entries()) {
    if (pairs.has(i)) continue;
    const met = (of[i] ?? []).flatMap((mark) => at.get(mark) ?? []);
    if (met.length === 0) continue;
    const fits = met
      .filter((j) => !taken.has(j) && isMatch(a, newer.tokens[j], are))
      .toSorted((j, k) => j - k);
    // A word said twice is paired with the one in the same role.
    const best = fits.find((j) => newer.tokens[j]?.marker === a.marker) ?? fits[0];
    if (best === undefined) continue;
    pairs.set(i, best);
    taken.add(best);
  }
}

function isMatch(a: Token, b: Token | undefined, are: Match["are"]): boolean {
  return b !== undefined && are(a, b);
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
  const first = tokens[index]?.word;
  const next = tokens[index + 1]?.word;
  if (first === undefined || next === undefined || whole === undefined || first === "")
    return false;
  return first.length + next.length === whole.word.length && `${first}${next}` === whole.word;
}

function areBothNames(a: Token, b: Token): boolean {
  return a.kind === "name" && b.kind === "name";
}

/** Of a verb itself and its equals; of whoever does it, what they do. */
function deedMarks({ kind, word, key, isVerb }: Token): readonly Mark[] {
  if (kind !== "word") return [];
  if (isVerb) return [key, ...classesOfKey(key)];
  const done = doneBy(word);
  return [...doings(word), ...(done === undefined ? [] : classesOfKey(done))];
}

/** "the head of the team" and "its leader" lead it. */
function isDoerOf(doer: Token, { key, isVerb }: Token): boolean {
  if (!isVerb || doer.isVerb) return false;
  const done = doneBy(doer.word);
  return (done !== undefined && areEquals(done, key)) || isDoing(doer.word, key);
}
