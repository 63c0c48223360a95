// The closed classes of words that rules ask for, in every language we read: `assets/language`, one file a language, one class a
// line. Entries are separated by "|"; `…` stands for up to three words between two parts of a phrase.

import { lazy } from "../model/lazy.ts";
import { listLines } from "./word-lists.ts";

export const LANGUAGES = [
  "en",
  "de",
  "es",
  "fr",
  "pt",
  "it",
  "nl",
  "pl",
  "ru",
  "tr",
  "ar",
  "hi",
  "zh",
  "ja",
  "ko",
] as const;
export type Language = (typeof LANGUAGES)[number];

export type WordClass =
  /** So common that a few of them tell the language of a Latin-script text. */
  | "common"
  | "negation"
  /** Says that something known has changed. */
  | "correction"
  /** Opens a line that sets right what was just said. */
  | "erratum"
  /** Says that what is told comes on top of what was known. */
  | "addition"
  | "firstPerson"
  /** Those of `firstPerson` that mean several. */
  | "we"
  /** Words after which something must follow. */
  | "openEnd"
  /** Orders to write, and what is written: together they ask for a text, whatever it tells of "me". */
  | "write"
  | "writing"
  /** Points at something said before; a clause that begins with one cannot stand alone. */
  | "pointer"
  /** "He", "she", "they": whoever was named before. */
  | "person"
  /** "Remember that …", "note: …", at the start of a clause. */
  | "remember"
  /** Verbs of saying. */
  | "saying"
  | "home"
  | "job"
  | "name"
  | "pronouns"
  | "speaks"
  | "answerStyle"
  /** Articles and possessives: no clause ends on one, and a noun follows it. */
  | "open"
  /** Conjunctions: no clause ends on one either. */
  | "joins"
  /** Prepositions and demonstratives: a noun follows, or nothing. */
  | "before"
  /** Pronouns, and demonstratives that stand alone. */
  | "standIn"
  /** The listener. */
  | "second"
  /** Greetings, thanks, cheers and answers. */
  | "chatter"
  /** What a question or a request begins with. */
  | "asks"
  /** Auxiliaries, adverbs, times, everyday verbs and nouns: what tells one talk from no other. */
  | "everyday"
  /** Happens again and again, so that no one day is meant. */
  | "recurring"
  /** Small numbers in words, `word=number`. */
  | "counts"
  /** Times that are told from today, `phrase=unit+count` or `-count`; "#" is any count. */
  | "when";

type Classes = ReadonlyMap<string, readonly string[]>;

const CLASSES = new Map(LANGUAGES.map((language) => [language, lazy(() => classesOf(language))]));

/** Spaces at the end of an entry count: in Korean one tells a word from the beginning of another. */
function classesOf(language: Language): Classes {
  return new Map(
    listLines(language).map((line) => {
      const [name = "", entries = ""] = line.split(": ", 2);
      return [name, entries.split("|")];
    }),
  );
}

/** The words and phrases of a class; a language may have none of one. */
export function entriesOf(wordClass: WordClass, language: Language): readonly string[] {
  return CLASSES.get(language)?.().get(wordClass) ?? [];
}

/** Negations inside a word: at its end in English, at its beginning in French, within the verb in Turkish. */
export const NEGATED_FORM: Readonly<Partial<Record<Language, RegExp>>> = {
  en: /\p{L}n['’]t(?!\p{L})/u,
  fr: /(?<!\p{L})n['’](?=\p{L})/iu,
  tr: /\p{L}{2,}(?:m[ıiuü]yor|m[ae](?:m|z|zs?ın|zsin|yın|yin|y[ae]c[ae][kğ]|d[ıi]|m[ıi]ş)|m[ae]m\p{L}{0,3})\p{L}*(?!\p{L})/u,
};
