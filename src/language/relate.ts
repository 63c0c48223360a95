// Says how a newer line relates to an older one where either is a quotation, in any of our languages. Quotations of one
// speaker are compared by what is said in them; two speakers speak for themselves and never contradict each other's "I".

import {
  type ComparedText,
  type Comparison,
  compare,
  differsInDetail,
  type MergeBands,
} from "../model/compare.ts";
import { kept } from "../model/kept.ts";
import { lazy } from "../model/lazy.ts";
import { type Quote, readQuote } from "../model/quote.ts";
import { isStopWord, terms, textKey, words } from "../model/text.ts";
import { LANGUAGES, type Language } from "./lexicon.ts";
import { has, isCommon, languageOf, leading, placeOf, without } from "./markers.ts";

const SLOTS = ["home", "job", "name"] as const;
type Slot = (typeof SLOTS)[number];

type Line = Readonly<{
  /** What is said, or the whole of a line that is told. */
  text: string;
  quote: Quote | undefined;
  language: Language | undefined;
  isOfSpeaker: () => boolean;
  isNegated: () => boolean;
  corrects: () => boolean;
  /** Words without negations and signs of change. */
  content: () => readonly string[];
  slots: () => readonly Slot[];
  stems: () => ReadonlySet<string>;
}>;

const FAR: Comparison = { relation: "far", similarity: 0, reason: "each speaks of themselves" };
/** Of the words of the older line that are no values, this share must come again before the newer can correct it. */
const SAME_TOPIC = 0.3;
/** Without a value of a known sort in both, nearly all else must be the same. */
const SAME_BUT_ONE = 0.66;

export function relate(older: ComparedText, newer: ComparedText, bands: MergeBands): Comparison {
  const [a, b] = [lines(older.text), lines(newer.text)];
  if (a.quote === undefined && b.quote === undefined) return compare(older, newer, bands);
  if (speaksOfSelf(a, b)) return FAR;
  if (isOfAnotherDay(a, b)) return { ...FAR, reason: "of another day" };
  if (shareNothing(a, b)) return { ...FAR, reason: "no word in common" };
  const language = b.language ?? a.language ?? "en";
  return language === "en"
    ? relateEnglish([a, b], [older, newer], bands)
    : relateOther(inLanguage(a, language), inLanguage(b, language), language);
}

/** Of a short line the language may not show; then it is that of the other. */
function inLanguage(line: Line, language: Language): Line {
  return line.language === language ? line : lineIn(language, line.text, line.quote);
}

function relateEnglish(
  [a, b]: readonly [Line, Line],
  [older, newer]: readonly [ComparedText, ComparedText],
  bands: MergeBands,
): Comparison {
  const compared = compare({ ...older, text: told(a, b) }, { ...newer, text: told(b, a) }, bands);
  if (compared.relation !== "far" && compared.relation !== "between") return compared;
  return plainDenial(a, b) ?? correction(a, b, "en") ?? slotChange(a, b, "en") ?? compared;
}

/** Word for word the same but for "not" and its "do". */
function plainDenial(a: Line, b: Line): Comparison | undefined {
  if (a.isNegated() === b.isNegated()) return undefined;
  const plain = ({ text }: Line) =>
    words(without("negation", text.replace(/n['’]t\b/giu, " not "), "en"))
      .filter((word) => !/^(?:do|does|did|ever|really)$/.test(word))
      .join(" ");
  if (plain(a) !== plain(b)) return undefined;
  return { relation: "contradiction", similarity: 1, reason: "one side is negated" };
}

/** Without a grammar of the language only the very same words are one fact. */
function relateOther(a: Line, b: Line, language: Language): Comparison {
  const isSame = textKey(a.text) === textKey(b.text);
  if (isSame && a.isNegated() === b.isNegated())
    return { relation: "same_key", similarity: 1, reason: "the same words" };
  return (
    denial(a, b, language) ??
    correction(a, b, language) ??
    slotChange(a, b, language) ?? { ...FAR, reason: "no rule for its language says more" }
  );
}

/** What a model may not merge whatever it says: other names, numbers or dates, or one denies the other. */
export function differs(older: string, newer: string): boolean {
  const [a, b] = [lines(older), lines(newer)];
  if (a.quote === undefined && b.quote === undefined) return differsInDetail(older, newer);
  if (speaksOfSelf(a, b)) return true;
  const { language } = b;
  if (language === undefined || language === "en") return differsInDetail(told(a, b), told(b, a));
  return a.isNegated() !== b.isNegated() || textKey(a.text) !== textKey(b.text);
}

/** Whether a line says that something known has changed. */
export function isCorrection(line: string): boolean {
  return lines(line).corrects();
}

/** A line may be corrected by who said it, or by anyone where neither line speaks of its speaker. */
export function mayCorrect(older: string, newer: string): boolean {
  const [a, b] = [lines(older), lines(newer)];
  if (a.quote === undefined || b.quote === undefined) return false;
  return a.quote.speaker === b.quote.speaker || !(a.isOfSpeaker() || b.isOfSpeaker());
}

/** The same lines are compared with many others, so what is worked out of one is kept for a while. */
const ROOM = { characters: 400_000, longest: 2_000 };
const lines = kept((line): Line => {
  const quote = readQuote(line);
  const text = quote?.said ?? line;
  return lineIn(languageOf(text), text, quote);
}, ROOM);

function lineIn(language: Language | undefined, text: string, quote: Quote | undefined): Line {
  return {
    text,
    quote,
    language,
    isOfSpeaker: lazy(() => has("firstPerson", text, language)),
    isNegated: lazy(() => has("negation", text, language)),
    corrects: lazy(() => has("correction", text, language)),
    content: lazy(() => contentOf(text, language ?? "en")),
    stems: lazy(() => new Set(terms(text))),
    slots: lazy(() => SLOTS.filter((slot) => has(slot, text, language))),
  };
}

/** Most lines that lie near in meaning still have no word in common, and no rule would look at them. */
function shareNothing(a: Line, b: Line): boolean {
  const [stemsA, stemsB] = [a.stems(), b.stems()];
  const [few, many] = stemsA.size < stemsB.size ? [stemsA, stemsB] : [stemsB, stemsA];
  for (const stem of few) if (many.has(stem)) return false;
  return few.size > 0 && !a.slots().some((slot) => b.slots().includes(slot));
}

/** "I ran yesterday", said on two days, is two runs. */
function isOfAnotherDay(a: Line, b: Line): boolean {
  const days = [a.quote?.when, b.quote?.when];
  return days[0] !== undefined && days[1] !== undefined && days[0] !== days[1];
}

function speaksOfSelf(a: Line, b: Line): boolean {
  if (a.quote === undefined || b.quote === undefined) return false;
  if (a.quote.speaker === b.quote.speaker) return false;
  return a.isOfSpeaker() || b.isOfSpeaker();
}

/** Beside a line that is told, "I" is given its name, so that "Ana lives in Porto" meets her "I moved to Lisbon". */
function told({ quote, text }: Line, other: Line): string {
  return quote !== undefined && other.quote === undefined
    ? inThirdPerson(text, quote.speaker)
    : text;
}

/** For comparing only; nothing that is made here is ever stored or shown. */
function inThirdPerson(text: string, name: string): string {
  return text
    .replace(/\bI['’]?m\b|\bI am\b/gi, `${name} is`)
    .replace(/\bI['’]ve\b|\bI have\b/gi, `${name} has`)
    .replace(/\bI\b/g, name)
    .replace(/\bmy\b/gi, `${name}'s`);
}

/** The same words but for a negation; the form of the denied word may change with it. */
function denial(a: Line, b: Line, language: Language): Comparison | undefined {
  if (a.isNegated() === b.isNegated()) return undefined;
  const light = (word: string) => PARTICLES.has(language) && isCommon(word, language);
  const [older, newer] = [
    a.content().filter((word) => !light(word)),
    b.content().filter((word) => !light(word)),
  ];
  const [few, many] = older.length < newer.length ? [older, newer] : [newer, older];
  const shared = few.filter((word) => many.some((other) => isForm(word, other, language))).length;
  const spare = PARTICLES.has(language) ? 3 : 1;
  if (few.length === 0 || shared < few.length || many.length - shared > spare) return undefined;
  return {
    relation: "contradiction",
    similarity: shared / many.length,
    reason: "one side is negated",
  };
}

/** Their negation is spread over several short words. */
const PARTICLES: ReadonlySet<Language> = new Set<Language>(["ja", "ko", "hi", "fr"]);

/** One word in two of its forms: the same beginning, at least half of the shorter. */
function isForm(word: string, other: string, language: Language): boolean {
  if (word === other) return true;
  const least = Math.min(word.length, other.length);
  let same = 0;
  while (same < least && word[same] === other[same]) same += 1;
  const isShortScript = /\p{Script=Hangul}|\p{Script=Han}|\p{Script=Hiragana}/u.test(word);
  // Turkish puts the negation between the stem and the ending.
  return same >= (isShortScript ? 2 : 3) && same * (language === "tr" ? 3 : 2) >= least;
}

/** "Now at ten", "moved from A to B": the same topic with another value. */
function correction(a: Line, b: Line, language: Language): Comparison | undefined {
  if (!b.corrects()) return undefined;
  const [older, newer] = [a.content(), b.content()];
  const { shared, olderOnly, newerOnly } = overlap(older, newer);
  // "Sold the Volvo, I drive a Leaf now": all that the old line says is said again, with what became of it.
  const isOfSame = b.isNegated() || (a.isOfSpeaker() && b.isOfSpeaker());
  const isRetold = isOfSame && older.length > 1 && olderOnly.length === 0 && newerOnly.length > 0;
  const isErratum = leading("correction", b.text, language) > 0 && /[:：,]/.test(b.text);
  const isChanged =
    beginAlike(older, newer, language) &&
    isValueChanged({ older, shared, olderOnly, newerOnly, language, isErratum });
  if (!isChanged && !isRetold) return undefined;
  if (namesOthers(a, b, { olderOnly, newerOnly })) return undefined;
  return {
    relation: "contradiction",
    similarity: shared.length / Math.max(older.length, newer.length),
    reason: `${(olderOnly.length > 0 ? olderOnly : shared).join(" ")} became ${newerOnly.join(" ")}`,
  };
}

/** "The office opens" and "the shop opens" are two things, whatever else they have in common. */
function beginAlike(
  older: readonly string[],
  newer: readonly string[],
  language: Language,
): boolean {
  const isTopic = (word: string) => sortOfValue(word) === undefined && !isCommon(word, language);
  const [a, b] = [older.find(isTopic), newer.find(isTopic)];
  return a !== undefined && b !== undefined && older.includes(b) && newer.includes(a);
}

type Overlap = Readonly<{
  older: readonly string[];
  shared: readonly string[];
  olderOnly: readonly string[];
  newerOnly: readonly string[];
  language: Language;
  /** It begins with "Correction:". */
  isErratum: boolean;
}>;

function isValueChanged(overlap: Overlap): boolean {
  const { older, shared, olderOnly, newerOnly, language, isErratum } = overlap;
  const isValue = (word: string) => sortOfValue(word) !== undefined;
  const topic = shared.filter((word) => !isValue(word) && !isCommon(word, language));
  if (topic.length === 0 || newerOnly.length === 0) return false;
  // "From nine to ten": the old value is named beside the new one.
  if (shared.some(isValue) && newerOnly.some(isValue)) return !olderOnly.some(isValue);
  const sorts = new Set(newerOnly.map(sortOfValue));
  if (olderOnly.some((word) => isValue(word) && sorts.has(sortOfValue(word)))) {
    const plain = older.filter((word) => !isValue(word));
    return plain.filter((word) => shared.includes(word)).length >= SAME_TOPIC * plain.length;
  }
  const [most, least] = isErratum ? [2, SAME_TOPIC] : [1, SAME_BUT_ONE];
  const isClose = shared.length >= least * older.length;
  return isClose && olderOnly.length > 0 && olderOnly.length <= most && newerOnly.length <= 2;
}

/** "The meeting with Bob" and "the meeting with Ann": each names somebody the other does not. */
function namesOthers(
  a: Line,
  b: Line,
  { olderOnly, newerOnly }: Pick<Overlap, "olderOnly" | "newerOnly">,
): boolean {
  const isNamed = (text: string, only: readonly string[]) =>
    [...text.matchAll(/(?<=[\p{Ll}\p{N},] )\p{Lu}\p{Ll}+/gu)].some(([name]) => {
      const [word = ""] = words(name);
      return only.includes(word) && sortOfValue(word) === undefined;
    });
  const hasValues = [olderOnly, newerOnly].every((only) =>
    only.some((word) => sortOfValue(word) !== undefined),
  );
  return hasValues && isNamed(a.text, olderOnly) && isNamed(b.text, newerOnly);
}

/** Where someone lives or works: one value at a time, when both clauses begin alike. */
function slotChange(a: Line, b: Line, language: Language): Comparison | undefined {
  if (a.isNegated() || b.isNegated()) return undefined;
  for (const slot of a.slots()) {
    if (!b.slots().includes(slot)) continue;
    const rest = (line: Line) => contentOf(without(slot, line.text, language), language);
    const { olderOnly, newerOnly } = overlap(rest(a), rest(b));
    const counts = [olderOnly.length, newerOnly.length];
    if (Math.min(...counts) === 0 || Math.max(...counts) > 2) continue;
    if (opening(a, slot, language) !== opening(b, slot, language)) continue;
    return {
      relation: "contradiction",
      similarity: SAME_TOPIC,
      reason: `${olderOnly.join(" ")} became ${newerOnly.join(" ")}`,
    };
  }
  return undefined;
}

const VERB_LAST: ReadonlySet<Language> = new Set<Language>(["ja", "ko", "tr", "hi"]);

/** Whom it is about, by the word before the verb: "Ich", not "Schwester". Where the verb comes last the value stands there. */
function opening({ text }: Line, slot: Slot, language: Language): string {
  if (VERB_LAST.has(language)) return "";
  const before = text.slice(0, placeOf(slot, text, language));
  return words(without("correction", before, language)).at(-1) ?? "";
}

/** Cut into words by the segmenter, so that particles are words of their own. */
const UNSPACED: ReadonlySet<Language> = new Set<Language>(["zh", "ja", "ko"]);

const TIME_OR_NUMBER = /\p{N}+(?:[.:]\p{N}+)*/gu;

/** A time of day is one word. */
function contentOf(text: string, language: Language): readonly string[] {
  const plain = without("correction", without("negation", text, language), language);
  const numbers = plain.match(TIME_OR_NUMBER) ?? [];
  const rest = words(plain.replace(TIME_OR_NUMBER, " "));
  const isLight = (word: string) =>
    language === "en" ? isStopWord(word) : UNSPACED.has(language) && isCommon(word, language);
  return [...rest.filter((word) => !isLight(word)), ...numbers];
}

function overlap(older: readonly string[], newer: readonly string[]) {
  return {
    shared: older.filter((word) => newer.includes(word)),
    olderOnly: older.filter((word) => !newer.includes(word)),
    newerOnly: newer.filter((word) => !older.includes(word)),
  };
}

const NUMBER = /^\p{N}/u;

/** Days of the week and months by their names in all our languages. */
const calendar = lazy(() => {
  const names = new Map<string, "day" | "month">();
  for (const language of LANGUAGES) {
    const name = (options: Intl.DateTimeFormatOptions, at: number) =>
      words(new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(at)).join(
        " ",
      );
    for (let day = 1; day <= 7; day += 1)
      names.set(name({ weekday: "long" }, Date.UTC(2024, 0, day)), "day");
    for (let month = 0; month < 12; month += 1)
      names.set(name({ month: "long" }, Date.UTC(2024, month, 1)), "month");
  }
  return names;
});

function sortOfValue(word: string): "number" | "day" | "month" | undefined {
  return NUMBER.test(word) ? "number" : calendar().get(word.replace(/(?<=day)s$/, ""));
}
