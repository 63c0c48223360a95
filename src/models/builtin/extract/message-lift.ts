// What the whole message adds to the worth of each of its clauses: people note facts from messages in which somebody tells
// of themselves at some length, and from answers to a question. Fitted on turns of long two-person talks (docs/recall.md).

import type { Language } from "../../../language/lexicon.ts";
import { occurrences } from "../../../language/markers.ts";
import type { Message } from "../../../model/message.ts";
import type { ExtractInput } from "../../../ports/extractor.ts";

const WEIGHTS = { length: 3.2, speaker: 2.3, answers: 0.95 } as const;
const MOST = { words: 80, speaker: 8 } as const;
/** The sum of a message that neither lifts nor lowers its clauses, and how far it may do either. */
const NEUTRAL = 1.2;
const STRENGTH = 1.5;
const LOWEST = -0.3;
const HIGHEST = 2;
/** Of scripts without spaces two signs make about a word. */
const SIGNS_A_WORD = 2;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Holds more words than count. */
const COUNTED = 4_000;

/** To be added to the log odds of a clause. */
export function messageLift(
  { message, before }: ExtractInput,
  language: Language | undefined,
): number {
  const text = message.text.slice(0, COUNTED);
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const words = (text.match(/\S+/gu)?.length ?? 0) + unspaced / SIGNS_A_WORD;
  const speaker = occurrences("firstPerson", text, language);
  const sum =
    (WEIGHTS.length * Math.min(words, MOST.words)) / MOST.words +
    (WEIGHTS.speaker * Math.min(speaker, MOST.speaker)) / MOST.speaker +
    (answersQuestion(message, before) ? WEIGHTS.answers : 0);
  return STRENGTH * Math.max(LOWEST, Math.min(HIGHEST, sum - NEUTRAL));
}

const CONCRETE = {
  name: 1.5,
  number: 1,
  time: 1,
  own: 1,
  speaker: 0.5,
  listener: -1.5,
  length: 2,
} as const;
/** What a clause without any of it loses. */
const BARE = -1;
const LONG_CLAUSE_WORDS = 25;
const NAME = /(?<!^|, )\b(?!I\b|I['’])\p{Lu}\p{L}+/u;
const NUMBER = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/iu;
const TIME =
  /\b(?:yesterday|last|next|ago|today|tomorrow|recently|just|since|(?:mon|tues|wednes|thurs|fri|satur|sun)day|month|year|week|weekend)\b/iu;

/** How much a clause says that could be looked up: names, numbers, times, what is the speaker's own. English only. */
export function concreteness(text: string, language: Language | undefined): number {
  if (language !== "en") return 0;
  const words = text.match(/\S+/gu)?.length ?? 0;
  const found = (pattern: RegExp, weight: number) => (pattern.test(text) ? weight : 0);
  return (
    BARE +
    found(NAME, CONCRETE.name) +
    found(NUMBER, CONCRETE.number) +
    found(TIME, CONCRETE.time) +
    found(/\b(?:my|our)\b/iu, CONCRETE.own) +
    found(/\b(?:I|we)\b/u, CONCRETE.speaker) +
    found(/\byour?\b/iu, CONCRETE.listener) +
    (CONCRETE.length * Math.min(words, LONG_CLAUSE_WORDS)) / LONG_CLAUSE_WORDS
  );
}

function answersQuestion({ author }: Message, before: readonly Message[]): boolean {
  const last = before.at(-1);
  return last !== undefined && last.author.id !== author.id && /[?？؟]\W*$/u.test(last.text);
}
