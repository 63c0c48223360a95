// How much of two texts runs in the same order: twice the matched characters over all characters, matched longest run first.

import { fold, tidy } from "../text.ts";

type Span = Readonly<{ aStart: number; aEnd: number; bStart: number; bEnd: number }>;

/** 0 to 1; case, accents and spacing do not count. */
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
