// Finds the pronoun whose verb a word would be.

import type { Token } from "./token.ts";
import { isAdverb, SINGULAR_SUBJECTS } from "./vocabulary.ts";

/** Whose verb this word would be: of "I" or "we", of "it" or "she", or of no pronoun right before it. */
export function subjectBefore(
  tokens: readonly Token[],
  at: number,
): "plural" | "singular" | undefined {
  for (let index = at - 1; index >= 0; index -= 1) {
    const token = tokens[index];
    if (token === undefined || token.tail !== "") return undefined;
    if (token.word === "i" || token.word === "we") return "plural";
    if (SINGULAR_SUBJECTS.has(token.word)) return "singular";
    if (!isAdverb(token.word)) return undefined;
  }
  return undefined;
}
