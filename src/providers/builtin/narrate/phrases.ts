// The things a talk was about, as short noun phrases, the most telling first.

import { isStopWord, stem, words } from "../../../model/text.ts";
import { isEnglish } from "./english.ts";
import { foreignRuns, type NounRun, nounRuns } from "./noun-runs.ts";
import { EMPTY_MODIFIERS, GENERAL_WORDS } from "./vocabulary.ts";

export type Phrase = Readonly<{
  text: string;
  /** With its article, as it stands inside a sentence. */
  inSentence: string;
  stems: readonly string[];
  score: number;
}>;

/** How many messages hold each stem; what people return to is what the talk was about. */
type StemCounts = ReadonlyMap<string, number>;

/** What phrases are judged against: how common each stem is here, and the speakers' names, which are no subject. */
export type Setting = Readonly<{ counts: StemCounts; names: ReadonlySet<string> }>;

const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)s?$/;
const MAX_LENGTH = 40;
const NAME_BONUS = 0.6;
const REPEAT_BONUS = 0.2;

export function settingOf(texts: readonly string[], people: readonly string[]): Setting {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const one of new Set(words(text).map(stem))) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return { counts, names: new Set(people.flatMap(words)) };
}

/** The stems of a text that tell it from other texts. */
export function tellingStems(text: string, names: ReadonlySet<string>): string[] {
  const telling = words(text).filter((word) => !isEmpty(word) && !names.has(word));
  return [...new Set(telling.map(stem))];
}

export function phrasesOf(sentences: readonly string[], setting: Setting): Phrase[] {
  const found = new Map<string, Phrase>();
  const runs = sentences.flatMap((sentence) =>
    isEnglish(sentence) ? nounRuns(sentence) : foreignRuns(sentence),
  );
  for (const run of runs) {
    const stems = tellingStems(run.text, setting.names);
    if (stems.length === 0 || run.text.length > MAX_LENGTH || words(run.text).some(isCalendar))
      continue;
    const key = stems.join(" ");
    const known = found.get(key);
    if (known === undefined) found.set(key, phraseOf(run, stems, setting));
    else found.set(key, { ...known, score: known.score + REPEAT_BONUS });
  }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
}

/** The first few that do not repeat one another. */
export function distinct(phrases: readonly Phrase[], most: number): Phrase[] {
  const chosen: Phrase[] = [];
  for (const phrase of phrases) {
    if (chosen.length >= most) break;
    const repeats = chosen.some((other) => other.stems.some((one) => phrase.stems.includes(one)));
    if (!repeats) chosen.push(phrase);
  }
  return chosen;
}

function phraseOf({ text, article }: NounRun, stems: readonly string[], setting: Setting): Phrase {
  let weight = 0;
  for (const one of stems) weight += Math.log2(1 + (setting.counts.get(one) ?? 1));
  const mean = weight / stems.length;
  const named = /\p{Lu}/u.test(text) ? NAME_BONUS : 0;
  // One bare common word says little; two or three that belong together say what was meant.
  const fullness =
    stems.length === 1 && named === 0 ? 0.75 : 1 + 0.3 * Math.min(stems.length - 1, 2);
  const inSentence = article === "" ? text : `${article} ${text}`;
  return { text, inSentence, stems, score: mean * fullness + named };
}

function isCalendar(word: string): boolean {
  return CALENDAR.test(word);
}

function isEmpty(word: string): boolean {
  return (
    (word.length < 2 && /^[a-z0-9]$/.test(word)) ||
    isCalendar(word) ||
    isStopWord(word) ||
    GENERAL_WORDS.has(word) ||
    EMPTY_MODIFIERS.has(word)
  );
}
