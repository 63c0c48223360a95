// All that people said in a talk as clauses, each with its speaker and its telling words, cut where it may be quoted.

import type { Message } from "../../../model/message.ts";
import { isFluentClause } from "./fluency.ts";
import { nameOf } from "./names.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import {
  isChatter,
  isTelling,
  type Language,
  languageOf,
  stemOf,
  type Word,
  wordsOf,
} from "./words.ts";

export type Clause = Sentence &
  Readonly<{
    speaker: string;
    message: Message;
    language: Language;
    words: readonly Word[];
    /** Its telling stems, the speakers' names left out. */
    stems: readonly string[];
  }>;

/** Longer talks are read at both ends: how it began and how it ended. */
const MAX_MESSAGES = 400;
/** A clause longer than this is quoted up to the end of one of its parts, and not at all below the least length. */
const MAX_LENGTH = 220;
const MIN_LENGTH = 30;
const PART_END = /[,;:，、；،](?=\s|\P{ASCII})|\s[-–—](?=\s)/gu;
const ENDED = /[.!?。！？؟।…]$/u;

export function clausesOf(messages: readonly Message[]): Clause[] {
  const half = MAX_MESSAGES / 2;
  const isLong = messages.length > MAX_MESSAGES;
  const read = isLong ? [...messages.slice(0, half), ...messages.slice(-half)] : messages;
  const names = new Set(
    read.flatMap(({ author }) => wordsOf(nameOf(author)).map(({ key }) => key)),
  );
  const said = read.flatMap((message) =>
    sentencesOf(message.text).map((sentence) => {
      return { ...sentence, message, words: wordsOf(sentence.text) };
    }),
  );
  const around = languageOf(said.slice(0, MAX_MESSAGES).flatMap(({ words }) => words));
  return said.map(({ text, isWhole, message, words }): Clause => {
    const language = languageOf(words, around);
    const telling = words.filter((word) => isTelling(word, language) && !isCalled(word, names));
    const stems = [...new Set(telling.map((word) => stemOf(word, language)))];
    return { text, isWhole, message, words, language, stems, speaker: nameOf(message.author) };
  });
}

/** `Mel` is short for `Melanie`. */
function isCalled({ key, text }: Word, names: ReadonlySet<string>): boolean {
  if (names.has(key)) return true;
  return key.length > 2 && /^\p{Lu}/u.test(text) && [...names].some((name) => name.startsWith(key));
}

/** The clause as it may be quoted: whole, or as far as one of its parts; undefined for one that should not be. */
export function quotable(clause: Clause): Clause | undefined {
  const { text, isWhole, language, stems } = clause;
  if (stems.length === 0) return undefined;
  if (isWhole && text.length <= MAX_LENGTH) {
    const trimmed = withoutTail(clause);
    return isFluentClause(trimmed.text, language) ? trimmed : undefined;
  }
  for (const { index } of [...text.slice(0, MAX_LENGTH).matchAll(PART_END)].toReversed()) {
    const part = text.slice(0, index);
    if (index < MIN_LENGTH) return undefined;
    if (isFluentClause(part, language)) return { ...clause, text: `${part}…` };
  }
  return undefined;
}

/** Without what people put behind a statement that they did not end with a stop: a nod, a cheer, a doubt. */
function withoutTail(clause: Clause): Clause {
  const { text, words, language } = clause;
  if (ENDED.test(text)) return clause;
  const dash = [...text.matchAll(/\s[-–—](?=\s)/gu)].at(-1)?.index ?? text.length;
  const isTold = words.some((word) => word.start > dash && isTelling(word, language));
  let end = isTold ? text.length : dash;
  for (const word of words.toReversed()) {
    if (word.start >= end) continue;
    if (!isChatter(word, language) && text.slice(word.start - 1, end) !== "+1") break;
    end = word.start;
  }
  return end === text.length
    ? clause
    : { ...clause, text: text.slice(0, end).replace(/[\s,+–—-]+$/u, "") };
}
