// Whether the rules of English apply to a text at all.

import { kept } from "../../../model/kept.ts";
import { isStopWord, words } from "../../../model/text.ts";
import { isBaseVerb } from "./verbs.ts";
import { ADVERBS, AUXILIARIES, DETERMINERS, GENERAL_WORDS, PREPOSITIONS } from "./vocabulary.ts";

/** In English over half of the words are known here; in another language a few look like them. */
const LEAST_SHARE = 0.2;
/** Fewer words than this tell nothing. */
const ENOUGH_WORDS = 6;
const KNOWN: ReadonlySet<string> = new Set(
  [AUXILIARIES, DETERMINERS, PREPOSITIONS, ADVERBS, GENERAL_WORDS].flatMap((set) => [...set]),
);
/** The sentences of one talk are asked about again and again while it is told. */
const isEnglishText = kept(readsAsEnglish, { characters: 100_000, longest: 2_000 });

export function isEnglish(text: string): boolean {
  return isEnglishText(text);
}

function readsAsEnglish(text: string): boolean {
  const all = words(text);
  if (/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(text)) return false;
  if (all.length < ENOUGH_WORDS) return true;
  return all.filter(isKnown).length / all.length >= LEAST_SHARE;
}

function isKnown(word: string): boolean {
  return KNOWN.has(word) || isStopWord(word) || isBaseVerb(word);
}
