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

const MARKER_OPENING = "[redacted ";
/** Characters that folding leaves as they are, so that they are taken in runs: ASCII and the letters of large scripts. */
const STABLE =
  "\\t\\n\\r\\x20-\\x5a\\x5c-\\x7e\\u00c0-\\u00ff\\u0391-\\u03c9\\u0400-\\u045f\\u05d0-\\u05ea\\u0621-\\u064a" +
  "\\u0904-\\u0939\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3";
const PART = new RegExp(`\\[redacted [a-z ]{1,24}\\]|[${STABLE}]+|[^]`, "gu");
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
  const stretches = stretchesOf(text);
  const toOriginal = (start: number, end: number) => {
    const first = stretchAt(stretches, start);
    const last = stretchAt(stretches, Math.max(start, end - 1));
    return {
      start: first.isSame ? first.at + start - first.foldedAt : first.at,
      end: last.isSame ? last.at + end - last.foldedAt : last.end,
    };
  };
  return { text: stretches.map((stretch) => stretch.folded).join(""), toOriginal };
}

/** A run that folding leaves as it is, or one character or marker that it changes. */
type Stretch = { folded: string; foldedAt: number; at: number; end: number; isSame: boolean };

function stretchesOf(text: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const known = new Map<string, string>();
  let foldedAt = 0;
  for (const { 0: part, index: at } of text.matchAll(PART)) {
    const folded = known.get(part) ?? foldPart(part);
    if (part.length <= 2) known.set(part, folded);
    const last = stretches.at(-1);
    if (folded === BARRIER && last?.folded === BARRIER) last.end = at + part.length;
    else if (folded !== "") {
      stretches.push({ folded, foldedAt, at, end: at + part.length, isSame: folded === part });
      foldedAt += folded.length;
    }
  }
  return stretches;
}

/** By halving: findings may be many. */
function stretchAt(stretches: readonly Stretch[], foldedIndex: number): Stretch {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stretches[middle]?.foldedAt ?? 0) <= foldedIndex) low = middle;
    else high = middle - 1;
  }
  return stretches[low] ?? { folded: "", foldedAt: 0, at: 0, end: 0, isSame: false };
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
