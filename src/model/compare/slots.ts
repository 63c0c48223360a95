// Whether one value took the place of another where only one can hold: a home, an employer, an age, a deadline.

import type { Alignment } from "./alignment.ts";
import { areEquals, lines } from "./lexicon.ts";
import {
  DATED_EVENTS,
  SINGLE_VALUED_ATTRIBUTES,
  SINGLE_VALUED_PREDICATES,
} from "./lexicon/slots.ts";
import { type Statement, type Token, tokenKeys } from "./statement.ts";

type Sides = Readonly<{ older: Statement; newer: Statement; alignment: Alignment }>;
type Slot = Readonly<{ predicate: Token; value: readonly Token[] }>;

const PREDICATES = new Map(
  lines(SINGLE_VALUED_PREDICATES).map((line): [string, readonly string[]] => {
    const [predicate = "", markers = ""] = line.split(": ");
    return [[...tokenKeys(predicate)][0] ?? "", markers.split(" ")];
  }),
);
const ATTRIBUTES = tokenKeys(SINGLE_VALUED_ATTRIBUTES);
const EVENTS = tokenKeys(DATED_EVENTS);
const COUNTED = tokenKeys("have own");
const MAX_VALUE_WORDS = 3;
const COUNTRIES = countryNames();

/** What changed, in words, or nothing when no single value was replaced. */
export function changedSlot(sides: Sides): string | undefined {
  return changedPredicateValue(sides) ?? changedAttribute(sides);
}

function changedPredicateValue({ older, newer, alignment }: Sides): string | undefined {
  for (const a of slotsOf(older))
    for (const b of slotsOf(newer)) {
      if (!areEquals(a.predicate.key, b.predicate.key) || a.predicate.isPast !== b.predicate.isPast)
        continue;
      if (!isReplaced(a.value, alignment.olderOnly) || !isReplaced(b.value, alignment.newerOnly))
        continue;
      if (a.value[0]?.marker !== b.value[0]?.marker || !areAlike(a.value, b.value)) continue;
      return `${wordsOf(a.value)} became ${wordsOf(b.value)}`;
    }
  return undefined;
}

/** The first value after the predicate's own preposition, to the next preposition or stop. */
function slotsOf({ tokens }: Statement): Slot[] {
  return tokens.flatMap((predicate, index) => {
    const markers = markersOf(predicate.key);
    const start = tokens.findIndex((t, i) => i > index && markers.includes(t.marker));
    if (start < 0) return [];
    const rest = tokens.slice(start + 1);
    const end = rest.findIndex((t) => t.marker !== "" || t.afterStop || t.isVerb);
    const value = [tokens[start], ...(end < 0 ? rest : rest.slice(0, end))];
    return [{ predicate, value: value.filter((t) => t !== undefined) }];
  });
}

function markersOf(key: string): readonly string[] {
  for (const [predicate, markers] of PREDICATES) if (areEquals(predicate, key)) return markers;
  return [];
}

function isReplaced(value: readonly Token[], only: readonly Token[]): boolean {
  return value.length > 0 && value.every((token) => only.includes(token));
}

/** A city and a country, or a firm and a kind of work, do not replace each other. */
function areAlike(a: readonly Token[], b: readonly Token[]): boolean {
  return a[0]?.kind === b[0]?.kind && isCountry(a) === isCountry(b);
}

function isCountry(value: readonly Token[]): boolean {
  return COUNTRIES.has(wordsOf(value));
}

function changedAttribute({ older, newer, alignment }: Sides): string | undefined {
  const a = alignment.olderOnly.filter((t) => !t.isLight);
  const b = alignment.newerOnly.filter((t) => !t.isLight);
  const shared = [...alignment.pairs.keys()].map((i) => older.tokens[i]?.key ?? "");
  if (!isValue(a) || !isValue(b) || !areOneKind(a, b)) return undefined;
  const kind = a[0]?.kind;
  const isSingle =
    shared.some((key) => ATTRIBUTES.has(key)) ||
    (kind === "date" && shared.some((key) => EVENTS.has(key))) ||
    (kind === "number" && (isAge(older, newer) || isCount({ older, newer, alignment })));
  const isTime = kind === "number" && shared.some((key) => EVENTS.has(key) || /^month/.test(key));
  return isSingle || isTime ? `${wordsOf(a)} became ${wordsOf(b)}` : undefined;
}

/** A value is a few words and no action. */
function isValue(tokens: readonly Token[]): boolean {
  return tokens.length > 0 && tokens.length <= MAX_VALUE_WORDS && !tokens.some((t) => t.isVerb);
}

function areOneKind(a: readonly Token[], b: readonly Token[]): boolean {
  const kinds = new Set([...a, ...b].map(({ kind }) => kind));
  const isTime = ![...kinds].some((kind) => kind === "name" || kind === "word");
  return kinds.size === 1 || isTime;
}

/** "Ana is 30": nothing but whom it is about and a number. */
function isAge(older: Statement, newer: Statement): boolean {
  const isBareNumber = ({ tokens, subject }: Statement) =>
    tokens.every((token, i) => subject.includes(i) || token.kind === "number" || token.isLight);
  return isBareNumber(older) && isBareNumber(newer);
}

/** "has two children" and "has three children" count the same thing. */
function isCount({ older, alignment }: Sides): boolean {
  const shared = [...alignment.pairs.keys()].map((i) => older.tokens[i]);
  return shared.some((token) => token !== undefined && COUNTED.has(token.key));
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens.map(({ word }) => word).join(" ");
}

/** Node carries the names of all countries; the two-letter codes without one come back as they went in. */
function countryNames(): ReadonlySet<string> {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Set(codes.map((code) => (names.of(code) ?? code).toLowerCase()));
}
