// Works out what "last week" meant on the day it was said. The words stay as they are: the date goes beside them.
// Only phrases whose direction is plain are read: "in May" or "on Friday" may lie ahead or behind, so they get no date.
// Nor does what has two meanings in its language, such as "mañana" or "कल". The phrases lie in `assets/language`.

import { entriesOf, LANGUAGES, type Language } from "../../../language/lexicon.ts";
import { has, languageOf } from "../../../language/markers.ts";
import type { Timestamp } from "../../../model/memory.ts";

export type When = Readonly<{ shown: string; validFrom: Timestamp }>;

const UNITS = ["day", "week", "weekend", "month", "year"] as const;
type Unit = (typeof UNITS)[number];
/** So many units from now; what lies behind is below zero. */
type Shift = Readonly<{ unit: Unit; by: number; isPhrase: boolean }>;
type Phrases = Readonly<{
  pattern: RegExp;
  counts: ReadonlyMap<string, number>;
  /** "#" stands for a count, in the phrase and in what it means. */
  meanings: ReadonlyMap<string, string>;
}>;

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const NAMED_MONTH = new RegExp(`\\b(last|next) (${MONTHS.join("|")})\\b`, "giu");
/** Their words stand without spaces, or with endings behind them. */
const UNSPACED: ReadonlySet<Language> = new Set<Language>(["zh", "ja"]);
const NO_WORD_END: ReadonlySet<Language> = new Set<Language>(["zh", "ja", "ko"]);
/** Letters of English alone. */
const PLAIN = /^[\t\n\r -~’“”…–—]*$/;
const compiled = new Map<Language, Phrases>();

/** Undefined when the clause names no time, or more than one. */
export function whenOf(clause: string, saidAt: Timestamp): When | undefined {
  const said = new Date(saidAt);
  const language = languageOf(clause);
  const own = shiftsIn(clause, language ?? "en", said);
  const isSure = language !== undefined && PLAIN.test(clause);
  const found = own.length > 0 || isSure ? own : elsewhere(clause, said);
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  const first = firstDay(said, only);
  return { shown: shownAs(first, only.unit), validFrom: first.toISOString() };
}

/** A short clause may not show its language; a phrase of several words is of one language all the same. */
function elsewhere(clause: string, said: Date): readonly Shift[] {
  return LANGUAGES.map((language) => shiftsIn(clause, language, said))
    .map((shifts) => shifts.filter(({ isPhrase }) => isPhrase))
    .reduce((most, shifts) => (shifts.length > most.length ? shifts : most), []);
}

function shiftsIn(clause: string, language: Language, said: Date): readonly Shift[] {
  const told = shiftsOf(clause, phrasesOf(language));
  const all = language === "en" ? [...told, ...namedMonths(clause, said.getUTCMonth())] : told;
  return all.length > 0 && has("recurring", clause, language) ? [] : all;
}

function shiftsOf(clause: string, { pattern, counts, meanings }: Phrases): readonly Shift[] {
  return [...clause.replace(/İ/g, "i").matchAll(pattern)].flatMap(([text, ...groups]) => {
    const count = groups.find((group) => group !== undefined);
    const key = plain(count === undefined ? text : text.replace(count, "#"));
    const [, unit, sign, by = ""] = /^(\w+)([+-])(.+)$/.exec(meanings.get(key) ?? "") ?? [];
    const named = UNITS.find((one) => one === unit);
    if (named === undefined) return [];
    const many = by === "#" ? (counts.get(plain(count ?? "")) ?? Number(count)) : Number(by);
    return [{ unit: named, by: sign === "-" ? -many : many, isPhrase: /\s/.test(text) }];
  });
}

/** "Last May" is the one before this month. */
function namedMonths(clause: string, current: number): readonly Shift[] {
  return [...clause.matchAll(NAMED_MONTH)].map(([, which = "", name = ""]) => {
    const named = MONTHS.findIndex((month) => month.toLowerCase() === name.toLowerCase());
    const ahead = (named - current + 12) % 12;
    const isNext = which.toLowerCase() === "next";
    return { unit: "month", by: isNext ? ahead || 12 : ahead - 12, isPhrase: true };
  });
}

function phrasesOf(language: Language): Phrases {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const pairs = (entries: readonly string[]) =>
    entries.map((entry): [string, string] => {
      const [key = "", value = ""] = entry.split("=");
      return [key, value];
    });
  const counts = new Map(
    pairs(entriesOf("counts", language)).map(([word, value]) => [plain(word), Number(value)]),
  );
  const meanings = new Map(pairs(entriesOf("when", language)).map(([key, to]) => [plain(key), to]));
  const count = `(\\d{1,2}|${[...counts.keys()].join("|")})`;
  const sources = [...meanings.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace(/'/g, "['’]").replace(/ /g, "\\s+").replace("#", count));
  const before = UNSPACED.has(language)
    ? `(?<![\\d${[...counts.keys()].join("")}])`
    : "(?<![\\p{L}\\p{M}\\d'’-])";
  const behind = NO_WORD_END.has(language) ? "" : "(?![\\p{L}\\p{M}\\d-]|['’]s\\b)";
  const pattern = new RegExp(`${before}(?:${sources.join("|")})${behind}`, "giu");
  const made = { pattern, counts, meanings };
  compiled.set(language, made);
  return made;
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/’/g, "'").replace(/\s+/g, " ");
}

function firstDay(said: Date, { unit, by }: Shift): Date {
  const [year, month, date] = [said.getUTCFullYear(), said.getUTCMonth(), said.getUTCDate()];
  const monday = date - ((said.getUTCDay() + 6) % 7);
  switch (unit) {
    case "day":
      return new Date(Date.UTC(year, month, date + by));
    case "week":
      return new Date(Date.UTC(year, month, monday + 7 * by));
    case "weekend":
      return new Date(Date.UTC(year, month, monday + 5 + 7 * by));
    case "month":
      return new Date(Date.UTC(year, month + by, 1));
    case "year":
      return new Date(Date.UTC(year + by, 0, 1));
  }
}

function shownAs(first: Date, unit: Unit): string {
  const month = MONTHS[first.getUTCMonth()] ?? "";
  const day = `${first.getUTCDate()} ${month} ${first.getUTCFullYear()}`;
  switch (unit) {
    case "day":
      return day;
    case "week":
      return `week of ${day}`;
    case "weekend":
      return `weekend of ${day}`;
    case "month":
      return `${month} ${first.getUTCFullYear()}`;
    case "year":
      return String(first.getUTCFullYear());
  }
}
