// Whether a line could stand alone in a summary, title or profile: somebody could have said it, and nothing is cut off.

import { quoteLine } from "../../../model/quote.ts";
import { isA, isTelling, type Language, languageOf, type Word, wordsOf } from "./words.ts";

export type Quoted = Readonly<{ speaker: string; said: string }>;

/** One speaker may have said several parts in a row: `Ana: "I moved." "I like it."`. */
const QUOTED = /(?:([^":\n]{1,80}): )?"([^"]+)"/gu;
const WHEN = /\s*\[[^\]\n]{1,60}\]$/u;
const CUT = /[,;:\-–—(/&+、，：；،]$|\p{Cs}$/u;
const ENDED = /[.!?。！？؟।…)\]]+$/u;
const FOREIGN_MARKS = /["\p{Cc}\p{Co}\p{Cs}\ufffa-\ufffc]/u;
/** Languages whose verbs leave such a word at the end: "fängt … an". */
const VERB_PARTICLES = /^(?:de|nl)$/;
const LEAST_WORDS = 3;

/** Every summary and every profile line passes here; titles are lists of words, and insights are counts. */
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

/** A line with one more quotation behind it; the speaker is named once in a row. */
export function withQuote(line: string, { speaker, said }: Quoted): string {
  const last = quotesIn(line).at(-1)?.speaker;
  const quote = last === speaker ? `"${said}"` : quoteLine({ speaker, said });
  return line === "" ? quote : `${line} ${quote}`;
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

/** Understood by who was not there: it neither speaks to the listener nor shows something ("this team"). */
export function standsAlone(text: string): boolean {
  const words = wordsOf(text);
  const language = languageOf(words);
  return !words.some(({ key }, at) => {
    if (isA(key, language, "second")) return true;
    const isShowing = isA(key, language, "standIn") && isA(key, language, "before");
    const next = words[at + 1];
    return isShowing && !isA(key, language, "joins") && !!next && isTelling(next, language);
  });
}

/** Other scripts and Turkish say in two words what takes an article and a pronoun elsewhere. */
function leastWords(text: string, { name }: Language): number {
  return name === "tr" || !/\p{Script=Latin}/u.test(text) ? LEAST_WORDS - 1 : LEAST_WORDS;
}

/** Behind an article nobody has ended, behind a preposition whoever wrote a full stop. */
function isOpen(text: string, words: readonly Word[], language: Language): boolean {
  const key = words.at(-1)?.key ?? "";
  if (isA(key, language, "open", "joins")) return true;
  return !VERB_PARTICLES.test(language.name) && isA(key, language, "before") && !ENDED.test(text);
}

/** "It was great" and "that would be fun" tell nothing to who was not there; "that report" does. */
function isDangling(words: readonly Word[], language: Language): boolean {
  const at = words.findIndex(
    ({ key }) => isA(key, language, "standIn") || !isA(key, language, "chatter", "open", "joins"),
  );
  const [first, next] = [words[at]?.key ?? "", words[at + 1]];
  if (!isA(first, language, "standIn")) return false;
  const mayAnnounce = isA(first, language, "open", "before");
  return !mayAnnounce || next === undefined || !isTelling(next, language);
}
