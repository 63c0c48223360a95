// What a clause shows by its form alone: a question, a link, code, somebody else's words. Such a clause is no statement of
// the author's, whatever the worth model would say of its words.

import type { Clause } from "../../../language/clauses.ts";
import type { Language } from "../../../language/lexicon.ts";
import { has } from "../../../language/markers.ts";
import type { LeftLabel } from "./worth-model.ts";

export const REASONS = [
  "question",
  "too short",
  "too long",
  "link",
  "code",
  "redacted",
  "quoted",
  "joke",
  "cut off",
  "document",
  "chatter",
  "reply",
  "request",
  "hypothetical",
  "reported",
  "sarcasm",
  "platitude",
  "status",
  "fiction",
  "dangling",
  "not among the strongest",
] as const;
export type Reason = (typeof REASONS)[number];

/** A quoted clause that is longer would not fit into a fact. */
export const MAX_CLAUSE = 260;
const MIN_LETTERS = 4;
const MIN_UNSPACED_LETTERS = 3;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gu;
const REDACTED = /\[redacted [a-z ]{1,24}\]/g;
const JOKE =
  /\b(?:just kidding|only joking|jk|j\/k|war nur (?:ein )?(?:spaß|scherz)|es broma|era broma|je plaisante|je rigole|brincadeira|scherzo|scherzavo|grapje|żartuję|şaka yapıyorum)\b|(?:^|\s)\/s\b|шучу|шутка|أمزح|मज़ाक कर|开玩笑|開玩笑|冗談|농담/iu;
const QUOTATION =
  /["“„«「『]([^"”“»」』]{3,})["”“»」』]|(?<![\p{L}\p{N}])['‘]([^'’\n]{8,})['’](?![\p{L}])/u;
const OPEN_QUOTATION = /^[^"”]*["“„][^"”“]*$/u;
const MIN_QUOTED_WORDS = 3;
const MIN_QUOTED_UNSPACED = 5;
/** Words that ask for more to come in the languages where a clause can be seen to break off. */
const OPEN_END =
  /(?<![\p{L}'’])(?:is|are|was|were|am|the|a|an|my|our|and|or|but|of|to|for|with|at|in|on|from|because|that|than|ist|sind|der|die|das|ein|eine|und|oder|mit|von|weil|dass|es|son|el|la|los|las|un|una|y|o|de|con|porque|que|est|sont|le|les|des|et|ou|avec|parce que|é|são|o|os|um|uma|e|com|è|sono|il|lo|gli|perché|che|het|een|en|of|met|van|omdat|dat|jest|są|i|lub|z|że|и|или|с|что|ve|veya|ile|çünkü|هو|هي|أن|و|في|من|إلى|لأن|कि|और|का|की|के|में|से|क्योंकि|यह है)$|(?:[はがをとの]|ので|是|的|和|在|因为|因為|(?<=\p{Script=Hangul})[은는])$/iu;

/** Undefined when nothing in its form speaks against the clause. */
export function whyLeft(clause: Clause, language: Language | undefined): Reason | undefined {
  const { text, ending } = clause;
  if (/[?？؟]/.test(ending)) return "question";
  if (/\[redacted /.test(text)) return "redacted";
  const words = text.replace(LINK, " ");
  if (letters(words) === 0) return LINK.test(text) ? "link" : "too short";
  if (isTooShort(words)) return "too short";
  if (text.length > MAX_CLAUSE) return "too long";
  if (isCode(text)) return "code";
  if (LOG_LINE.test(text) || /[♪♫🎵🎶]/u.test(text)) return "quoted";
  if (isQuotation(text, language)) return "quoted";
  return isCutOff(clause) ? "cut off" : undefined;
}

/** What the worth model calls a clause that is not kept. */
export function reasonOf(left: LeftLabel): Reason {
  return left;
}

export function isJoke(text: string): boolean {
  return JOKE.test(text);
}

/** The message without what the guard cut out of it. */
export function withoutRedactions(text: string): string {
  return text.replace(REDACTED, " ");
}

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
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
const EMPHASIS = /(?<![\p{L}\p{N}_*~])(\*{1,3}|_|~~)(?=\S)([^*_~\n]+)(?<=\S)\1(?![\p{L}\p{N}_*~])/gu;
const MENTION = /(?<!\S)@(?=\p{L}+(?![\p{L}(.]))/gu;

/** Brackets, operators and paths, outside of what is set off as code within a sentence. */
function isCode(text: string): boolean {
  const plain = text
    .replace(/`[^`]*`/g, "")
    .replace(LINK, "")
    .replace(EMPHASIS, "$2")
    .replace(MENTION, "");
  if (/^\s*(?:\/\/|\/\*|--\s|<!--)/.test(plain)) return true;
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

/** Ends on a word that something must follow, and not because the sentence goes on. */
function isCutOff({ text, ending }: Clause): boolean {
  return ending === "" ? OPEN_END.test(text) : /^(?:…|\.{2,})/.test(ending) && OPEN_END.test(text);
}
