// Finds the signals among the words of a text. Looks only a few words around each, so time grows with length alone.

import type { Hit } from "./hit.ts";
import type { WordClass } from "./lexicon.ts";
import { SIGNALS, type Signal } from "./signals.ts";
import type { Word } from "./words.ts";

type Step = Signal["steps"][number];

const BEFORE = 2;
const BY_FIRST_STEP: ReadonlyMap<WordClass, readonly Signal[]> = indexByFirstStep();

export function matchSignals(words: readonly Word[]): Hit[] {
  const lengths = sentenceLengths(words);
  const found: Hit[] = [];
  words.forEach((word, at) => {
    if (word.classes.size === 0) return;
    for (const signal of [...word.classes].flatMap((name) => BY_FIRST_STEP.get(name) ?? [])) {
      if (!isAnchor(signal, words, at) || isTooLong(signal, lengths.get(word.sentence))) continue;
      const span = spanOf(signal, words, at);
      if (span !== undefined) found.push({ rule: signal.rule, weight: signal.weight, ...span });
    }
  });
  return found;
}

function spanOf(signal: Signal, words: readonly Word[], at: number) {
  const places = signal.order === "fixed" ? follow(signal, words, at) : gather(signal, words, at);
  if (places === undefined) return undefined;
  const spanned = words.slice(Math.min(...places), Math.max(...places) + 1);
  const isSpoilt = spanned.some((word) => signal.without?.some((name) => word.classes.has(name)));
  if (isSpoilt) return undefined;
  return { start: spanned[0]?.start ?? 0, end: spanned.at(-1)?.end ?? 0 };
}

function isAnchor(signal: Signal, words: readonly Word[], at: number): boolean {
  const word = words[at];
  const step = signal.steps[0];
  if (word === undefined || step === undefined || !has(word, step)) return false;
  if (signal.opens && !word.opens) return false;
  return !words.slice(Math.max(0, at - BEFORE), at).some(
    (before) =>
      before.sentence === word.sentence &&
      signal.notAfter?.some((name) => before.classes.has(name)) === true,
  );
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
    if (word?.sentence === sentence && word !== undefined && !used?.includes(at) && has(word, step)) return at;
  }
  return undefined;
}

function has(word: Word, step: Step): boolean {
  if (typeof step === "string") return word.classes.has(step);
  return step.some((name: WordClass) => word.classes.has(name));
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
