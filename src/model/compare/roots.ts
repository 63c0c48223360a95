// What is left of a word when its endings are cut: "teacher", "teaching" and "taught" have one root.

import { baseOf, isVerb, keyOf } from "./lexicon.ts";

const SUFFIXES =
  /(?:ation|ition|ships?|ments?|ness|ings?|ions?|ians?|ists?|ers?|ors?|ity|ance|ence|ical|ics?|al|ive|ous|ful|ly|ed|es|s|y|e)$/;
const DOER = /^(.{2,})[eo]rs?$/;
const NO_DOINGS: readonly string[] = [];
const MIN_ROOT = 5;
const MAX_CACHED_ROOTS = 20_000;
const roots = new Map<string, string>();

export function rootOf(word: string): string {
  const known = roots.get(word);
  if (known !== undefined) return known;
  const root = cutToRoot(word);
  if (roots.size >= MAX_CACHED_ROOTS) roots.clear();
  roots.set(word, root);
  return root;
}

/** Too short a root proves nothing, so the word stands for itself. */
function cutToRoot(word: string): string {
  const root = baseOf(word)
    .replace(SUFFIXES, "")
    .replace(/([^aeiou])\1$/, "$1")
    .replace(/i$/, "");
  if (root.length >= MIN_ROOT) return root;
  const done = doneBy(word) ?? (isVerb(keyOf(word)) ? keyOf(word) : undefined);
  return done === undefined ? word : `to ${done}`;
}

/** The key of what a doer does: a leader leads. Only when what is left of the word is a verb we know. */
export function doneBy(word: string): string | undefined {
  return doings(word).find(isVerb);
}

/** Whether the word names whoever does it, though the verb be one we do not know: a snorer snores. */
export function isDoing(word: string, verb: string): boolean {
  return doings(word).includes(verb);
}

/** The keys that a doer's deed may have, whether or not they are verbs we know. */
export function doings(word: string): readonly string[] {
  const cut = DOER.exec(word)?.[1];
  if (cut === undefined) return NO_DOINGS;
  return [keyOf(cut), keyOf(`${cut}e`), keyOf(cut.replace(/(.)\1$/, "$1"))];
}
