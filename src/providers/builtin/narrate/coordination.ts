// "I love food and travel a lot": is the second a verb of "I", or a noun? Nobody can tell from the words alone,
// and only a shorter cut of such a sentence can be trusted.

import { subjectBefore } from "./pronoun-subject.ts";
import type { Token } from "./token.ts";
import { baseOfPresent, isBaseVerb, isParticiple, isPastVerb } from "./verbs.ts";
import { CONJUNCTIONS, isAdverb, MODALS } from "./vocabulary.ts";

export function hasLooseCoordination(tokens: readonly Token[]): boolean {
  // A sentence about "I" or "we" shows its tense at its first verb; another is taken for present until then.
  let isPresent = !/^(?:i|we)$/.test(tokens[0]?.word ?? "");
  for (const [at, { word, tail }] of tokens.entries()) {
    isPresent = tenseAt(tokens, at) ?? isPresent;
    const couples = CONJUNCTIONS.has(word) || tail === ",";
    if (isPresent && couples && mayBeVerb(nextWord(tokens, at))) return true;
  }
  return false;
}

/** True where a present verb begins to govern, false where an infinitive or a past one does. */
function tenseAt(tokens: readonly Token[], at: number): boolean | undefined {
  const word = tokens[at]?.word ?? "";
  if (word === "to" || MODALS.has(word) || isPastVerb(word)) return false;
  if (/^(?:am|is|are)$/.test(word)) return true;
  if (subjectBefore(tokens, at) !== "plural") return undefined;
  const isPerfect = word === "have" && isParticiple(tokens[at + 1]?.word ?? "");
  return word !== "do" && !isPerfect;
}

function nextWord(tokens: readonly Token[], at: number): string {
  for (let next = at + 1; next < tokens.length; next += 1) {
    const word = tokens[next]?.word ?? "";
    if (!isAdverb(word)) return word;
  }
  return "";
}

function mayBeVerb(word: string): boolean {
  return isBaseVerb(word) || baseOfPresent(word) !== undefined;
}
