// Finds the signals among the words of a text. Looks only a few words around each, so time grows with length alone.

import { lazy } from "../../model/lazy.ts";
import { type Bits, meets, NO_BITS, union } from "../bits.ts";
import type { Hit } from "./hit.ts";
import { WORD_CLASSES, type WordClass } from "./lexicon.ts";
import { classBits } from "./readings.ts";
import { SIGNALS, type Signal } from "./signals.ts";
import type { Word } from "./words.ts";

/** Word classes, one of which a word must have. */
type Step = Bits;
type Search = Pick<Signal, "rule" | "weight"> &
  Readonly<{
    steps: readonly Step[];
    order: "fixed" | "free";
    within: number;
    opens: boolean;
    notAfter: Bits;
    without: Bits;
    maxWords: number;
  }>;

const BEFORE = 2;
/** Words; no less than the reach of any search. */
const BLOCK = 64;
/** Characters. */
const SAME_PLACE = 100;
const SEARCHES = lazy(() => SIGNALS.map(parse));
/** Each class with the searches that can begin at a word of it, in the order of the lexicon. */
const BY_FIRST_STEP = lazy(() =>
  Object.keys(WORD_CLASSES).map((name) => {
    const classes = classBits([knownClass(name)]);
    const searches = SEARCHES().filter(({ steps }) => meets(steps[0] ?? NO_BITS, classes));
    return { classes, searches };
  }),
);

export function matchSignals(words: readonly Word[]): readonly Hit[] {
  const text = { words, blocks: classesByBlock(words), latest: new Map<string, number>() };
  const found: Hit[] = [];
  for (let at = 0; at < words.length; at++) {
    for (const search of searchesFrom(words[at]?.classes ?? NO_BITS)) {
      const hit = hitAt(search, text, at);
      if (hit !== undefined) found.push(hit);
    }
  }
  return found;
}

type Text = Readonly<{
  words: readonly Word[];
  blocks: readonly Bits[];
  /** Where each rule was last seen. */
  latest: Map<string, number>;
}>;

function hitAt(search: Search, { words, blocks, latest }: Text, at: number): Hit | undefined {
  if (!isPossible(search, blocks, at)) return undefined;
  const start = words[at]?.start ?? 0;
  // One hit of a rule is as good as many in one place.
  if (start - (latest.get(search.rule) ?? -SAME_PLACE) < SAME_PLACE) return undefined;
  const span = spanOf(search, words, at);
  if (span === undefined) return undefined;
  latest.set(search.rule, start);
  return { rule: search.rule, weight: search.weight, start: span.start, end: span.end };
}

function spanOf(search: Search, words: readonly Word[], at: number) {
  if (!isAnchor(search, words, at) || isSentenceLonger(words, at, search.maxWords))
    return undefined;
  const places = search.order === "fixed" ? follow(search, words, at) : gather(search, words, at);
  if (places === undefined) return undefined;
  const spanned = words.slice(Math.min(...places), Math.max(...places) + 1);
  if (spanned.some((word) => meets(word.classes, search.without))) return undefined;
  return { start: spanned[0]?.start ?? 0, end: spanned.at(-1)?.end ?? 0 };
}

/** Whether the sentence around a word has more words than this; no further is counted. */
function isSentenceLonger(words: readonly Word[], at: number, most: number): boolean {
  if (most === Infinity) return false;
  const sentence = words[at]?.sentence;
  let first = at;
  while (first > at - most && words[first - 1]?.sentence === sentence) first--;
  return words[first + most]?.sentence === sentence;
}

/** What occurs in each stretch of words, so that most signals are ruled out without looking for them. */
function classesByBlock(words: readonly Word[]): readonly Bits[] {
  const blocks: Bits[] = [];
  for (let from = 0; from < words.length; from += BLOCK) {
    let block = NO_BITS;
    const to = Math.min(words.length, from + BLOCK);
    for (let at = from; at < to; at++) block = union(block, words[at]?.classes ?? NO_BITS);
    blocks.push(block);
  }
  return blocks;
}

function isPossible({ steps }: Search, blocks: readonly Bits[], at: number): boolean {
  const index = Math.floor(at / BLOCK);
  for (const step of steps) {
    const isNear =
      meets(blocks[index] ?? NO_BITS, step) ||
      (blocks.length > 1 &&
        (meets(blocks[index - 1] ?? NO_BITS, step) || meets(blocks[index + 1] ?? NO_BITS, step)));
    if (!isNear) return false;
  }
  return true;
}

/** By the sets of the lexicon itself, which are few and last. */
const startingFrom = new WeakMap<Bits, readonly Search[]>();

const NO_SEARCHES: readonly Search[] = [];

function searchesFrom(classes: Bits): readonly Search[] {
  if (classes === NO_BITS) return NO_SEARCHES;
  const known = startingFrom.get(classes);
  if (known !== undefined) return known;
  const begun = BY_FIRST_STEP().filter((row) => meets(row.classes, classes));
  const found = [...new Set(begun.flatMap((row) => row.searches))];
  startingFrom.set(classes, found);
  return found;
}

function isAnchor(search: Search, words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || (search.opens && !word.opens)) return false;
  if (search.notAfter === NO_BITS) return true;
  for (let i = Math.max(0, at - BEFORE); i < at; i++) {
    const before = words[i];
    if (before?.sentence === word.sentence && meets(before.classes, search.notAfter)) return false;
  }
  return true;
}

/** Each step after the one before it, the nearest first. */
function follow(search: Search, words: readonly Word[], from: number): number[] | undefined {
  const places = [from];
  let last = from;
  for (const step of search.steps.slice(1)) {
    const sentence = words[from]?.sentence;
    const next = nearest(words, { from: last + 1, to: last + search.within, step, sentence });
    if (next === undefined) return undefined;
    places.push(next);
    last = next;
  }
  return places;
}

/** Every step somewhere around the first, in any order. */
function gather(search: Search, words: readonly Word[], from: number): number[] | undefined {
  const places = [from];
  for (const step of search.steps.slice(1)) {
    const around = { from: Math.max(0, from - search.within), to: from + search.within };
    const sentence = words[from]?.sentence;
    const next = nearest(words, { ...around, step, sentence, used: places });
    if (next === undefined) return undefined;
    places.push(next);
  }
  return places;
}

type Stretch = Readonly<{
  from: number;
  to: number;
  step: Step;
  sentence: number | undefined;
  used?: readonly number[];
}>;

function nearest(words: readonly Word[], { from, to, step, sentence, used }: Stretch) {
  for (let at = from; at <= to && at < words.length; at++) {
    const word = words[at];
    if (
      word?.sentence === sentence &&
      word !== undefined &&
      !used?.includes(at) &&
      meets(word.classes, step)
    )
      return at;
  }
  return undefined;
}

function parse({ pattern, ...signal }: Signal): Search {
  return {
    rule: signal.rule,
    weight: signal.weight,
    steps: pattern.split(/ [>&] /).map((step) => classBits(step.split("|").map(knownClass))),
    order: pattern.includes("&") ? "free" : "fixed",
    within: signal.within ?? 0,
    opens: signal.opens ?? false,
    notAfter: classBits(signal.notAfter ?? []),
    without: classBits(signal.without ?? []),
    maxWords: signal.maxWords ?? Infinity,
  };
}

function knownClass(name: string): WordClass {
  if (!Object.hasOwn(WORD_CLASSES, name)) throw new Error(`No word class is called ${name}`);
  return name as WordClass;
}
