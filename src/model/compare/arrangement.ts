// How far two statements arrange their common words alike: in order, and behind the same kind of preposition.

import type { Alignment, Statement } from "./token.ts";

/** "On Friday" may open or close a sentence. */
const FLOATING: ReadonlySet<string> = new Set(["date", "number"]);
const BARE_MARKERS: ReadonlySet<string> = new Set(["be", "by", "of", "for"]);

/** Share of the common words that keep their order: the longest rising run of their places. */
export function orderKept({ tokens }: Statement, { pairs }: Alignment): number {
  const places = [...pairs]
    .filter(([index]) => !FLOATING.has(tokens[index]?.kind ?? ""))
    .sort(([a], [b]) => a - b)
    .map(([, place]) => place);
  // Two words in the other order are "the report's deadline" and "the deadline of the report".
  if (places.length < 3) return 1;
  const lengths: number[] = [];
  for (const [index, place] of places.entries()) {
    const before = lengths.filter(
      (_, earlier) => (places[earlier] ?? 0) <= place && earlier < index,
    );
    lengths.push(1 + Math.max(0, ...before));
  }
  return Math.max(...lengths) / places.length;
}

/** Common words that stand behind a preposition on one side and bare on the other. */
export function shiftedWords(older: Statement, newer: Statement, { pairs }: Alignment): number {
  return [...pairs].filter(([i, j]) => isPlaced(older, i) !== isPlaced(newer, j)).length;
}

/** A preposition holds for the whole run of words behind it: "in a black jersey". */
function isPlaced({ tokens }: Pick<Statement, "tokens">, index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  if (token.marker !== "") return !BARE_MARKERS.has(token.marker);
  if (token.afterStop) return false;
  return tokens[index - 1]?.at === token.at - 1 && isPlaced({ tokens }, index - 1);
}
