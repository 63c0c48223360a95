// How near the nearest words of a text are to each word of the question: "job" is found in "I work at a bank". One
// vector for a whole text knows what it is about, and no longer which of its words says so.

import { stem, words } from "../model/text.ts";
import type { WordVector, WordVectors } from "../ports/embedder.ts";

/** One value for each word of the question, -1 to 1. */
export type Nearest = Float32Array;

export type NearWords = Readonly<{
  nearest: (text: string) => Nearest;
  /** The mean over the question's words, each with the nearest of all these texts; rare words count most. */
  share: (texts: readonly Nearest[]) => number;
}>;

type Asked = Readonly<{ question: string; nameStems: ReadonlySet<string> }>;

/** Without the names of people who speak: that somebody is greeted by name is no answer. */
export function nearWords({ question, nameStems }: Asked, wordVectors: WordVectors): NearWords {
  const plain = words(question).filter((word) => !nameStems.has(stem(word)));
  const asked = wordVectors(plain.join(" "));
  const weights = asked.map(({ weight }) => weight);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const raise = nearnessTo(asked);
  return {
    nearest: (text) => {
      const best = new Float32Array(asked.length);
      for (const word of wordVectors(text)) raise(best, word);
      return best;
    },
    share: (texts) => {
      const best = new Float32Array(asked.length);
      for (const text of texts) keepHigher(best, text);
      let near = 0;
      for (const [at, weight] of weights.entries()) near += weight * (best[at] ?? 0);
      return whole === 0 ? 0 : near / whole;
    },
  };
}

/** Words of the question that are compared at once. */
const SIDE_BY_SIDE = 4;
const FIRST_ROOM = 1_024;

type RaiseTo = (best: Nearest, word: WordVector) => void;

/** Holds each word against the question once, since the same ones stand in many lines. */
function nearnessTo(asked: readonly WordVector[]): RaiseTo {
  const groups = groupsOf(asked);
  const width = SIDE_BY_SIDE * groups.length;
  const starts = new Map<WordVector, number>();
  let found = new Float32Array(FIRST_ROOM * width);
  const startOf = (word: WordVector): number => {
    const before = starts.get(word);
    if (before !== undefined) return before;
    const start = starts.size * width;
    starts.set(word, start);
    if (start + width > found.length) found = twiceAsLong(found);
    for (const [at, group] of groups.entries())
      putProducts(word.unit, group, { found, at: start + SIDE_BY_SIDE * at });
    return start;
  };
  return (best, word) => {
    const start = startOf(word);
    for (let at = 0; at < best.length; at++) {
      const value = found[start + at] ?? 0;
      if (value > (best[at] ?? 0)) best[at] = value;
    }
  };
}

/** The cells of four words by turns, so that each cell of another word is read once for all four. */
function groupsOf(asked: readonly WordVector[]): readonly Float32Array[] {
  const groups: Float32Array[] = [];
  for (const [at, { unit }] of asked.entries()) {
    const place = at % SIDE_BY_SIDE;
    const group =
      groups[(at - place) / SIDE_BY_SIDE] ?? new Float32Array(SIDE_BY_SIDE * unit.length);
    if (place === 0) groups.push(group);
    for (const [dim, cell] of unit.entries()) group[SIDE_BY_SIDE * dim + place] = cell;
  }
  return groups;
}

type Into = Readonly<{ found: Float32Array; at: number }>;

function putProducts(unit: Float32Array, group: Float32Array, { found, at }: Into): void {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let dim = 0, from = 0; dim < unit.length; dim++, from += SIDE_BY_SIDE) {
    const cell = unit[dim] ?? 0;
    first += cell * (group[from] ?? 0);
    second += cell * (group[from + 1] ?? 0);
    third += cell * (group[from + 2] ?? 0);
    fourth += cell * (group[from + 3] ?? 0);
  }
  found[at] = first;
  found[at + 1] = second;
  found[at + 2] = third;
  found[at + 3] = fourth;
}

function twiceAsLong(values: Float32Array): Float32Array<ArrayBuffer> {
  const longer = new Float32Array(2 * values.length);
  longer.set(values);
  return longer;
}

function keepHigher(best: Nearest, other: Nearest): void {
  for (let at = 0; at < best.length; at++) {
    const value = other[at] ?? 0;
    if (value > (best[at] ?? 0)) best[at] = value;
  }
}
