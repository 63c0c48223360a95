// Cuts a statement into words with what only the raw text knows: capitals, possessives, contractions, punctuation.

import { fold, words } from "../../model/text.ts";
import { keyOf } from "./lexicon.ts";

export type Lexeme = Readonly<{
  word: string;
  key: string;
  capital: boolean;
  /** First of a sentence, where a capital says nothing. */
  initial: boolean;
  /** Followed by a possessive `'s`. */
  possessive: boolean;
  /** A comma, full stop or bracket stands before it. */
  afterStop: boolean;
}>;

const TOKEN =
  /\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|\d+\/\d+(?:\/\d+)?|\d[\d,]*(?:\.\d+)?|(?:\p{L}\.){2,}|[\p{L}\p{M}]+(?:['’`][\p{L}]+)*(?:\+\+|#)?|[$€£%]|[.,;:!?()"“”]/gu;
/** The same for text that is all ASCII, which is most of it. */
const ASCII_TOKEN =
  /\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|\d+\/\d+(?:\/\d+)?|\d[\d,]*(?:\.\d+)?|(?:[A-Za-z]\.){2,}|[A-Za-z]+(?:['`][A-Za-z]+)*(?:\+\+|#)?|[$%]|[.,;:!?()"]/g;
const ASCII = /^\p{ASCII}*$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["$", "dollar"],
  ["€", "euro"],
  ["£", "pound"],
  ["%", "percent"],
]);
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["re", "be"],
  ["m", "be"],
  ["ve", "have"],
  ["ll", "will"],
  ["d", "would"],
]);
const BARE_NEGATIONS = /^(?:do|does|did|is|was|are|were|has|have|had|ca|wo|would|should|could)nt$/;
const IS_AFTER = /^(?:he|she|it|that|there|who|what|where|here|how|when|everyone|someone)$/;
const IS_BEFORE =
  /^(?:a|an|the|not|been|going|from|in|at|on|also|now|very|really|never|no|still|always|[a-z]{3,}ing)$/;
const STOPS = /^[.,;:!?()"“”]$/u;
const SENTENCE_ENDS = /^[.!?:]$/u;

export function lexemes(text: string): Lexeme[] {
  const found: Lexeme[] = [];
  let afterStop = false;
  let initial = true;
  const raw = rawTokens(text);
  for (const [index, token] of raw.entries()) {
    if (STOPS.test(token)) {
      afterStop = true;
      initial ||= SENTENCE_ENDS.test(token);
      continue;
    }
    const { parts, possessive } = expand(token, raw[index + 1] ?? "");
    for (const [at, word] of parts.entries()) {
      const capital = at === 0 && /^\p{Lu}/u.test(token);
      const isOwner = possessive && at === 0;
      found.push({ word, key: keyOf(word), capital, initial, possessive: isOwner, afterStop });
      afterStop = false;
      initial = false;
    }
  }
  return found;
}

function rawTokens(text: string): readonly string[] {
  return (ASCII.test(text) ? text.match(ASCII_TOKEN) : text.normalize("NFC").match(TOKEN)) ?? [];
}

type Expanded = Readonly<{ parts: readonly string[]; possessive: boolean }>;

function plain(parts: readonly string[]): Expanded {
  return { parts, possessive: false };
}

/** A contraction as the words it stands for, `'s` told apart from "is". */
function expand(token: string, next: string): Expanded {
  if (/^[A-Za-z]+$/.test(token)) return plain(runTogether(token.toLowerCase()));
  const word = fold(token).replace(/[’`]/gu, "'");
  if (/^[a-z]+$/.test(word)) return plain(runTogether(word));
  const symbol = SYMBOLS.get(word);
  if (symbol !== undefined) return plain([symbol]);
  if (UNSPACED.test(word)) return plain(words(word));
  if (/^(?:\p{L}\.){2,}$/u.test(word)) return plain([word.replaceAll(".", "")]);
  if (word.endsWith("n't")) return plain([auxiliary(word.slice(0, -3)), "not"]);
  const [base = word, ending] = word.split("'");
  if (ending === undefined) return plain([word]);
  if (ending !== "s") return plain([base, ENDINGS.get(ending) ?? ending].filter((w) => w !== ""));
  const isContracted = IS_AFTER.test(base) || IS_BEFORE.test(fold(next));
  return isContracted ? plain([base, "be"]) : { parts: [base], possessive: true };
}

/** Letters alone: one word, or a denial written without its apostrophe. */
function runTogether(word: string): string[] {
  if (word === "cannot") return ["can", "not"];
  const isDenial = word.endsWith("nt") && BARE_NEGATIONS.test(word);
  return isDenial ? [auxiliary(word.slice(0, -2)), "not"] : [word];
}

function auxiliary(cut: string): string {
  if (cut === "ca") return "can";
  if (cut === "wo") return "will";
  return cut === "ai" ? "be" : cut;
}
