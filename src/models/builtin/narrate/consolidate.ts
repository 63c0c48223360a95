// Finds lines of one profile that say the same or contradict each other, and says which one stays.

import { type Comparison, DEFAULT_MERGE_BANDS } from "../../../language/compare/compare.ts";
import { relate } from "../../../language/relate.ts";
import type { Memory } from "../../../model/memory.ts";
import { terms } from "../../../model/text.ts";
import { CORRECTED_TAG, type LineMerge } from "../../../ports/narrator.ts";

type LinePair = Readonly<{ older: Memory; newer: Memory }>;

/** Newest first beyond this: a profile is short, and pairs grow with its square. */
const MAX_LINES = 200;
/** A stem in more than this share of many lines is the person's name or job, and pairs nothing. */
const COMMON_SHARE = 0.5;
const MANY_LINES = 20;

type Verdict = Readonly<{ keep: Memory; drop: Memory; reason: string }>;

/** When it was true counts before when it was written: an old truth may be learnt late. */
export function inOrder(a: Memory, b: Memory): LinePair {
  const toldAt = (line: Memory) => line.validFrom ?? line.createdAt;
  return toldAt(a) <= toldAt(b) ? { older: a, newer: b } : { older: b, newer: a };
}

export function compared({ older, newer }: LinePair): Comparison {
  return relate({ text: older.text }, { text: newer.text }, DEFAULT_MERGE_BANDS);
}

export function mergesOf(lines: readonly Memory[]): LineMerge[] {
  const read = lines.toSorted(byAuthority).slice(0, MAX_LINES);
  const dropped = new Set<string>();
  const merges = new Map<string, LineMerge>();
  for (const pair of pairsOf(read)) {
    if (dropped.has(pair.older.id) || dropped.has(pair.newer.id)) continue;
    const verdict = judge(pair, compared(pair));
    if (verdict === undefined || verdict.drop.pinned || merges.has(verdict.drop.id)) continue;
    const { keep, drop, reason } = verdict;
    const known = merges.get(keep.id);
    dropped.add(drop.id);
    merges.set(keep.id, {
      keep: keep.id,
      drop: [...(known?.drop ?? []), drop.id],
      reason:
        known === undefined || known.reason.includes(reason)
          ? reason
          : `${known.reason}; ${reason}`,
    });
  }
  return [...merges.values()];
}

// What a person corrected, then what is trusted more, then what is newer.
function byAuthority(a: Memory, b: Memory): number {
  const corrected = Number(isCorrected(b)) - Number(isCorrected(a));
  if (corrected !== 0) return corrected;
  if (a.trust !== b.trust) return b.trust - a.trust;
  if (a.id === b.id) return 0;
  const { newer } = a.id < b.id ? inOrder(a, b) : inOrder(b, a);
  return newer === a ? -1 : 1;
}

/** Pairs with a stem in common: the rest cannot be the same nor contradict each other. */
function pairsOf(lines: readonly Memory[]): LinePair[] {
  const stems = lines.map((line) => [...new Set(terms(line.text))]);
  const held = new Map<string, number>();
  for (const one of stems.flat()) held.set(one, (held.get(one) ?? 0) + 1);
  const isCommon = (one: string): boolean =>
    lines.length > MANY_LINES && (held.get(one) ?? 0) > lines.length * COMMON_SHARE;
  return lines.flatMap((line, at) =>
    lines
      .slice(at + 1)
      .filter((_other, offset) =>
        stems[at]?.some((one) => !isCommon(one) && stems[at + 1 + offset]?.includes(one)),
      )
      .map((other) => inOrder(line, other)),
  );
}

function judge(pair: LinePair, { relation, reason }: Comparison): Verdict | undefined {
  const { older, newer } = pair;
  const stronger = strongerOf(pair);
  switch (relation) {
    case "same_key":
    case "same": {
      const keep = stronger ?? older;
      return { keep, drop: keep === older ? newer : older, reason };
    }
    // The newer line says more; a weaker source may not put it in place of a stronger one.
    case "close":
      return stronger === older ? undefined : { keep: newer, drop: older, reason };
    case "contradiction": {
      const keep = stronger ?? newer;
      const why = isCorrected(keep) ? `corrected by a person; ${reason}` : reason;
      return { keep, drop: keep === older ? newer : older, reason: why };
    }
    case "between":
    case "far":
      return undefined;
  }
}

/** Undefined when neither has the better right to stay. */
function strongerOf({ older, newer }: LinePair): Memory | undefined {
  if (isCorrected(older) !== isCorrected(newer)) return isCorrected(older) ? older : newer;
  if (older.trust === newer.trust) return undefined;
  return older.trust > newer.trust ? older : newer;
}

function isCorrected(line: Memory): boolean {
  return line.tags.includes(CORRECTED_TAG);
}
