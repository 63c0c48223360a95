// Whether a line could stand alone in a summary, title or profile: somebody could have said it, and nothing is cut off.

import { isA, isTelling, type Language, languageOf, type Word, wordsOf } from "./words.ts";

export type Quoted = Readonly<{ speaker: string; said: string }>;

/** One speaker may have said several parts in a row: `Ana: "I moved." "I like it."`. */
const QUOTED = /(?:([^":\n]{1,80}): )?"([^"]+)"/gu;
const WHEN = /\s*\[[^\]\n]{1,60}\]$/u;
const CUT = /[,;:\-–—(/&+、，：；،]$|\p{Cs}$/u;
const ENDED = /[.!?。！？؟।…)\]]+$/u;
const FOREIGN_MARKS = /["\p{Cc}\p{Co}\p{Cs}\ufffb\ufffc]/u;
const LEAST_WORDS = 3;

/** Every line that leaves the narrator passes here. */
export function isFluent(line: string): boolean {
  const quotes = quotesIn(line);
  if (quotes.length === 0) return isFluentClause(line);
  const around = line.replace(WHEN, "").replace(QUOTED, "");
  return around.trim() === "" && quotes.every(({ said }) => isFluentClause(said));
}

/** What is quoted in a line, each part with its speaker; none in a line that is told. */
export function quotesIn(line: string): Quoted[] {
  let speaker = "";
  return [...line.matchAll(QUOTED)].flatMap(([, name, said = ""]) => {
    speaker = name?.trim() ?? speaker;
    return speaker === "" ? [] : [{ speaker, said }];
  });
}

/** A whole statement with something to tell, whose subject is named in it or is the speaker. */
export function isFluentClause(text: string, around?: Language): boolean {
  if (FOREIGN_MARKS.test(text) || CUT.test(text)) return false;
  const words = wordsOf(text);
  const language = languageOf(words, around);
  if (words.length < leastWords(text, language)) return false;
  if (isOpen(text, words, language) || isDangling(words, language)) return false;
  return words.some((word) => isTelling(word, language));
}

/** Other scripts and Turkish say in two words what takes an article and a pronoun elsewhere. */
function leastWords(text: string, { name }: Language): number {
  return name === "tr" || !/\p{Script=Latin}/u.test(text) ? LEAST_WORDS - 1 : LEAST_WORDS;
}

/** Behind a comma or a preposition somebody who ends with a full stop has ended; behind an article nobody has. */
function isOpen(text: string, words: readonly Word[], language: Language): boolean {
  const key = words.at(-1)?.key ?? "";
  return isA(key, language, "open", "joins") || (isA(key, language, "before") && !ENDED.test(text));
}

/** "It was great" and "that would be fun" tell nothing to who was not there; "that report" does. */
function isDangling(words: readonly Word[], language: Language): boolean {
  const at = words.findIndex(
    ({ key }) => isA(key, language, "pointers") || !isA(key, language, "chatter", "open", "joins"),
  );
  const [first, next] = [words[at]?.key ?? "", words[at + 1]];
  if (!isA(first, language, "pointers")) return false;
  const mayAnnounce = isA(first, language, "open", "before");
  return !mayAnnounce || next === undefined || !isTelling(next, language);
}
