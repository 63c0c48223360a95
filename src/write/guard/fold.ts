// The copy that rules match on: compatibility forms, foreign digits and hidden characters folded away,
// with the way back to the original offsets. Case is kept, since keys depend on it.

import { isHidden, isPlain } from "./hidden.ts";

/** Stands for something already redacted. No rule matches across it. */
export const BARRIER = "\uFFFC";

export type Folded = Readonly<{
  text: string;
  /** Original offsets of a span of the folded text. */
  toOriginal: (start: number, end: number) => Readonly<{ start: number; end: number }>;
}>;

const MARKER = /^\[redacted [a-z ]{1,24}\]/;
const LONGEST_MARKER = 36;
const MARKER_OPENING = "[redacted ";
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
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  while (at < text.length) {
    const step = stepAt(text, at);
    const next = at + step.length;
    if (step.folded === BARRIER && pieces.at(-1) === BARRIER) ends[ends.length - 1] = next;
    else {
      if (step.folded !== "") pieces.push(step.folded);
      for (let i = 0; i < step.folded.length; i++) {
        starts.push(at);
        ends.push(next);
      }
    }
    at = next;
  }
  const toOriginal = (start: number, end: number) => ({
    start: starts[start] ?? text.length,
    end: end > start ? (ends[end - 1] ?? text.length) : (starts[start] ?? text.length),
  });
  return { text: pieces.join(""), toOriginal };
}

function stepAt(text: string, at: number): { folded: string; length: number } {
  const code = text.charCodeAt(at);
  if (code === 0x5b && text.startsWith(MARKER_OPENING, at)) {
    const marker = MARKER.exec(text.slice(at, at + LONGEST_MARKER));
    if (marker) return { folded: BARRIER, length: marker[0].length };
  }
  if (code >= 0x20 && code < 0x7f) return { folded: text.charAt(at), length: 1 };
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0xfffd);
  return { folded: foldCharacter(character), length: character.length };
}

function foldCharacter(character: string): string {
  if (character === "\n" || character === "\r" || character === "\t") return character;
  if (isHidden(character)) return "";
  if (/^\p{Surrogate}$/u.test(character)) return "\uFFFD";
  if (DASHES.has(character)) return "-";
  if (DIGIT.test(character)) return String(digitValue(character));
  if (SPACE.test(character)) return " ";
  return QUOTES[character] ?? character.normalize("NFKC");
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
