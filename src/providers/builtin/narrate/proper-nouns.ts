// Which words are names: those that keep their capital where no sentence begins.

import { isStopWord } from "../../../model/text.ts";
import { DETERMINERS, EMPTY_MODIFIERS } from "./vocabulary.ts";

// Endings of English common nouns; a first word with one of them is taken for an ordinary word.
const ORDINARY =
  /(?:ing|tion|ness|ity|ment|ence|ance|ship|ism|ery|ure|s|al|ive|ous|ful|less|able|ible|ary|ed)$/;

export type IsName = (word: string) => boolean;

export function namesIn(sentences: readonly string[]): IsName {
  const capital = new Set<string>();
  const small = new Set<string>();
  for (const sentence of sentences) {
    const [first = "", ...rest] = sentence.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
    if (/^\p{Ll}/u.test(first)) small.add(first);
    for (const word of rest) (/^\p{Lu}/u.test(word) ? capital : small).add(word.toLowerCase());
  }
  return (word) => {
    const lower = word.toLowerCase();
    if (!/^\p{Lu}/u.test(word)) return false;
    if (/^\p{Lu}{2}/u.test(word) || /\d/.test(word)) return true;
    if (capital.has(lower) && !small.has(lower)) return true;
    if (
      small.has(lower) ||
      DETERMINERS.has(lower) ||
      isStopWord(lower) ||
      EMPTY_MODIFIERS.has(lower)
    )
      return false;
    return !ORDINARY.test(lower);
  };
}

/** A title's first capital belongs to the title, unless the texts write the word so themselves. */
export function midSentence(title: string, texts: readonly string[]): string {
  const [first = ""] = title.split(" ");
  const isName =
    /^\p{Lu}(?:\p{Lu}|\d)/u.test(first) || texts.some((text) => text.includes(` ${first}`));
  return isName ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
