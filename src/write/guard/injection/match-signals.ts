// Finds the signals among the words of a text. Looks only a few words around each, so time grows with length alone.

import type { Hit } from "./hit.ts";
import type { WordClass } from "./lexicon.ts";
import { SIGNALS, type Signal } from "./signals.ts";
import type { Word } from "./words.ts";

type Step = Signal["steps"][number];

const BEFORE = 2;

export function matchSignals(words: readonly Word[]): Hit[] {
  const lengths = sentenceLengths(words);
  const found: Hit[] = [];
  words.forEach((word, at) => {
    if (word.classes.size === 0) return;
    for (const signal of SIGNALS) {
      if (!isAnchor(signal, words, at) || isTooLong(signal, lengths.get(word.sentence))) continue;
      const reached = signal.order === "fixed" ? follow(signal, words, at) : gather(signal, words, at);
      if (reached === undefined) continue;
      const start = Math.min(word.start, reached.start);
      found.push({ ...pick(signal), start, end: Math.max(word.end, reached.end) });
    }
  });
  return found;
}

function pick({ rule, weight }: Signal) {
  return { rule, weight };
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
function follow(signal: Signal, words: readonly Word[], from: number): Word | undefined {
  let at = from;
  for (const step of signal.steps.slice(1)) {
    const next = nearest(words, { from: at + 1, to: at + signal.within, step, sentence: words[from]?.sentence });
    if (next === undefined) return undefined;
    at = next;
  }
  return words[at];
}

/** Every step somewhere around the first, in any order. */
function gather(signal: Signal, words: readonly Word[], from: number): Word | undefined {
  const used = new Set([from]);
  let last = words[from];
  for (const step of signal.steps.slice(1)) {
    const next = nearest(words, {
      from: Math.max(0, from - signal.within),
      to: from + signal.within,
      step,
      sentence: words[from]?.sentence,
      used,
    });
    if (next === undefined) return undefined;
    used.add(next);
    last = words[Math.max(from, next)] ?? last;
  }
  return last;
}

type Search = Readonly<{
  from: number;
  to: number;
  step: Step;
  sentence: number | undefined;
  used?: ReadonlySet<number>;
}>;

function nearest(words: readonly Word[], { from, to, step, sentence, used }: Search) {
  for (let at = from; at <= to && at < words.length; at++) {
    const word = words[at];
    if (word?.sentence === sentence && word !== undefined && !used?.has(at) && has(word, step)) return at;
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
