// Whether the rules of English apply to a text at all.

import { isStopWord, words } from "../../../model/text.ts";
import { AUXILIARIES, DETERMINERS, PREPOSITIONS } from "./vocabulary.ts";

/** In English nearly half of the words are function words; in another language a few look like them. */
const LEAST_SHARE = 0.2;
/** Fewer words than this tell nothing. */
const ENOUGH_WORDS = 6;

export function isEnglish(text: string): boolean {
  const all = words(text);
  if (/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(text)) return false;
  if (all.length < ENOUGH_WORDS) return true;
  const known = all.filter(
    (w) => isStopWord(w) || AUXILIARIES.has(w) || DETERMINERS.has(w) || PREPOSITIONS.has(w),
  );
  return known.length / all.length >= LEAST_SHARE;
}
