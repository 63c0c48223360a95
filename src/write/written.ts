// What an act has decided to write so far, so that the second of two equal lines finds the first.

import type { Change } from "../model/change-set.ts";
import type { Memory } from "../model/memory.ts";
import { textKey } from "../model/text.ts";
import type { Embedded } from "./neighbours.ts";

/** A memory in its newest version; the vector is of the words that wrote it. */
export type WrittenLine = Readonly<{
  memory: Memory;
  key: string;
  vector: Float32Array | undefined;
}>;
/** By id, in the order of the last writing. */
export type WrittenSoFar = ReadonlyMap<string, WrittenLine>;

/** So many lines of an act are compared with a new one; more would make a long list slow. */
const NEAREST = 12;

export function noteWritten(
  written: Map<string, WrittenLine>,
  changes: readonly Change[],
  by: Readonly<{ memory: Memory; embedded: Embedded | undefined }>,
): void {
  for (const change of changes) {
    if (change.type !== "create" && change.type !== "revise") continue;
    const { memory } = change;
    const own = memory.id === by.memory.id ? by.embedded?.vector : undefined;
    const vector = own ?? written.get(memory.id)?.vector;
    written.delete(memory.id);
    written.set(memory.id, { memory, key: textKey(memory.text), vector });
  }
}

/** The latest first. */
export function allWritten(written: WrittenSoFar): readonly Memory[] {
  return [...written.values()].map(({ memory }) => memory).reverse();
}

/** Those with the same key, and the nearest in meaning where there are vectors to say which those are. */
export function nearWritten(
  written: WrittenSoFar,
  line: Readonly<{ text: string; embedded: Embedded | undefined }>,
  isRival: (memory: Memory) => boolean,
): readonly Memory[] {
  const rivals = [...written.values()].filter(({ memory }) => isRival(memory)).reverse();
  const { embedded } = line;
  if (embedded === undefined || rivals.length <= NEAREST) return rivals.map(({ memory }) => memory);
  const key = textKey(line.text);
  const nearness = new Map(rivals.map((one) => [one, nearnessOf(one, embedded.vector)]));
  const nearest = new Set(
    rivals.toSorted((a, b) => (nearness.get(b) ?? 0) - (nearness.get(a) ?? 0)).slice(0, NEAREST),
  );
  return rivals.filter((one) => one.key === key || nearest.has(one)).map(({ memory }) => memory);
}

type Near = Readonly<{ id: string; score: number }>;

/** What the store found near a memory, as what was written since has left it, with what was written in the same place. */
export function asWritten(
  stored: readonly Near[],
  { memory: { scope, user }, vector }: Readonly<{ memory: Memory; vector: Float32Array }>,
  written: WrittenSoFar,
): readonly Near[] {
  const near = new Map(stored.map((one) => [one.id, one]));
  for (const [id, line] of written) {
    const { memory } = line;
    near.delete(id);
    const isHere = memory.scope === scope && (user === undefined || memory.user === user);
    if (memory.state !== "active" || !isHere || line.vector === undefined) continue;
    near.set(id, { id, score: nearnessOf(line, vector) });
  }
  return [...near.values()];
}

/** One without a vector counts as near: nothing says that it is not. */
function nearnessOf({ vector }: WrittenLine, to: Float32Array): number {
  if (vector === undefined) return Number.POSITIVE_INFINITY;
  return vector.reduce((sum, value, at) => sum + value * (to[at] ?? 0), 0);
}
