// Pairs the words of two statements: same word, same word in another form, near-equal, or one word written as two.

import { areEquals } from "./lexicon.ts";
import { doneBy, isDoing, rootOf } from "./roots.ts";
import type { Alignment, Statement, Token } from "./token.ts";

type Match = (a: Token, b: Token) => boolean;

/** Strictest first, so that a word never takes a near-equal while its equal is still free. */
const MATCHES: readonly Match[] = [
  (a, b) => a.word === b.word && a.key === b.key && a.kind === b.kind,
  (a, b) => a.key === b.key && !areBothNames(a, b),
  (a, b) => a.kind === "word" && b.kind === "word" && areEquals(a.key, b.key),
  (a, b) => a.kind === "word" && b.kind === "word" && haveOneRoot(a, b),
  (a, b) => a.kind === "word" && b.kind === "word" && (isDoerOf(a, b) || isDoerOf(b, a)),
];

export function align(older: Statement, newer: Statement): Alignment {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const match of MATCHES) pairUp({ older, newer, pairs, taken }, match);
  joinCompounds({ older, newer, pairs, taken });
  return {
    pairs,
    olderOnly: older.tokens.filter((_, index) => !pairs.has(index)),
    newerOnly: newer.tokens.filter((_, index) => !taken.has(index)),
  };
}

type Work = Readonly<{
  older: Statement;
  newer: Statement;
  pairs: Map<number, number>;
  taken: Set<number>;
}>;

function pairUp({ older, newer, pairs, taken }: Work, match: Match): void {
  for (const [i, a] of older.tokens.entries()) {
    if (pairs.has(i)) continue;
    const j = bestMatch(a, { newer, taken }, match);
    if (j === undefined) continue;
    pairs.set(i, j);
    taken.add(j);
  }
}

/** A word said twice is paired with the one in the same role. */
function bestMatch(
  a: Token,
  { newer, taken }: Pick<Work, "newer" | "taken">,
  match: Match,
): number | undefined {
  let first: number | undefined;
  for (const [j, b] of newer.tokens.entries()) {
    if (taken.has(j) || !match(a, b)) continue;
    if (b.marker === a.marker) return j;
    first ??= j;
  }
  return first;
}

/** "sun glasses" and "sunglasses". */
function joinCompounds(work: Work): void {
  for (const i of work.older.tokens.keys())
    for (const j of work.newer.tokens.keys())
      if (!work.pairs.has(i) && !work.taken.has(j)) joinAt(work, i, j);
}

function joinAt({ older, newer, pairs, taken }: Work, i: number, j: number): void {
  if (isCompound(older, i, newer.tokens[j])) pairs.set(i + 1, j);
  else if (isCompound(newer, j, older.tokens[i])) taken.add(j + 1);
  else return;
  pairs.set(i, j);
  taken.add(j);
}

function isCompound({ tokens }: Statement, index: number, whole: Token | undefined): boolean {
  const next = tokens[index + 1];
  if (whole === undefined || (next?.word.length ?? 0) >= whole.word.length) return false;
  return next !== undefined && `${tokens[index]?.word}${next.word}` === whole?.word;
}

function areBothNames(a: Token, b: Token): boolean {
  return a.kind === "name" && b.kind === "name";
}

/** "the head of the team" and "its leader" lead it. */
function isDoerOf(doer: Token, { key, isVerb }: Token): boolean {
  if (!isVerb || doer.isVerb) return false;
  const done = doneBy(doer.word);
  return (done !== undefined && areEquals(done, key)) || isDoing(doer.word, key);
}

function haveOneRoot(a: Token, b: Token): boolean {
  return rootOf(a.word) === rootOf(b.word);
}
