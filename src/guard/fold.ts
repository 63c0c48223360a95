// The copy that rules match on: compatibility forms, foreign digits and hidden characters folded away,
// with the way back to the original offsets. Case is kept, since keys depend on it.

import { ownValue } from "../model/own-value.ts";
import { isHidden, isPlain } from "./injection/hidden.ts";
import { StringBuilder } from "./string-builder.ts";

/** Stands for something already redacted. No rule matches across it. */
export const BARRIER = "\uFFFC";

export type Folded = Readonly<{
  text: string;
  /** Original offsets of a span of the folded text. */
  toOriginal: (start: number, end: number) => Readonly<{ start: number; end: number }>;
}>;

const MARKER_OPENING = "[redacted ";
/** Characters that folding leaves as they are, so that they are taken in runs: ASCII and the letters of large scripts. */
const STABLE =
  "\\t\\n\\r\\x20-\\x5a\\x5c-\\x7e\\u00c0-\\u00ff\\u0391-\\u03c9\\u0400-\\u045f\\u05d0-\\u05ea\\u0621-\\u064a" +
  "\\u0904-\\u0939\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3";
const PART = new RegExp(`\\[redacted [a-z ]{1,24}\\]|[${STABLE}]+|[^]`, "gu");
/** Some signs stand for a whole phrase; a text of them must not grow to many times its length. */
const LONGEST_FOLD = 4;
const DIGIT = /^\p{Nd}$/u;
const SPACE = /^\s$/u;
const DASHES = new Set("‐‑‒–—―−﹣－");
const QUOTES: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "„": '"',
};

export function redactionMarker(label: string): string {
  return `${MARKER_OPENING}${label.replaceAll("_", " ")}]`;
}

export function fold(text: string): Folded {
  if (isPlain(text) && !text.includes(MARKER_OPENING)) {
    return { text, toOriginal: (start, end) => ({ start, end }) };
  }
  const { folded, places } = piecesOf(text);
  const toOriginal = (start: number, end: number) => {
    const first = pieceAt(places, start);
    const last = pieceAt(places, Math.max(start, end - 1));
    return {
      start: first.isInStep ? first.at + start - first.foldedAt : first.at,
      end: last.isInStep ? last.at + end - last.foldedAt : last.end,
    };
  };
  return { text: folded, toOriginal };
}

/** A stretch in which each folded character has one place in the original, or what one character or marker became. */
type Piece = Readonly<{ foldedAt: number; at: number; end: number; isInStep: boolean }>;

/** Four numbers a piece: a hostile text has a piece for each of its characters. `last` is where the last piece begins. */
type Places = { last: number; numbers: Int32Array };
const NUMBERS = 4;

function piecesOf(text: string): Readonly<{ folded: string; places: Places }> {
  const known = new Map<string, string>();
  const folded = new StringBuilder();
  let length = 0;
  let previous = "";
  const places: Places = { last: -NUMBERS, numbers: new Int32Array(NUMBERS * 64) };
  for (const { 0: part, index: at } of text.matchAll(PART)) {
    const became = known.get(part) ?? foldPart(part);
    if (part.length <= 2) known.set(part, became);
    const end = at + part.length;
    // What is redacted in one go is one barrier.
    if (became === BARRIER && previous === BARRIER) places.numbers[places.last + 2] = end;
    else if (became !== "") {
      const isInStep = became !== BARRIER && became.length === part.length;
      addPlace(places, { foldedAt: length, at, end, isInStep });
      folded.add(became);
      previous = became;
      length += became.length;
    }
  }
  return { folded: folded.toString(), places };
}

/** A piece that goes on in step with the one before it makes that one longer. */
function addPlace(places: Places, { foldedAt, at, end, isInStep }: Piece): void {
  const { last, numbers } = places;
  if (last >= 0 && isInStep && numbers[last + 3] === 1 && numbers[last + 2] === at) {
    numbers[last + 2] = end;
    return;
  }
  places.last += NUMBERS;
  if (places.last === numbers.length) {
    places.numbers = new Int32Array(2 * numbers.length);
    places.numbers.set(numbers);
  }
  places.numbers.set([foldedAt, at, end, Number(isInStep)], places.last);
}

/** By halving: findings may be many. */
function pieceAt({ last, numbers }: Places, foldedIndex: number): Piece {
  let low = 0;
  let high = last / NUMBERS;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[NUMBERS * middle] ?? 0) <= foldedIndex) low = middle;
    else high = middle - 1;
  }
  const [foldedAt = 0, at = 0, end = 0, inStep] = numbers.subarray(NUMBERS * low);
  return { foldedAt, at, end, isInStep: inStep === 1 };
}

function foldPart(part: string): string {
  if (part.startsWith(MARKER_OPENING)) return BARRIER;
  return part.length <= 2 ? Array.from(part, foldCharacter).join("") : part;
}

function foldCharacter(character: string): string {
  if (character === "\n" || character === "\r" || character === "\t") return character;
  if (isHidden(character)) return "";
  if (/^\p{Surrogate}$/u.test(character)) return "\uFFFD";
  if (DASHES.has(character)) return "-";
  if (DIGIT.test(character)) return String(digitValue(character));
  if (SPACE.test(character)) return " ";
  const wide = ownValue(QUOTES, character) ?? character.normalize("NFKC");
  return wide.length > LONGEST_FOLD ? character : wide;
}

/** Decimal digits come in runs of ten code points, so the zero of a run is at most nine steps back. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  // Neighbouring runs (mathematical digits) touch each other; their compatibility form tells the value.
  const compatible = digit.normalize("NFKC");
  return /^\d$/.test(compatible) ? Number(compatible) : code - zero;
}
