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
    const free = newer.tokens
      .map((b, j) => ({ b, j }))
      .filter(({ b, j }) => !taken.has(j) && match(a, b));
    // A word said twice is paired with the one in the same role.
    const found = free.find(({ b }) => b.marker === a.marker) ?? free[0];
    if (found === undefined) continue;
    pairs.set(i, found.j);
    taken.add(found.j);
  }
}

/** "sun glasses" and "sunglasses". */
function joinCompounds({ older, newer, pairs, taken }: Work): void {
  const places = [...older.tokens.keys()].flatMap((i) =>
    [...newer.tokens.keys()].map((j) => ({ i, j })),
  );
  for (const { i, j } of places) {
    if (pairs.has(i) || taken.has(j)) continue;
    if (isCompound(older, i, newer.tokens[j])) pairs.set(i + 1, j);
    else if (isCompound(newer, j, older.tokens[i])) taken.add(j + 1);
    else continue;
    pairs.set(i, j);
    taken.add(j);
  }
}

function isCompound({ tokens }: Statement, index: number, whole: Token | undefined): boolean {
  const next = tokens[index + 1];
  return next !== undefined && `${tokens[index]?.word}${next.word}` === whole?.word;
}

function areBothNames(a: Token, b: Token): boolean {
  return a.kind === "name" && b.kind === "name";
}

/** Also through the base form, so that "taught" meets "teacher". */
function haveOneRoot(a: Token, b: Token): boolean {
  const roots = [rootOf(a.word), rootOf(a.key)];
  return roots.includes(rootOf(b.word)) || roots.includes(rootOf(b.key));
}

/** "teacher" and "teaching"; too short a root proves nothing, so the word stands for itself. */
function rootOf(word: string): string {
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
