// Finds the signals among the words of a text. Looks only a few words around each, so time grows with length alone.

import { lazy } from "../../../model/lazy.ts";
import type { Hit } from "./hit.ts";
import { WORD_CLASSES, type WordClass } from "./lexicon.ts";
import { SIGNALS, type Signal } from "./signals.ts";
import type { Word } from "./words.ts";

type Step = readonly WordClass[];
type Search = Omit<Signal, "pattern" | "within"> &
  Readonly<{ steps: readonly Step[]; order: "fixed" | "free"; within: number }>;

const BEFORE = 2;
/** Words; no less than the reach of any search. */
const BLOCK = 64;
/** Characters. */
const SAME_PLACE = 100;
const BY_FIRST_STEP = lazy(indexByFirstStep);

export function matchSignals(words: readonly Word[]): Hit[] {
  const text = { words, lengths: sentenceLengths(words), blocks: classesByBlock(words) };
  const latest = new Map<string, number>();
  const found: Hit[] = [];
  for (const [at, word] of words.entries()) {
    for (const search of searchesFrom(word.classes)) {
      // One hit of a rule is as good as many in one place.
      if (word.start - (latest.get(search.rule) ?? -SAME_PLACE) < SAME_PLACE) continue;
      const span = spanOf(search, text, at);
      if (span === undefined) continue;
      latest.set(search.rule, word.start);
      found.push({ rule: search.rule, weight: search.weight, ...span });
    }
  }
  return found;
}

type Text = Readonly<{
  words: readonly Word[];
  lengths: ReadonlyMap<number, number>;
  blocks: readonly ReadonlySet<WordClass>[];
}>;

function spanOf(search: Search, { words, lengths, blocks }: Text, at: number) {
  if (!isAnchor(search, words, at) || !isPossible(search, blocks, at)) return undefined;
  if ((lengths.get(words[at]?.sentence ?? 0) ?? 0) > (search.maxWords ?? Infinity))
    return undefined;
  const places = search.order === "fixed" ? follow(search, words, at) : gather(search, words, at);
  if (places === undefined) return undefined;
  const spanned = words.slice(Math.min(...places), Math.max(...places) + 1);
  if (spanned.some((word) => has(word.classes, search.without ?? []))) return undefined;
  return { start: spanned[0]?.start ?? 0, end: spanned.at(-1)?.end ?? 0 };
}

/** What occurs in each stretch of words, so that most signals are ruled out without looking for them. */
function classesByBlock(words: readonly Word[]): readonly Set<WordClass>[] {
  const blocks: Set<WordClass>[] = [];
  words.forEach((word, at) => {
    const index = Math.floor(at / BLOCK);
    const block = blocks[index] ?? new Set();
    for (const name of word.classes) block.add(name);
    blocks[index] = block;
  });
  return blocks;
}

function isPossible(
  search: Search,
  blocks: readonly ReadonlySet<WordClass>[],
  at: number,
): boolean {
  const index = Math.floor(at / BLOCK);
  const near = [blocks[index - 1], blocks[index], blocks[index + 1]];
  return search.steps.every((step) =>
    near.some((block) => block !== undefined && has(block, step)),
  );
}

/** By the sets of the lexicon itself, which are few and last. */
const startingFrom = new WeakMap<Word["classes"], readonly Search[]>();

function searchesFrom(classes: Word["classes"]): readonly Search[] {
  const known = startingFrom.get(classes);
  if (known !== undefined) return known;
  const found = [...new Set([...classes].flatMap((name) => BY_FIRST_STEP().get(name) ?? []))];
  startingFrom.set(classes, found);
  return found;
}

function isAnchor(search: Search, words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || (search.opens && !word.opens)) return false;
  if (search.notAfter === undefined) return true;
  for (let i = Math.max(0, at - BEFORE); i < at; i++) {
    const before = words[i];
    if (before?.sentence === word.sentence && has(before.classes, search.notAfter)) return false;
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
      has(word.classes, step)
    )
      return at;
  }
  return undefined;
}

function has(classes: ReadonlySet<WordClass>, step: Step): boolean {
  return step.some((name) => classes.has(name));
}

function sentenceLengths(words: readonly Word[]): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  for (const { sentence } of words) lengths.set(sentence, (lengths.get(sentence) ?? 0) + 1);
  return lengths;
}

function indexByFirstStep() {
  const index = new Map<WordClass, Search[]>();
  for (const search of SIGNALS.map(parse)) {
    for (const name of search.steps[0] ?? []) index.set(name, [...(index.get(name) ?? []), search]);
  }
  return index;
}

function parse({ pattern, ...signal }: Signal): Search {
  const steps = pattern.split(/ [>&] /).map((step) => step.split("|").map(knownClass));
  return {
    ...signal,
    steps,
    order: pattern.includes("&") ? "free" : "fixed",
    within: signal.within ?? 0,
  };
}

function knownClass(name: string): WordClass {
  if (!(name in WORD_CLASSES)) throw new Error(`No word class is called ${name}`);
  return name as WordClass;
}
