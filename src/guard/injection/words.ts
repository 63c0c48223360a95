// Cuts text into words and gathers what they say: to the signals, word by word, and as cues, all together.

import { memoize } from "../../model/memoize.ts";
import { type Bits, NO_BITS, union } from "../bits.ts";
import type { Signs } from "../signs.ts";
import { type Reading, readingOf } from "./readings.ts";

export type Word = Readonly<{
  classes: Bits;
  start: number;
  end: number;
  sentence: number;
  /** First of a clause, where an order begins. */
  opens: boolean;
  isShouted: boolean;
}>;

/** What is said in a text. */
export type Said = Readonly<{
  words: readonly Word[];
  cues: Bits;
  /** How many words are in capitals, and how many are one letter. */
  shouted: number;
  singles: number;
  /** Somewhere stands, rotated by thirteen letters, a word of throwing away. */
  isRotated: boolean;
}>;

const WORD = /[\p{L}\p{M}\p{N}@$']+/gu;
/** The same where the text has no other letters and digits than these. */
const IS_PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9@$']/.test(String.fromCharCode(code)) ? 1 : 0,
);
const OTHER_LETTER = /(?!\p{ASCII})[\p{L}\p{M}\p{N}]/u;
// A full stop ends a sentence only before a blank: `System.out.print` is one thing.
const SENTENCE_END = /[!?;\n。！？…]|\.\s/;
const CLAUSE_END = /[,:"“”«»()[\]{}|*#>\-–—、，：]/;
const LONGEST_GAP = 64;
const BLANK = 32;
/** Between words stand the same few signs. */
const pauses = memoize(pauseIn, { characters: 10_000, longest: 12 });

export function saidIn(text: string, { isAscii }: Pick<Signs, "isAscii">): Said {
  const spans = isAscii || !OTHER_LETTER.test(text) ? plainSpans(text) : spansOf(text);
  const words: Word[] = [];
  let cues = NO_BITS;
  let shouted = 0;
  let singles = 0;
  let isRotated = false;
  let sentence = 0;
  let last = 0;
  let opens = true;
  for (let at = 0; at < spans.length; at += 2) {
    const start = spans[at] ?? 0;
    const end = spans[at + 1] ?? 0;
    const pause = pauseBetween(text, last, start);
    if (pause === "sentence") sentence++;
    const reading = readingOf(text.slice(start, end));
    addParts(words, reading, { start, end, sentence, opens: opens || pause !== "none" });
    cues = union(cues, reading.cues);
    shouted += Number(reading.isShouted);
    singles += Number(reading.isSingle);
    isRotated ||= reading.isRotated;
    opens = reading.isTransparent;
    last = end;
  }
  return { words, cues, shouted, singles, isRotated };
}

function addParts(
  words: Word[],
  { parts, isShouted }: Reading,
  { start, end, sentence, opens }: Pick<Word, "start" | "end" | "sentence" | "opens">,
): void {
  for (let part = 0; part < parts.length; part++) {
    const classes = parts[part] ?? NO_BITS;
    words.push({ classes, start, end, sentence, opens: opens && part === 0, isShouted });
  }
}

/** Start and end of each word, one after the other. */
function plainSpans(text: string): readonly number[] {
  const spans: number[] = [];
  let isInside = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isWord = code < IS_PLAIN.length ? (IS_PLAIN[code] ?? 0) : 0;
    if (isWord !== isInside) spans.push(at);
    isInside = isWord;
  }
  if (isInside === 1) spans.push(text.length);
  return spans;
}

function spansOf(text: string): readonly number[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => [
    index,
    index + word.length,
  ]).flat();
}

type Pause = "sentence" | "clause" | "none";

function pauseBetween(text: string, from: number, to: number): Pause {
  if (to === from || (to === from + 1 && text.charCodeAt(from) === BLANK)) return "none";
  return pauses(text.slice(from, Math.min(to, from + LONGEST_GAP)));
}

function pauseIn(gap: string): Pause {
  if (SENTENCE_END.test(gap)) return "sentence";
  return CLAUSE_END.test(gap) ? "clause" : "none";
}
