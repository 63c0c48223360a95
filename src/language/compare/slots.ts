// Whether one value took the place of another where only one can hold: a home, an employer, an age, a deadline.

import { lazy } from "../../model/lazy.ts";
import { listLines } from "../word-lists.ts";
import { areEquals, equalsOf, keyOf, keySet } from "./lexicon.ts";
import type { Sides, Statement, Token } from "./statement.ts";

type Slot = Readonly<{ predicate: Token; value: readonly Token[] }>;

const PREDICATES = lazy(
  () =>
    new Map(
      listLines("english/single-valued").flatMap((line) => {
        const [predicate = "", markers = ""] = line.split(": ");
        const keys = equalsOf(keyOf(predicate));
        return [...keys].map((key): [string, readonly string[]] => [key, markers.split(" ")]);
      }),
    ),
);
const ATTRIBUTES = keySet("attributes");
const EVENTS = keySet("dated_events");
const CHANGES = keySet("changes");
const MAX_VALUE_WORDS = 3;
const COUNTRIES = lazy(countryNames);

/** What changed, in words, or nothing when no single value was replaced. */
export function changedSlot(sides: Sides): string | undefined {
  return changedPredicateValue(sides) ?? changedAttribute(sides);
}

function changedPredicateValue({ older, newer, alignment }: Sides): string | undefined {
  const olderSlots = slotsOf(older).filter(({ value }) => isReplaced(value, alignment.olderOnly));
  if (olderSlots.length === 0) return undefined;
  const newerSlots = slotsOf(newer).filter(({ value }) => isReplaced(value, alignment.newerOnly));
  for (const a of olderSlots) {
    const b = newerSlots.find((slot) => areOneSlot(a, slot) && areAlike(a.value, slot.value));
    if (b !== undefined) return `${wordsOf(a.value)} became ${wordsOf(b.value)}`;
  }
  return undefined;
}

function areOneSlot(a: Slot, b: Slot): boolean {
  return (
    areEquals(a.predicate.key, b.predicate.key) &&
    // "moved to Porto" tells of the past, and of where one lives now.
    (a.predicate.key !== b.predicate.key || a.predicate.tense === b.predicate.tense) &&
    markerOf(a) === markerOf(b)
  );
}

function markerOf({ value }: Slot): string | undefined {
  const marker = value[0]?.marker;
  return marker === "to" || marker === "at" ? "in" : marker;
}

const slotsOfStatements = new WeakMap<Statement, readonly Slot[]>();

function slotsOf(statement: Statement): readonly Slot[] {
  const known = slotsOfStatements.get(statement);
  if (known !== undefined) return known;
  const found = slotsIn(statement);
  slotsOfStatements.set(statement, found);
  return found;
}

/** The first value after the predicate's own preposition, to the next preposition or stop. */
function slotsIn({ tokens }: Statement): Slot[] {
  return tokens.flatMap((predicate, index) => {
    const markers = PREDICATES().get(predicate.key);
    if (markers === undefined) return [];
    const start = tokens.findIndex((t, i) => i > index && markers.includes(t.marker));
    if (start < 0 || tokens.slice(index + 1, start).some(isObject)) return [];
    const rest = tokens.slice(start + 1);
    const end = rest.findIndex((t) => t.marker !== "" || t.afterStop || t.isVerb);
    const value = [tokens[start], ...(end < 0 ? rest : rest.slice(0, end))];
    return [{ predicate, value: value.filter((t) => t !== undefined) }];
  });
}

/** "Moved the parrot to Faro" says where the parrot is: what stands between is moved, not the mover. */
function isObject({ isLight, isVerb, word }: Token): boolean {
  return !isLight && !isVerb && !word.endsWith("ly");
}

function isReplaced(value: readonly Token[], only: readonly Token[]): boolean {
  return value.length > 0 && value.every((token) => only.includes(token));
}

/** A city and a country, or a firm and a kind of work, do not replace each other. */
function areAlike(a: readonly Token[], b: readonly Token[]): boolean {
  return a[0]?.kind === b[0]?.kind && isCountry(a) === isCountry(b);
}

function isCountry(value: readonly Token[]): boolean {
  return COUNTRIES().has(wordsOf(value));
}

function changedAttribute({ older, newer, alignment }: Sides): string | undefined {
  const a = alignment.olderOnly.filter(isValueWord);
  if (!isValue(a) || isNumbered(older, a)) return undefined;
  const b = alignment.newerOnly.filter(isValueWord);
  if (!isValue(b) || isNumbered(newer, b) || !areOneKind(a, b)) return undefined;
  const shared = [...alignment.pairs.keys()].flatMap((i) => older.tokens[i] ?? []);
  const kind = a[0]?.kind;
  const isDated = kind === "date" || kind === "number";
  const isSingle =
    shared.some(({ key }) => ATTRIBUTES().has(key)) ||
    (isDated && shared.some(isSetForOnce)) ||
    (kind === "number" && isAge(older, newer));
  return isSingle ? `${wordsOf(a)} became ${wordsOf(b)}` : undefined;
}

/** "The 9:15 bus" and "the 10:15 bus", "unit 12 has 4" and "unit 13 has 9": their numbers say which is meant. */
function isNumbered({ tokens, subject }: Statement, value: readonly Token[]): boolean {
  const ofSubject = value.some((token) => isTime(token) && subject.includes(tokens.indexOf(token)));
  return ofSubject || value.filter((token) => token.kind === "number").length > 1;
}

function isTime({ kind }: Token): boolean {
  return kind === "number" || kind === "date";
}

/** "moved to 4 pm" gives a new time and says that it is new. */
function isValueWord({ isLight, key }: Token): boolean {
  return !isLight && !CHANGES().has(key);
}

/** A visit in 2019 and one in 2020 are two visits; a wedding in May or in June is one. */
function isSetForOnce({ key, tense }: Token): boolean {
  return EVENTS().has(key) && tense === "other";
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
