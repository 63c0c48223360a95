// Whether the rules of English apply to a text at all.

import { isStopWord, words } from "../../../model/text.ts";
import { isBaseVerb } from "./verbs.ts";
import { ADVERBS, AUXILIARIES, DETERMINERS, GENERAL_WORDS, PREPOSITIONS } from "./vocabulary.ts";

/** In English over half of the words are known here; in another language a few look like them. */
const LEAST_SHARE = 0.2;
/** Fewer words than this tell nothing. */
const ENOUGH_WORDS = 6;

export function isEnglish(text: string): boolean {
  const all = words(text);
  if (/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(text)) return false;
  if (all.length < ENOUGH_WORDS) return true;
  return all.filter(isKnown).length / all.length >= LEAST_SHARE;
}

function isKnown(word: string): boolean {
  return (
    [AUXILIARIES, DETERMINERS, PREPOSITIONS, ADVERBS, GENERAL_WORDS].some((set) => set.has(word)) ||
    isStopWord(word) ||
    isBaseVerb(word)
  );
}
