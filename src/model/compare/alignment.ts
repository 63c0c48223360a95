// Pairs the words of two statements: same word, same word in another form, near-equal, or one word written as two.

import { areEquals, isVerb, keyOf } from "./lexicon.ts";
import type { Alignment, Statement, Token } from "./token.ts";

type Match = (a: Token, b: Token) => boolean;

const SUFFIXES =
  /(?:ation|ition|ments?|ness|ings?|ions?|ians?|ists?|ers?|ors?|ity|ance|ence|ical|ics?|al|ive|ous|ful|ly|ed|es|s|y|e)$/;
const MIN_ROOT = 5;

/** Strictest first, so that a word never takes a near-equal while its equal is still free. */
const MATCHES: readonly Match[] = [
  (a, b) => a.word === b.word && a.kind === b.kind,
  (a, b) => a.key === b.key && !areBothNames(a, b),
  (a, b) => a.kind === "word" && b.kind === "word" && areEquals(a.key, b.key),
  (a, b) => a.kind === "word" && b.kind === "word" && haveOneRoot(a, b),
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

/** Also through the base form, so that "taught" meets "teacher". */
function haveOneRoot(a: Token, b: Token): boolean {
  const one = rootOf(a.word);
  const other = rootOf(a.key);
  const root = rootOf(b.word);
  return root === one || root === other || rootOf(b.key) === one || rootOf(b.key) === other;
}

const MAX_CACHED_ROOTS = 20_000;
const roots = new Map<string, string>();

function rootOf(word: string): string {
  const known = roots.get(word);
  if (known !== undefined) return known;
  const root = cutToRoot(word);
  if (roots.size >= MAX_CACHED_ROOTS) roots.clear();
  roots.set(word, root);
  return root;
}

/** "teacher" and "teaching"; too short a root proves nothing, so the word stands for itself. */
function cutToRoot(word: string): string {
  const root = word
    .replace(SUFFIXES, "")
    .replace(/([^aeiou])\1$/, "$1")
    .replace(/i$/, "");
  return root.length >= MIN_ROOT ? root : (verbOfDoer(word) ?? word);
}

/** "leader" leads; a short word counts only when what is left is a verb we know. */
function verbOfDoer(word: string): string | undefined {
  const cut = /^(.{2,})[eo]rs?$/.exec(word)?.[1];
  if (cut === undefined) return isVerb(keyOf(word)) ? rootOfVerb(word) : undefined;
  const bases = [cut, `${cut}e`, cut.replace(/(.)\1$/, "$1")];
  const base = bases.find((candidate) => isVerb(keyOf(candidate)));
  return base === undefined ? undefined : rootOfVerb(base);
}

function rootOfVerb(word: string): string {
  return `to ${keyOf(word)}`;
}
