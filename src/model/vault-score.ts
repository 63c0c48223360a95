// The two lexical measures of the vault: how much of a text is already said elsewhere, and how well a text answers a query.

import { fold, terms, tidy, words } from "./text.ts";

/** What a text that holds the whole query gains, and what likeness of letters counts. */
export type VaultWeights = Readonly<{ substring: number; sequence: number }>;

export const VAULT_WEIGHTS: VaultWeights = { substring: 0.3, sequence: 0.4 };

/** Share of the distinct words of `a` that `b` has too; 0 when `a` has none. Not symmetric: ask how much of the new is old. */
export function tokenOverlap(a: string, b: string): number {
  const asked = distinct(a);
  if (asked.size === 0) return 0;
  const there = distinct(b);
  let shared = 0;
  for (const token of asked) if (there.has(token)) shared += 1;
  return shared / asked.size;
}

/** 0 to 1.7 by the usual weights; 0 whenever not one word matches. */
export function vaultScore(
  query: string,
  text: string,
  { substring, sequence }: VaultWeights = VAULT_WEIGHTS,
): number {
  const overlap = tokenOverlap(query, text);
  if (overlap === 0) return 0;
  const isSubstring = fold(tidy(text)).includes(fold(tidy(query)));
  return overlap + (isSubstring ? substring : 0) + sequence * sequenceRatio(query, text);
}

/** Stems; a text of stop words only keeps its words, so "who are you" can be found. */
function distinct(text: string): ReadonlySet<string> {
  const stems = terms(text);
  return new Set(stems.length > 0 ? stems : words(text));
}

type Span = Readonly<{ aStart: number; aEnd: number; bStart: number; bEnd: number }>;

/** How much of two texts runs in the same order, matched longest run first: 0 to 1; case, accents and spacing do not count. */
export function sequenceRatio(a: string, b: string): number {
  const left = fold(tidy(a));
  const right = fold(tidy(b));
  const total = left.length + right.length;
  if (total === 0) return 1;
  const places = placesOf(right);
  let matched = 0;
  const open: Span[] = [{ aStart: 0, aEnd: left.length, bStart: 0, bEnd: right.length }];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const run = longestRun(left, places, span);
    if (run.length === 0) continue;
    matched += run.length;
    open.push({ ...span, aEnd: run.a, bEnd: run.b });
    open.push({ ...span, aStart: run.a + run.length, bStart: run.b + run.length });
  }
  return (2 * matched) / total;
}

function placesOf(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let index = 0; index < text.length; index += 1) {
    const known = places.get(text.charAt(index));
    if (known) known.push(index);
    else places.set(text.charAt(index), [index]);
  }
  return places;
}

function longestRun(
  left: string,
  places: ReadonlyMap<string, readonly number[]>,
  { aStart, aEnd, bStart, bEnd }: Span,
): { a: number; b: number; length: number } {
  let best = { a: aStart, b: bStart, length: 0 };
  let endingAt = new Map<number, number>();
  for (let i = aStart; i < aEnd; i += 1) {
    const next = new Map<number, number>();
    for (const j of places.get(left.charAt(i)) ?? []) {
      if (j < bStart || j >= bEnd) continue;
      const length = (endingAt.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > best.length) best = { a: i - length + 1, b: j - length + 1, length };
    }
    endingAt = next;
  }
  return best;
}
