// How far two statements tell their common words in the same order.

import type { Alignment } from "./alignment.ts";

/** Share of the common words that keep their order: the longest rising run of their places. */
export function orderKept({ pairs }: Alignment): number {
  const places = [...pairs].sort(([a], [b]) => a - b).map(([, place]) => place);
  if (places.length === 0) return 0;
  const lengths: number[] = [];
  for (const [index, place] of places.entries()) {
    const before = lengths.filter((_, earlier) => (places[earlier] ?? 0) <= place && earlier < index);
    lengths.push(1 + Math.max(0, ...before));
  }
  return Math.max(...lengths) / places.length;
}
