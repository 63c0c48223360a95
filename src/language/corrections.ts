// Finds the line that a newer one corrects: the same topic with another value, or another home, job or name. Where it is not
// sure that both speak of one thing, both stay: a wrong replacement is worse than none.

import { lazy } from "../model/lazy.ts";
import { fold, words } from "../model/text.ts";
import type { Comparison } from "./compare/compare.ts";
import { LANGUAGES, type Language } from "./lexicon.ts";
import { contentOf, type Line, type Slot, VERB_LAST } from "./line.ts";
import { has, isCommon, isEveryday, isFunctionWord, placeOf, without } from "./markers.ts";

/** Of the words of the older line that are no values, this share must come again before the newer can correct it. */
const SAME_TOPIC = 0.3;
/** Without a value of a known sort in both, nearly all else must be the same. */
const SAME_BUT_ONE = 0.66;

/** What the newer line replaces in the older one, if anything. */
export function corrected(a: Line, b: Line, language: Language): Comparison | undefined {
  const reason =
    correction(a, b, language) ??
    (language === "en" ? otherPlace(a, b) : undefined) ??
    slotChange(a, b, language) ??
    leftBehind(a, b, language);
  return reason === undefined
    ? undefined
    : { relation: "contradiction", similarity: SAME_TOPIC, reason };
}

/** "Now at ten", "moved from A to B", "Correction: ten". */
function correction(a: Line, b: Line, language: Language): string | undefined {
  const { isErratum } = b;
  if (!b.corrects() || (!isErratum && has("addition", b.text, language))) return undefined;
  const found = {
    ...overlap(a.content(), b.content()),
    language,
    isErratum,
    isOfChange: a.corrects(),
  };
  if (!isRetold(a, b, found) && !(isOnTopic(found) && isValueChanged(found))) return undefined;
  if (areNumberedApart(a.text, b.text, language) || namesOthers(a, b, found)) return undefined;
  const { olderOnly, newerOnly, shared } = found;
  return became(olderOnly.length > 0 ? olderOnly : shared, newerOnly);
}

function became(older: readonly string[], newer: readonly string[]): string {
  return `${older.join(" ")} became ${newer.join(" ")}`;
}

/** "Sold the Volvo, I drive a Leaf now": all that the old line says is said again, with what became of it. */
function isRetold(a: Line, b: Line, { older, newer, olderOnly, newerOnly, language }: Overlap) {
  if (older.length < 2 || olderOnly.length > 0 || newerOnly.length === 0) return false;
  if (a.isOfSpeaker() && b.isOfSpeaker()) return true;
  const first = newer.find((word) => isTopicOf(word, language));
  return b.isNegated() && first !== undefined && older.includes(first);
}

/** An erratum may leave out most of what it sets right, and adds one word of its own at most. */
function isOnTopic({ older, newer, newerOnly, language, isErratum }: Overlap): boolean {
  const isTopic = (word: string) => isTopicOf(word, language);
  if (isErratum) return newer.some(isTopic) && newerOnly.filter(isTopic).length <= 1;
  return beginAlike(older, newer, language);
}

const PLACED = /^(.*\S (?:is|are) (?:in|at|on)) (\S.*)$/;

/** "Our office is in Ghent" and "our office is now in Leuven": word for word the same but for the place. */
function otherPlace(a: Line, b: Line): string | undefined {
  if (!b.corrects() || a.isNegated() || b.isNegated() || has("addition", b.text, "en"))
    return undefined;
  const placed = ({ text }: Line) =>
    PLACED.exec(words(without("correction", text, "en")).join(" ")) ?? undefined;
  const [older, newer] = [placed(a), placed(b)];
  if (older === undefined || newer === undefined) return undefined;
  if (older[1] !== newer[1] || older[2] === newer[2]) return undefined;
  return `${older[2]} became ${newer[2]}`;
}

/** "The office opens" and "the shop opens" are two things, whatever else they have in common. */
function beginAlike(
  older: readonly string[],
  newer: readonly string[],
  language: Language,
): boolean {
  const isTopic = (word: string) => isTopicOf(word, language);
  const [a, b] = [older.find(isTopic), newer.find(isTopic)];
  return a !== undefined && b !== undefined && older.includes(b) && newer.includes(a);
}

function isTopicOf(word: string, language: Language): boolean {
  return sortOfValue(word) === undefined && !isCommon(word, language);
}

/** "Unit 12 has", "Zimmer 5 hat": a number that says which is meant, and no hour, as more is said behind it. */
const NUMBERED =
  /(\p{L}{2,})\s+(?:n[ro°.]+\s*|#)?(\p{N}+)(?=\s+(?!(?:uhr|[ap]\.?m|h|horas?|heures?|ore|uur|час)\b)\p{L})/giu;

function numbered(text: string, language: Language): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, thing = "", number = ""] of text.matchAll(NUMBERED))
    if (!isCommon(fold(thing), language)) found.set(fold(thing), number);
  return found;
}

/** "Unit 12" and "unit 13" are two units, whatever becomes of one of them. */
function areNumberedApart(older: string, newer: string, language: Language): boolean {
  const known = numbered(older, language);
  for (const [thing, number] of numbered(newer, language))
    if (known.has(thing) && known.get(thing) !== number) return true;
  return false;
}

type Overlap = Readonly<{
  older: readonly string[];
  newer: readonly string[];
  shared: readonly string[];
  olderOnly: readonly string[];
  newerOnly: readonly string[];
  language: Language;
  /** The newer begins with "Correction:". */
  isErratum: boolean;
  /** The older tells of a change itself, "from nine to ten": of its two values one holds. */
  isOfChange: boolean;
}>;

function isValueChanged(overlap: Overlap): boolean {
  const { older, shared, olderOnly, newerOnly, language, isErratum } = overlap;
  const isValue = (word: string) => sortOfValue(word) !== undefined;
  const topic = shared.filter((word) => !isValue(word) && !isCommon(word, language));
  if (topic.length === 0 || newerOnly.length === 0) return false;
  const sorts = new Set(newerOnly.map(sortOfValue));
  const replaced = olderOnly.filter((word) => isValue(word) && sorts.has(sortOfValue(word)));
  // "From nine to ten": the old value is named beside the new one.
  if (shared.some(isValue) && newerOnly.some(isValue) && !olderOnly.some(isValue)) return true;
  if (shared.some((word) => isValue(word) && sorts.has(sortOfValue(word)))) return false;
  if (replaced.length > 0) return isEachReplaced(overlap, replaced.length);
  const [most, least] = isErratum ? [2, SAME_TOPIC] : [1, SAME_BUT_ONE];
  const isClose = shared.length >= least * older.length;
  return isClose && olderOnly.length > 0 && olderOnly.length <= most && newerOnly.length <= 2;
}

/** As many new values as there were old ones, said of the same things. */
function isEachReplaced(overlap: Overlap, replaced: number): boolean {
  const { older, shared, newerOnly, isOfChange } = overlap;
  const isValue = (word: string) => sortOfValue(word) !== undefined;
  const holding = isOfChange ? 1 : replaced;
  if (holding > newerOnly.filter(isValue).length || nameEach(overlap)) return false;
  const plain = older.filter((word) => !isValue(word));
  return plain.filter((word) => shared.includes(word)).length >= SAME_TOPIC * plain.length;
}

/** "The basic plan is 5" and "the pro plan is 9": each says of something of its own. */
function nameEach({ olderOnly, newerOnly, language }: Overlap): boolean {
  const isName = (word: string, _at: number, only: readonly string[]) => {
    const sort = sortOfValue(word);
    if (sort === "code") return only.length > 1;
    if (sort !== undefined || /^\p{Script=Hiragana}+$/u.test(word)) return false;
    return !isFunctionWord(word, language);
  };
  const [older, newer] = [olderOnly.filter(isName), newerOnly.filter(isName)];
  return (
    older.some((word) => !newer.some((other) => areAlmostOne(word, other))) &&
    newer.some((word) => !older.some((other) => areAlmostOne(word, other)))
  );
}

/** Two forms of one word: all but the last third is the same. */
function areAlmostOne(word: string, other: string): boolean {
  const least = Math.ceil((Math.min(word.length, other.length) * 2) / 3);
  return least > 2 && word.slice(0, least) === other.slice(0, least);
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
function slotChange(a: Line, b: Line, language: Language): string | undefined {
  if (a.isNegated() || b.isNegated()) return undefined;
  for (const slot of a.slots()) {
    if (!b.slots().includes(slot) || !areOfSame([a, b], slot, language)) continue;
    const rest = (line: Line) => contentOf(without(slot, line.text, language), language);
    const { olderOnly, newerOnly } = overlap(rest(a), rest(b));
    const counts = [olderOnly.length, newerOnly.length];
    if (Math.min(...counts) > 0 && Math.max(...counts) <= 2) return became(olderOnly, newerOnly);
  }
  return undefined;
}

function areOfSame([a, b]: readonly [Line, Line], slot: Slot, language: Language): boolean {
  return opening(a, slot, language) === opening(b, slot, language);
}

/** "I moved to Lisbon, no longer in Porto": the old place is named to say that it is no more. */
function leftBehind(a: Line, b: Line, language: Language): string | undefined {
  if (VERB_LAST.has(language) || a.isNegated() || !b.isNegated() || !b.corrects()) return undefined;
  for (const slot of a.slots()) {
    if (!b.slots().includes(slot) || !areOfSame([a, b], slot, language)) continue;
    const value = contentOf(without(slot, a.text, language), language).filter(
      (word) => !isFunctionWord(word, language),
    );
    if (value.length > 0 && value.every((word) => b.content().includes(word)))
      return `no longer ${value.join(" ")}`;
  }
  return undefined;
}

/** Whom it is about, by the word before the verb: "Ich", not "Schwester". Where the verb comes last the value stands there. */
function opening({ text }: Line, slot: Slot, language: Language): string {
  if (VERB_LAST.has(language)) return "";
  const before = text.slice(0, placeOf(slot, text, language));
  const said = words(without("correction", before, language));
  return said.findLast((word) => !isEveryday(word, language)) ?? "";
}

function overlap(older: readonly string[], newer: readonly string[]) {
  return {
    older,
    newer,
    shared: older.filter((word) => newer.includes(word)),
    olderOnly: older.filter((word) => !newer.includes(word)),
    newerOnly: newer.filter((word) => !older.includes(word)),
  };
}

const NUMBER = /^\p{N}/u;
/** "tulip7", "v2": a word that nobody says twice by chance. */
const CODE = /^[a-z]+\p{N}/u;

const KOREAN_DAY = 3;
const SURE_LETTERS = 4;

/** Without the ending that Slavic names of days change with their case, or that Korean ones stand before. */
function barely(word: string): string {
  if (/\p{Script=Hangul}/u.test(word)) return word.slice(0, KOREAN_DAY);
  return word.length > SURE_LETTERS ? `${word.slice(0, -1)}*` : "";
}

/** Days of the week and months by their names in all our languages. */
const calendar = lazy(() => {
  const names = new Map<string, "day" | "month">();
  for (const language of LANGUAGES) {
    const name = (options: Intl.DateTimeFormatOptions, at: number) =>
      words(new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(at)).join(
        " ",
      );
    for (let day = 1; day <= 7; day += 1)
      for (const one of spellings(name({ weekday: "long" }, Date.UTC(2024, 0, day)), language))
        names.set(one, "day");
    for (let month = 0; month < 12; month += 1)
      names.set(name({ month: "long" }, Date.UTC(2024, month, 1)), "month");
  }
  return names;
});

function spellings(name: string, language: Language): readonly string[] {
  return language === "ru" || language === "pl" ? [name, barely(name)] : [name];
}

function sortOfValue(word: string): "number" | "code" | "day" | "month" | undefined {
  if (CODE.test(word)) return "code";
  if (NUMBER.test(word)) return "number";
  const names = calendar();
  return names.get(word.replace(/(?<=day)s$/, "")) ?? names.get(barely(word));
}
