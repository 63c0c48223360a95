// Numbers, hours and dates in one spelling each, so that "3rd of March" and "March 3" are the same and "five" is "5".

import { lazy } from "../../model/lazy.ts";
import type { Lexeme } from "./lexemes.ts";
import { wordSet, wordsOf } from "./lexicon.ts";

export type Quantity = Readonly<{
  kind: "number" | "date";
  keys: readonly string[];
  length: number;
}>;

const NUMBER_WORDS = lazy(
  () =>
    new Map([
      ...numbered(wordsOf("numbers"), (place) => place),
      ...numbered(wordsOf("tens"), (place) => (place + 2) * 10),
    ]),
);
const ORDINAL_WORDS = lazy(() => new Map(numbered(wordsOf("ordinals"), (place) => place + 1)));
const MONTHS = lazy(() => calendar("months"));
const WEEKDAYS = lazy(() => calendar("weekdays"));
const RELATIVE_TIMES = wordSet("relative_times");
const NEEDS_CAPITAL = wordSet("needs_capital");
const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["k", 1000],
  ["million", 1_000_000],
  ["m", 1_000_000],
  ["billion", 1_000_000_000],
  ["bn", 1_000_000_000],
]);

function numbered(
  words: readonly string[],
  valueAt: (place: number) => number,
): [string, number][] {
  return words.map((word, place) => [word, valueAt(place)]);
}

/** Each with its other spellings; they are divided by "|". */
function calendar(list: string): ReadonlyMap<string, number> {
  const groups = wordsOf(list).join(" ").split(" | ");
  return new Map(
    groups.flatMap((names, place) =>
      names.split(" ").map((name): [string, number] => [name, place + 1]),
    ),
  );
}

export function isMonthOrDay(word: string): boolean {
  return MONTHS().has(word) || WEEKDAYS().has(word);
}

/** Every word that can start one: most words are none of them. */
const STARTS = lazy(
  () =>
    new Set([
      ...NUMBER_WORDS().keys(),
      ...ORDINAL_WORDS().keys(),
      ...MONTHS().keys(),
      ...WEEKDAYS().keys(),
      ...[...RELATIVE_TIMES()].flatMap((time) => [time, `${time}s`]),
    ]),
);

function mayStart(word: string): boolean {
  return isFigure(word) || STARTS().has(word);
}

/** The number or date that starts at this place, and how many words it takes. */
export function quantityAt(lexemes: readonly Lexeme[], index: number): Quantity | undefined {
  const lexeme = lexemes[index];
  if (lexeme === undefined || !mayStart(lexeme.word)) return undefined;
  return (
    dateAt(lexeme) ??
    ordinalAt(lexemes, index) ??
    timeAt(lexemes, index) ??
    numberAt(lexemes, index)
  );
}

function dateAt({ word, capital, initial }: Lexeme): Quantity | undefined {
  const iso = isFigure(word) ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(word) : null;
  if (iso) {
    const [year, month, day] = iso.slice(1).map(Number);
    return { kind: "date", keys: [`n${year}`, `month${month}`, `n${day}`], length: 1 };
  }
  if (NEEDS_CAPITAL().has(word) && (!capital || initial)) return undefined;
  const month = MONTHS().get(word);
  if (month !== undefined) return { kind: "date", keys: [`month${month}`], length: 1 };
  const weekday = WEEKDAYS().get(word);
  if (weekday !== undefined) return { kind: "date", keys: [`weekday${weekday}`], length: 1 };
  const relative = word.endsWith("s") ? word.slice(0, -1) : word;
  return RELATIVE_TIMES().has(relative) ? { kind: "date", keys: [relative], length: 1 } : undefined;
}

/** "third" counts beside a month only: "his third book" is a place in a row. */
function ordinalAt(lexemes: readonly Lexeme[], index: number): Quantity | undefined {
  const value = ORDINAL_WORDS().get(lexemes[index]?.word ?? "");
  if (value === undefined) return undefined;
  const neighbours = [-1, -2, 1, 2].map((step) => lexemes[index + step]?.word ?? "");
  return neighbours.some((word) => MONTHS().has(word))
    ? { kind: "number", keys: [`n${value}`], length: 1 }
    : undefined;
}

function timeAt(lexemes: readonly Lexeme[], index: number): Quantity | undefined {
  const word = lexemes[index]?.word ?? "";
  const clock = isFigure(word) ? /^(\d{1,2})(?::(\d{2}))?$/.exec(word) : null;
  const spoken = NUMBER_WORDS().get(word);
  if (!clock && spoken === undefined) return undefined;
  const minutes = clock?.[2];
  const half = halfOfDay(lexemes, index + 1);
  if (minutes === undefined && half === undefined) return undefined;
  const hour = (spoken ?? Number(clock?.[1])) % (half ? 12 : 24);
  const hours = half?.isLate ? hour + 12 : hour;
  const length = 1 + (half?.length ?? 0);
  return { kind: "date", keys: [`clock${hours}:${minutes ?? "00"}`], length };
}

/** "pm", or "in the evening". */
function halfOfDay(
  lexemes: readonly Lexeme[],
  start: number,
): { isLate: boolean; length: number } | undefined {
  const [first = "", second = "", third = ""] = lexemes.slice(start, start + 3).map((l) => l.word);
  if (first === "am" || first === "pm") return { isLate: first === "pm", length: 1 };
  if (first !== "in" || second !== "the") return undefined;
  if (third === "morning") return { isLate: false, length: 3 };
  return third === "afternoon" || third === "evening" ? { isLate: true, length: 3 } : undefined;
}

function numberAt(lexemes: readonly Lexeme[], index: number): Quantity | undefined {
  const word = lexemes[index]?.word ?? "";
  if (word === "one") return undefined;
  if (/^\d+\//.test(word)) return { kind: "date", keys: [`n${word}`], length: 1 };
  const start = numericValue(word);
  if (start === undefined) return undefined;
  let { value, length } = withUnit(start, lexemes.slice(index, index + 2));
  for (;;) {
    const multiplier = MULTIPLIERS.get(lexemes[index + length]?.word ?? "");
    if (multiplier === undefined) break;
    value *= multiplier;
    length += 1;
  }
  if (/^(?:st|nd|rd|th)$/.test(lexemes[index + length]?.word ?? "")) length += 1;
  return { kind: "number", keys: [`n${value}`], length };
}

/** "thirty two". */
function withUnit(
  value: number,
  [first, second]: readonly Lexeme[],
): { value: number; length: number } {
  const unit = NUMBER_WORDS().get(second?.word ?? "") ?? 0;
  const isJoined = NUMBER_WORDS().has(first?.word ?? "") && value >= 20 && unit > 0 && unit < 10;
  return isJoined ? { value: value + unit, length: 2 } : { value, length: 1 };
}

function isFigure(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function numericValue(word: string): number | undefined {
  return isFigure(word) ? Number(word.replaceAll(",", "")) : NUMBER_WORDS().get(word);
}
