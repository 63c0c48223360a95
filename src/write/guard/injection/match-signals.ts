// Finds the signals among the words of a text. Looks only a few words around each, so time grows with length alone.

import type { Hit } from "./hit.ts";
import type { WordClass } from "./lexicon.ts";
import { SIGNALS, type Signal } from "./signals.ts";
import type { Word } from "./words.ts";

type Step = Signal["steps"][number];

const BEFORE = 2;
/** Words; no less than the reach of any signal. */
const BLOCK = 64;
/** Characters. */
const SAME_PLACE = 100;
const BY_FIRST_STEP: ReadonlyMap<WordClass, readonly Signal[]> = indexByFirstStep();

export function matchSignals(words: readonly Word[]): Hit[] {
  const lengths = sentenceLengths(words);
  const blocks = classesByBlock(words);
  const startingFrom = new Map<Word["classes"], readonly Signal[]>();
  const latest = new Map<string, number>();
  const found: Hit[] = [];
  words.forEach((word, at) => {
    const signals = startingFrom.get(word.classes) ?? signalsOf(word.classes);
    startingFrom.set(word.classes, signals);
    for (const signal of signals) {
      // One hit of a rule is as good as many in one place.
      if (word.start - (latest.get(signal.rule) ?? -SAME_PLACE) < SAME_PLACE) continue;
      if (!isAnchor(signal, words, at) || isTooLong(signal, lengths.get(word.sentence))) continue;
      const span = isPossible(signal, blocks, at) ? spanOf(signal, words, at) : undefined;
      if (span === undefined) continue;
      latest.set(signal.rule, word.start);
      found.push({ rule: signal.rule, weight: signal.weight, ...span });
    }
  });
  return found;
}

function spanOf(signal: Signal, words: readonly Word[], at: number) {
  const places = signal.order === "fixed" ? follow(signal, words, at) : gather(signal, words, at);
  if (places === undefined) return undefined;
  const spanned = words.slice(Math.min(...places), Math.max(...places) + 1);
  const spoiling = signal.without ?? [];
  if (spoiling.length > 0 && spanned.some((word) => has(word.classes, spoiling))) return undefined;
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

function isPossible(signal: Signal, blocks: readonly Set<WordClass>[], at: number): boolean {
  const index = Math.floor(at / BLOCK);
  const near = [blocks[index - 1], blocks[index], blocks[index + 1]];
  return signal.steps.every((step) =>
    near.some((block) => block !== undefined && has(block, step)),
  );
}

function signalsOf(classes: Word["classes"]): readonly Signal[] {
  return [...new Set([...classes].flatMap((name) => BY_FIRST_STEP.get(name) ?? []))];
}

function isAnchor(signal: Signal, words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || (signal.opens && !word.opens)) return false;
  if (signal.notAfter === undefined) return true;
  for (let i = Math.max(0, at - BEFORE); i < at; i++) {
    const before = words[i];
    if (before?.sentence === word.sentence && has(before.classes, signal.notAfter)) return false;
  }
  return true;
}

function isTooLong(signal: Signal, length: number | undefined): boolean {
  return signal.maxWords !== undefined && (length ?? 0) > signal.maxWords;
}

/** Each step after the one before it, the nearest first. */
function follow(signal: Signal, words: readonly Word[], from: number): number[] | undefined {
  const places = [from];
  let last = from;
  for (const step of signal.steps.slice(1)) {
    const sentence = words[from]?.sentence;
    const next = nearest(words, { from: last + 1, to: last + signal.within, step, sentence });
    if (next === undefined) return undefined;
    places.push(next);
    last = next;
  }
  return places;
}

/** Every step somewhere around the first, in any order. */
function gather(signal: Signal, words: readonly Word[], from: number): number[] | undefined {
  const places = [from];
  for (const step of signal.steps.slice(1)) {
    const around = { from: Math.max(0, from - signal.within), to: from + signal.within };
    const sentence = words[from]?.sentence;
    const next = nearest(words, { ...around, step, sentence, used: places });
    if (next === undefined) return undefined;
    places.push(next);
  }
  return places;
}

type Search = Readonly<{
  from: number;
  to: number;
  step: Step;
  sentence: number | undefined;
  used?: readonly number[];
}>;

function nearest(words: readonly Word[], { from, to, step, sentence, used }: Search) {
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
  if (typeof step === "string") return classes.has(step);
  return step.some((name) => classes.has(name));
}

function sentenceLengths(words: readonly Word[]): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  for (const { sentence } of words) lengths.set(sentence, (lengths.get(sentence) ?? 0) + 1);
  return lengths;
}

function indexByFirstStep() {
  const index = new Map<WordClass, Signal[]>();
  for (const signal of SIGNALS) {
    for (const name of [signal.steps[0] ?? []].flat())
      index.set(name, [...(index.get(name) ?? []), signal]);
  }
  return index;
}
