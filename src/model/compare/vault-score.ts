// The two lexical measures of the vault: how much of a text is already said elsewhere, and how well a text answers a query.

import { fold, terms, tidy, words } from "../text.ts";
import { sequenceRatio } from "./sequence.ts";

const SUBSTRING_BONUS = 0.3;
const SEQUENCE_WEIGHT = 0.4;

/** Share of the distinct words of `a` that `b` has too; 0 when `a` has none. Not symmetric: ask how much of the new is old. */
export function tokenOverlap(a: string, b: string): number {
  const asked = distinct(a);
  if (asked.size === 0) return 0;
  const there = distinct(b);
  let shared = 0;
  for (const token of asked) if (there.has(token)) shared += 1;
  return shared / asked.size;
}

/** 0 to 1.7; 0 whenever not one word matches. */
export function vaultScore(query: string, text: string): number {
  const overlap = tokenOverlap(query, text);
  if (overlap === 0) return 0;
  const isSubstring = fold(tidy(text)).includes(fold(tidy(query)));
  return (
    overlap + (isSubstring ? SUBSTRING_BONUS : 0) + SEQUENCE_WEIGHT * sequenceRatio(query, text)
  );
}

/** Stems; a text of stop words only keeps its words, so "who are you" can be found. */
function distinct(text: string): ReadonlySet<string> {
  const stems = terms(text);
  return new Set(stems.length > 0 ? stems : words(text));
}
