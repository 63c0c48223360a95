// How two lines of one profile relate, and which of them is the older.

import { type Comparison, compare, DEFAULT_MERGE_BANDS } from "../../../model/compare.ts";
import type { Memory } from "../../../model/memory.ts";

export type LinePair = Readonly<{ older: Memory; newer: Memory }>;

export function inOrder(a: Memory, b: Memory): LinePair {
  return toldAt(a) <= toldAt(b) ? { older: a, newer: b } : { older: b, newer: a };
}

export function relate({ older, newer }: LinePair): Comparison {
  return compare({ text: older.text }, { text: newer.text }, DEFAULT_MERGE_BANDS);
}

// When it was true counts before when it was written: an old truth may be learnt late.
function toldAt(line: Memory): string {
  return line.validFrom ?? line.createdAt;
}
