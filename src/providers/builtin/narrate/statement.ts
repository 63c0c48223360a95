// What kind of thing a sentence is, once greetings, names called out and agreement are off its front.

import { fold, words } from "../../../model/text.ts";
import { plainEnglish } from "./plain-english.ts";
import { sentencesOf } from "./sentences.ts";
import { AUXILIARIES, LEAD_INS, QUESTION_WORDS } from "./vocabulary.ts";

export type Utterance = Readonly<{ type: "statement" | "question"; text: string }>;

/** Two words are an answer or a cheer; a statement needs at least a subject, a verb and one thing more. */
const MIN_WORDS = 3;
const OPENING = /^([\p{L}']+)([,!.…:]*)\s*(?:[-–—]+\s+)?/u;
const PHRASES =
  /^(?:by the way|of course|no (?:worries|problem|way|doubt)|long time no see|thank(?:s| you)(?: so much| a lot| a ton)?(?: for [^,.!?]+)?|for sure|you know|i mean|guess what|good (?:morning|evening|night|luck)|to be honest|(?:please )?(?:remember|note|fyi|reminder|heads up)(?: that\b|:|,)|in fact|that said|as for me)(?=\W|$)[,!.…:]*\s*(?:[-–—]+\s+)?/i;

/** What people put behind a sentence without a stop: a greeting, a cheer, a nod. */
const CLOSING =
  /(?:[\s,–—-]+(?:\+1|ok(?:ay)?|wow|oh no|hmm?|brb|same here|sounds good|see you(?: later| soon)?|good (?:morning|night)(?: everyone| all)?|thanks!*|thank you(?: so much)?!*|congrats!*|exactly|nice one|yes please|no idea))+[\s!.]*$/i;

export function utterancesOf(text: string, names: readonly string[]): Utterance[] {
  return sentencesOf(text).flatMap((sentence) => {
    const bare = withoutCalls(withoutLeadIn(sentence, names), names);
    if (words(bare).length < MIN_WORDS) return [];
    const type = isQuestion(bare) ? "question" : "statement";
    return [{ type, text: plainEnglish(bare).replace(/[.!?…。！？]+$/u, "") }];
  });
}

function withoutLeadIn(sentence: string, names: readonly string[]): string {
  const rest = sentence.replace(PHRASES, "");
  if (rest !== sentence) return withoutLeadIn(rest, names);
  const [whole, word = "", stop = ""] = OPENING.exec(sentence) ?? [""];
  const isCalled = stop !== "" && names.some((name) => isShortFor(word, name));
  if (!isCalled && !isLeadIn(word, stop)) return sentence;
  return withoutLeadIn(sentence.slice(whole.length), names);
}

// "Well, …" opens; "well known places …" does not, so the doubtful ones need their comma.
function isLeadIn(word: string, stop: string): boolean {
  const lower = word.toLowerCase();
  if (!LEAD_INS.has(lower)) return false;
  return (
    stop !== "" ||
    /^(?:ah|and|also|anyway|aww|but|haha|hello|hey|hi|hmm|lol|nah|nope|oh|ok|okay|omg|plus|so|thanks|ugh|wow|yea|yeah|yep|yup)$/.test(
      lower,
    )
  );
}

function withoutCalls(sentence: string, names: readonly string[]): string {
  return sentence
    .replace(/,\s*(\p{Lu}\p{L}+)(?=\s*[.!?,…]|$)/gu, (call, word: string) =>
      names.some((name) => isShortFor(word, name)) ? "" : call,
    )
    .replace(/[\s,]+(?:lol|haha+|hehe|btw|tbh|imo|omg|xd)\b/gi, "")
    .replace(CLOSING, "");
}

/** `Mel` is short for `Melanie`; two letters are too few to tell. */
function isShortFor(word: string, name: string): boolean {
  const [first = ""] = name.split(/\s/);
  return word.length >= 3 && fold(first).startsWith(fold(word));
}

function isQuestion(sentence: string): boolean {
  if (/[?？]["”')]?$/.test(sentence)) return true;
  const [first = "", second = ""] = words(sentence);
  if (QUESTION_WORDS.has(first)) return true;
  return (
    AUXILIARIES.has(first) &&
    /^(?:i|you|we|he|she|it|they|that|this|there|any|anyone)$/.test(second)
  );
}
