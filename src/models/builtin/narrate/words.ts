// Cuts what was said into words and tells those that carry the subject from those that stand in every talk.

import { entriesOf, LANGUAGES, type WordClass } from "../../../language/lexicon.ts";
import { lazy } from "../../../model/lazy.ts";
import { fold, isStopWord, stem } from "../../../model/text.ts";

export type Word = Readonly<{
  /** As it was said, with its place in the text. */
  text: string;
  start: number;
  end: number;
  /** Folded, for looking up. */
  key: string;
}>;

export type Language = Readonly<{
  name: string;
  classes: ReadonlyMap<string, ReadonlySet<WordClass>>;
}>;

const WORD = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** `Intl.Segmenter` copies its text for every segment, so it is given little at a time. */
const PIECE = 500;
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

const LAUGH =
  /^(?:(?:ha|he|hi|ja|je|ah|ха|хе)(?:ha|he|hi|ja|je|ah|ха|хе)+h?|lo+l|l?ma+o|w{2,}|k{2,}|[ㅋㅎㅠㅜ]+|哈+|х+а*)$/u;
/** Josa (case endings) and the endings of verbs, which Korean writes onto the word. */
const KOREAN_ENDING =
  /(?:(?<=..)(?:에서|으로|에게|까지|부터|이랑|하고|이|가|의|도|로|와|과|랑)|(?<=.)[은는을를에])$/u;
const KOREAN_VERB = /(?:다|요|까|죠|네|어|지|해|고)$/u;
/** Long words of inflected languages agree in this many letters. */
const STEM_LETTERS = 6;
const MONTHS = 12;
/** The classes that say which words a talk is about, and which a clause may begin or end on. */
const READ = [
  "everyday",
  "firstPerson",
  "we",
  "second",
  "standIn",
  "open",
  "joins",
  "before",
  "chatter",
  "asks",
] as const satisfies readonly WordClass[];

export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [whole] = match;
    if (!UNSPACED.test(whole)) found.push(wordAt(whole, match.index));
    else
      for (let at = 0; at < whole.length; at += PIECE)
        for (const { segment, index } of segmenter.segment(whole.slice(at, at + PIECE)))
          found.push(wordAt(segment, match.index + at + index));
  }
  return found;
}

function wordAt(text: string, start: number): Word {
  return { text, start, end: start + text.length, key: keyOf(text) };
}

/** Accents are folded away where they are optional; in other scripts the marks are vowels. */
function keyOf(text: string): string {
  if (/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}]/u.test(text)) return fold(text);
  return text.normalize("NFKC").toLowerCase();
}

/** Its names of days and months, alone and beside a day of the month. */
function calendarIn(language: string): string {
  const names: string[] = [];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  const shapes = [{ month: "long" }, { month: "long", day: "numeric" }] as const;
  const [weekday, ...months] = [format({ weekday: "long" }), ...shapes.map(format)];
  for (let at = 0; at < MONTHS; at += 1) {
    names.push(weekday.format(Date.UTC(2026, 0, at + 1)));
    for (const month of months) names.push(month.format(Date.UTC(2026, at, 1)));
  }
  return names.join(" ");
}

/** Every single word of its lists, with the classes it is in. */
function languageFrom(name: (typeof LANGUAGES)[number]): Language {
  const classes = new Map<string, Set<WordClass>>();
  const add = (text: string, one: WordClass) => {
    for (const { key } of wordsOf(text)) classes.set(key, (classes.get(key) ?? new Set()).add(one));
  };
  for (const one of READ)
    for (const entry of entriesOf(one, name)) if (!/\S\s+\S/.test(entry)) add(entry, one);
  add(calendarIn(name), "everyday");
  return { name, classes };
}

const known = lazy(() => LANGUAGES.map(languageFrom));
/** A script that no table is for: every word of it may be telling. */
const UNKNOWN: Language = { name: "", classes: new Map() };
const named = (name: string) => known().find((language) => language.name === name) ?? UNKNOWN;
const LATIN = lazy(() =>
  known().filter(({ name }) => /^(?:en|de|es|fr|pt|it|nl|pl|tr)$/.test(name)),
);
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["zh", /\p{Script=Han}/u],
  ["ko", /\p{Script=Hangul}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["ar", /\p{Script=Arabic}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["latin", /\p{Script=Latin}/u],
];
/** A language is only told from the one around it by at least so many of its everyday words. */
const ENOUGH_EVIDENCE = 2;

/** By its script, and among those of the Latin script by its everyday words; `around` where these do not tell. */
export function languageOf(words: readonly Word[], around: Language = named("en")): Language {
  const script = scriptOf(words);
  if (script !== "latin") return script === "" ? around : named(script);
  let best = LATIN().includes(around) ? around : named("en");
  let most = Math.max(evidence(words, best), ENOUGH_EVIDENCE - 1);
  for (const language of LATIN()) {
    const found = evidence(words, language);
    if (found > most) [best, most] = [language, found];
  }
  return best;
}

function evidence(words: readonly Word[], { classes }: Language): number {
  return words.filter(({ key }) => classes.has(key)).length;
}

/** Whether a word is of one of these classes. */
export function isA(key: string, language: Language, ...wanted: readonly WordClass[]): boolean {
  const found = language.classes.get(key);
  return found !== undefined && wanted.some((one) => found.has(one));
}

/** That of most words; a word of kana makes the Han words around it Japanese. */
function scriptOf(words: readonly Word[]): string {
  const counts = new Map<string, number>();
  for (const { text } of words) {
    const name = /\p{L}/u.test(text) ? letterScript(text) : "";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  counts.delete("");
  const kana = counts.get("ja");
  if (kana !== undefined) counts.set("ja", kana + (counts.get("zh") ?? 0));
  const [script = ""] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return script;
}

function letterScript(text: string): string {
  return SCRIPTS.find(([, letter]) => letter.test(text))?.[0] ?? "other";
}

export function isChatter({ key }: Word, language: Language): boolean {
  return isA(key, language, "chatter") || LAUGH.test(key) || /(.)\1{3}/u.test(key);
}

/** Whether a word says what a talk is about: none that every talk has, no bare number, no greeting. */
export function isTelling(word: Word, language: Language): boolean {
  const { text, key } = word;
  if (!/\p{L}/u.test(key) || language.classes.has(key) || isChatter(word, language)) return false;
  switch (language.name) {
    case "ja":
      return key.length > 1 && !/^\p{Script=Hiragana}+$/u.test(key);
    case "zh":
      return key.length > 1;
    case "ko":
      if (language.classes.has(stemOf(word, language))) return false;
      return key.length > 1 && !KOREAN_VERB.test(key);
    case "en":
      if (isStopWord(key)) return false;
      return key.length > 2 || /^\p{Lu}{2}$/u.test(text);
    default:
      return key.length > 2 || /^\p{Lu}{2}$/u.test(text);
  }
}

/** Equal for the forms of one word. */
export function stemOf({ key }: Word, language: Language): string {
  if (language.name === "en") return stem(key);
  if (language.name === "ko") return key.replace(KOREAN_ENDING, "");
  return UNSPACED.test(key) ? key : key.slice(0, STEM_LETTERS);
}

/** The word as it may stand alone. */
export function bareText({ text }: Word, language: Language): string {
  return language.name === "ko" ? text.replace(KOREAN_ENDING, "") : text;
}

/** Of a longer text the beginning tells what it is about. */
const MAX_READ = 100_000;

/** The telling stems of a text, each once, with the word as it was first said. */
export function tellingStems(text: string): ReadonlyMap<string, string> {
  const words = wordsOf(text.slice(0, MAX_READ));
  const language = languageOf(words);
  const stems = new Map<string, string>();
  for (const word of words) {
    const one = isTelling(word, language) ? stemOf(word, language) : "";
    if (one !== "" && !stems.has(one)) stems.set(one, bareText(word, language));
  }
  return stems;
}
