// Which lines of one person might say the same thing, found without a model: near in meaning, recent, and with
// words in common or only their numbers apart (S4).

import type { Memory } from "../model/memory.ts";
import { terms } from "../model/text.ts";
import type { ConsolidationPolicy } from "./policy.ts";

export type Pair = Readonly<{ older: Memory; newer: Memory; similarity: number }>;

export type Pool = Readonly<{
  /** Lines of one kind, place and subject. */
  lines: readonly Memory[];
  vectors: ReadonlyMap<string, Float32Array>;
  /** Every pair has one of these: new, important, or often used. */
  chosen: ReadonlySet<string>;
}>;

/** The most alike first. */
export function pairUp(pool: Pool, policy: ConsolidationPolicy): readonly Pair[] {
  const read = pool.lines.toSorted(byAge).map((memory) => ({
    memory,
    words: new Set(terms(memory.text)),
    vector: pool.vectors.get(memory.id),
  }));
  const pairs: Pair[] = [];
  for (const [at, older] of read.entries())
    for (const newer of read.slice(at + 1)) {
      if (!pool.chosen.has(older.memory.id) && !pool.chosen.has(newer.memory.id)) continue;
      const similarity = similarityOf(older, newer, policy);
      if (similarity !== undefined)
        pairs.push({ older: older.memory, newer: newer.memory, similarity });
    }
  return pairs.sort((a, b) => b.similarity - a.similarity || (idsOf(a) < idsOf(b) ? -1 : 1));
}

function byAge(a: Memory, b: Memory): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function idsOf({ older, newer }: Pair): string {
  return `${older.id} ${newer.id}`;
}

type Read = Readonly<{
  memory: Memory;
  words: ReadonlySet<string>;
  vector: Float32Array | undefined;
}>;

/** Undefined when the two are not worth a look. A line that waits for its vector is judged by its words. */
function similarityOf(older: Read, newer: Read, policy: ConsolidationPolicy): number | undefined {
  const overlap = overlapOf(older.words, newer.words);
  if (overlap < policy.minOverlap && !differInNumbersOnly(older.memory, newer.memory))
    return undefined;
  if (older.vector === undefined || newer.vector === undefined) return overlap;
  const cosine = dot(older.vector, newer.vector);
  return cosine < policy.minCosine ? undefined : (overlap + cosine) / 2;
}

/** Share of the shorter line's words that the other has. */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  if (short.size === 0) return 0;
  let shared = 0;
  for (const word of short) if (long.has(word)) shared += 1;
  return shared / short.size;
}

function differInNumbersOnly(a: Memory, b: Memory): boolean {
  const masked = ({ text }: Memory) => text.replace(/\p{N}+/gu, "#");
  return masked(a) === masked(b) && masked(a).includes("#");
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += value * (b[index] ?? 0);
  return sum;
}
