// What a clause shows by its form alone: a question, a link, code, somebody else's words. Such a clause is no statement of
// the author's, whatever the worth model would say of its words.

import type { Clause } from "../../../language/clauses.ts";
import type { Language } from "../../../language/lexicon.ts";
import { endsOn, has } from "../../../language/markers.ts";
import type { LeftLabel } from "./worth-model.ts";

/** By its form, or by what the worth model calls it. */
export type Reason =
  | LeftLabel
  | "too short"
  | "too long"
  | "language not supported"
  | "link"
  | "code"
  | "redacted"
  | "quoted"
  | "joke"
  | "cut off"
  | "not among the strongest";

/** With the longest name before it, a longer one would not fit into a fact. */
export const MAX_CLAUSE = 230;
const MIN_LETTERS = 4;
const MIN_UNSPACED_LETTERS = 3;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gu;
const JOKE =
  /\b(?:just kidding|only joking|jk|j\/k|war nur (?:ein )?(?:spaß|scherz)|es broma|era broma|je plaisante|je rigole|brincadeira|scherzo|scherzavo|grapje|żartuję|şaka yapıyorum)\b|(?:^|\s)\/s\b|шучу|шутка|أمزح|मज़ाक कर|开玩笑|開玩笑|冗談|농담/iu;
const QUOTATION =
  /["“„«「『]([^"”“»」』]{3,})["”“»」』]|(?<![\p{L}\p{N}])['‘]([^'’\n]{8,})['’](?![\p{L}])/u;
const OPEN_QUOTATION = /^[^"”]*["“„][^"”“]*$/u;
const MIN_QUOTED_WORDS = 3;
const MIN_QUOTED_UNSPACED = 5;
/** A line of memory that was handed out and is pasted: a quotation with its date or its source behind it. */
const STORED_LINE = /: "[^"]+"(?:\s*\[[^[\]]+\])+$/u;
/** Behind a line of a song. */
const SONG = /[🎵🎶🎼]/u;
type Check = (clause: Clause, language: Language | undefined) => boolean;

/** The first that holds is the reason. */
const CHECKS: readonly Readonly<{ reason: Reason; when: Check }>[] = [
  { reason: "question", when: ({ ending }) => /[?？؟]/.test(ending) },
  { reason: "redacted", when: ({ text }) => text.includes("[redacted ") },
  {
    reason: "link",
    when: ({ text }) => text !== withoutLinks(text) && !letters(withoutLinks(text)),
  },
  { reason: "too short", when: ({ text }) => isTooShort(withoutLinks(text)) },
  { reason: "too long", when: ({ text }) => text.length > MAX_CLAUSE },
  {
    reason: "language not supported",
    when: ({ text }, language) => language === undefined && !/\p{Script=Latin}/u.test(text),
  },
  { reason: "code", when: ({ text }) => isCode(text) },
  { reason: "quoted", when: ({ text }) => STORED_LINE.test(text) },
  { reason: "quoted", when: (clause) => clause.isQuoted || LOG_LINE.test(clause.text) },
  { reason: "quoted", when: ({ ending }) => SONG.test(ending) },
  { reason: "quoted", when: ({ text }, language) => isQuotation(text, language) },
  { reason: "request", when: ({ text }, language) => asksForText(text, language) },
  { reason: "cut off", when: isCutOff },
];

/** Undefined when nothing in its form speaks against the clause. */
export function whyLeft(clause: Clause, language: Language | undefined): Reason | undefined {
  return CHECKS.find(({ when }) => when(clause, language))?.reason;
}

/** "Write a story in which I …": what it tells of is made up. */
function asksForText(text: string, language: Language | undefined): boolean {
  return has("write", text, language) && has("writing", text, language);
}

function withoutLinks(text: string): string {
  return text.replace(LINK, " ");
}

export function isJoke(text: string): boolean {
  return JOKE.test(text);
}

/** Enough to tell what is too short. */
const COUNTED = 2_000;

function letters(text: string): number {
  return text.slice(0, COUNTED).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function isTooShort(text: string): boolean {
  const count = letters(text);
  if (UNSPACED.test(text)) return count < MIN_UNSPACED_LETTERS;
  return count < MIN_LETTERS || text.trim().split(/\s+/).length < 2;
}

/** A line of a chat log, or "Eva: …" at the start of one: another speaker. */
const LOG_LINE =
  /^[[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]m)?[\])]?[ ,-]*[\p{Lu}\p{Lo}][\p{L} ]{0,24}:\s/iu;

/** What a chat shows in bold or struck out, and names that are called: no marks of code. */
const EMPHASIS =
  /(?<![\p{L}\p{N}_*~])(\*{1,3}|_|~~)(?=\S)([^*_~\n]+)(?<=\S)\1(?![\p{L}\p{N}_*~])/gu;
const MENTION = /(?<!\S)@(?=\p{L}+(?![\p{L}(.]))/gu;

/** Brackets, operators and paths, outside of what is set off as code within a sentence. */
function isCode(text: string): boolean {
  const plain = text
    .replace(/`[^`]*`/g, "")
    .replace(LINK, "")
    .replace(EMPHASIS, "$2")
    .replace(MENTION, "");
  if (/^\s*(?:\/\/|\/\*|--\s|<!--)/.test(plain)) return true;
  if (
    /\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b.*\d|\d.*\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b/.test(
      plain,
    )
  )
    return true;
  const signs = plain.match(/[{}()[\]<>=;|\\$/_*#@^~%&+]/g)?.length ?? 0;
  if (
    /^\s*(?:at |File "|Traceback|[A-Z]\w*(?:Error|Exception)\b|\w+\(.*\)\s*[{;]?$|import |const |function |def |class |SELECT |INSERT )/.test(
      plain,
    )
  )
    return signs > 0 || /Error|Exception|Traceback/.test(plain);
  return signs >= 3 && signs / Math.max(1, plain.length) > 0.08;
}

/** A quotation of some length is somebody else's words, unless it only names a thing. */
function isQuotation(text: string, language: Language | undefined): boolean {
  if (OPEN_QUOTATION.test(text.replace(/`[^`]*`/g, ""))) return true;
  const match = QUOTATION.exec(text);
  const quoted = match?.[1] ?? match?.[2];
  if (quoted === undefined) return false;
  const words = UNSPACED.test(quoted)
    ? letters(quoted) >= MIN_QUOTED_UNSPACED
    : quoted.trim().split(/\s+/).length >= MIN_QUOTED_WORDS;
  return words && (has("saying", text, language) || quoted.length > text.length / 2);
}

/** "…, weil sie krank ist": in a clause like this the verb stands last. */
const VERB_LAST: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /\b(?:weil|dass|wenn|da|ob|obwohl|als|bis|seit|damit|wie|wo|was|wer|der|die|das)\b.+\b(?:ist|sind|war)$/iu,
  nl: /\b(?:omdat|dat|als|of|hoewel|toen|tot|sinds|zodat|hoe|waar|wat|wie|die)\b.+\b(?:is|zijn|was)$/iu,
};

/** Ends on a word that something must follow, and not because the sentence goes on. */
function isCutOff({ text, ending }: Clause, language: Language | undefined): boolean {
  if (!/^(?:|…|\.{2,})$/.test(ending) || !endsOn("openEnd", text, language)) return false;
  return language === undefined || VERB_LAST[language]?.test(text) !== true;
}
