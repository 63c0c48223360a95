// How much of a question's words a text holds: the rare ones count most, repeats soon stop counting, long texts are
// held back, and words that stand side by side in both count extra.

import type { Rarity } from "./candidate.ts";
import type { RecallPolicy } from "./policy.ts";

export type AskedWords = Readonly<{
  /** In order, repeats kept. */
  sequence: readonly string[];
  /** Stems of names of people who speak. */
  names: ReadonlySet<string>;
}>;

export type WordScale = Readonly<{
  rarity: Rarity;
  averageLength: number;
  words: RecallPolicy["words"];
}>;

/** The share of the question's weight found in a text; repeats in it can take that of its words above 1. */
export type Measure = Readonly<{
  words: (text: readonly string[]) => number;
  phrases: (text: readonly string[]) => number;
  /** Which words of the question a text holds. */
  held: (text: readonly string[]) => ReadonlySet<string>;
  /** The share that texts hold together, each word once; `length` in stems of all of them and `texts` for how many. */
  together: (
    words: ReadonlySet<string>,
    size: Readonly<{ length: number; texts: number }>,
  ) => number;
}>;

const NOTHING: Measure = {
  words: () => 0,
  phrases: () => 0,
  held: () => new Set(),
  together: () => 0,
};

/** Measures texts against one question. */
export function wordMeasure(
  asked: AskedWords,
  { rarity, averageLength, words }: WordScale,
): Measure {
  const weights = new Map<string, number>();
  for (const term of asked.sequence)
    weights.set(term, rarity(term) * (asked.names.has(term) ? words.name : 1));
  const whole = sum(weights.values());
  const pairs = pairsOf(asked, weights);
  if (whole === 0) return NOTHING;
  const heldBackBy = (length: number) =>
    words.saturation *
    (1 - words.lengthPenalty + (words.lengthPenalty * length) / Math.max(1, averageLength));
  return {
    words: (text) => {
      const heldBack = heldBackBy(text.length);
      let found = 0;
      for (const [term, count] of countsOf(text, weights))
        found += ((weights.get(term) ?? 0) * count * (words.saturation + 1)) / (count + heldBack);
      return found / whole;
    },
    phrases: (text) => (words.phrase * phrases(text, pairs)) / whole,
    held: (text) => new Set(text.filter((term) => weights.has(term))),
    together: (found, { length, texts }) => {
      const factor = (words.saturation + 1) / (1 + heldBackBy(length / texts));
      let weight = 0;
      for (const term of found) weight += weights.get(term) ?? 0;
      return (weight * factor) / whole;
    },
  };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Most texts hold none of the words, and need no map of their own. */
function countsOf(
  text: readonly string[],
  weights: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  let counts: Map<string, number> | undefined;
  for (const term of text) {
    if (!weights.has(term)) continue;
    counts ??= new Map();
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts ?? NONE;
}

type Pairs = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Neighbouring stems of the question, weighing as much as the commoner of the two; names make no phrase. */
function pairsOf({ sequence, names }: AskedWords, weights: ReadonlyMap<string, number>): Pairs {
  const pairs = new Map<string, Map<string, number>>();
  for (const [at, second] of sequence.entries()) {
    const first = sequence[at - 1];
    if (first === undefined || names.has(first) || names.has(second)) continue;
    const followers = pairs.get(first) ?? new Map<string, number>();
    followers.set(second, Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0));
    pairs.set(first, followers);
  }
  return pairs;
}

/** Each pair counts once, however often the text repeats it. */
function phrases(text: readonly string[], pairs: Pairs): number {
  let found: Map<string, number> | undefined;
  for (let at = 1; at < text.length; at++) {
    const first = text[at - 1] ?? "";
    const second = text[at] ?? "";
    const weight = pairs.get(first)?.get(second);
    if (weight === undefined) continue;
    found ??= new Map();
    found.set(`${first} ${second}`, weight);
  }
  return found === undefined ? 0 : sum(found.values());
}
