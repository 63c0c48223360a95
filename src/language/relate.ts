// Says how a newer line relates to an older one where either is a quotation, in any of our languages. Quotations of one
// speaker are compared by what is said in them; two speakers speak for themselves and never contradict each other's "I".

import { textKey, words } from "../model/text.ts";
import {
  type ComparedText,
  type Comparison,
  compare,
  differsInDetail,
  type MergeBands,
} from "./compare/compare.ts";
import { corrected } from "./corrections.ts";
import type { Language } from "./lexicon.ts";
import { inLanguage, isForm, type Line, lines, VERB_LAST } from "./line.ts";
import { isCommon, isFunctionWord, without } from "./markers.ts";

const FAR: Comparison = { relation: "far", similarity: 0, reason: "each speaks of themselves" };

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

function relateEnglish(
  [a, b]: readonly [Line, Line],
  [older, newer]: readonly [ComparedText, ComparedText],
  bands: MergeBands,
): Comparison {
  const compared = compare({ ...older, text: told(a, b) }, { ...newer, text: told(b, a) }, bands);
  if (compared.relation !== "far" && compared.relation !== "between") return compared;
  return plainDenial(a, b) ?? corrected(a, b, "en") ?? compared;
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
  if (areSameWords(a, b, language) && a.isNegated() === b.isNegated())
    return { relation: "same_key", similarity: 1, reason: "the same words" };
  return (
    denial(a, b, language) ??
    corrected(a, b, language) ?? { ...FAR, reason: "no rule for its language says more" }
  );
}

/** A key is without marks; where these are vowels two words may have one key. */
function areSameWords(a: Line, b: Line, language: Language): boolean {
  if (textKey(a.text) !== textKey(b.text)) return false;
  const spelled = ({ text }: Line) => text.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]/gu, "");
  return language !== "hi" || spelled(a) === spelled(b);
}

/** What a model may not merge whatever it says: other names, numbers or dates, or one denies the other. */
export function differs(older: string, newer: string): boolean {
  const [a, b] = [lines(older), lines(newer)];
  if (a.quote === undefined && b.quote === undefined) return differsInDetail(older, newer);
  if (speaksOfSelf(a, b)) return true;
  const { language } = b;
  if (language === undefined || language === "en") return differsInDetail(told(a, b), told(b, a));
  return a.isNegated() !== b.isNegated() || !areSameWords(a, b, language);
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
  if (!(language === "zh" ? isSameBut(a, b) : isFormOf(a, b, language))) return undefined;
  return { relation: "contradiction", similarity: 1, reason: "one side is negated" };
}

/** Chinese changes no forms, but where a word ends may change with what stands before it. */
function isSameBut(a: Line, b: Line): boolean {
  const bare = ({ text }: Line) =>
    without("correction", without("negation", text, "zh"), "zh").replace(
      /[^\p{L}\p{N}]|[了在再的吗呢啊]/gu,
      "",
    );
  return bare(a) !== "" && bare(a) === bare(b);
}

/** All words of one are in the other; what that one has besides carries no meaning, or belongs to its negation. */
function isFormOf(a: Line, b: Line, language: Language): boolean {
  const isLight = (word: string) => PARTICLES.has(language) && isCommon(word, language);
  const [older, newer] = [a, b].map((line) => line.content().filter((word) => !isLight(word)));
  if (older === undefined || newer === undefined) return false;
  const [few, many] = older.length < newer.length ? [older, newer] : [newer, older];
  const places = few.map((word) => many.findIndex((other) => isForm(word, other, language)));
  if (few.length === 0 || places.includes(-1)) return false;
  const last = Math.max(...places);
  return many.every((word, at) => {
    if (places.includes(at) || isFunctionWord(word, language)) return true;
    return VERB_LAST.has(language) && at > last;
  });
}

/** Their negation is spread over several short words. */
const PARTICLES: ReadonlySet<Language> = new Set<Language>(["ja", "ko", "hi", "fr"]);
