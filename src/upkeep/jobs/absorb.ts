// One line takes in others that say the same: they point at it and can be restored, it keeps its words and gains
// their sources. So a merge is undone by restoring what it put aside.

import { type CurateDeps, embed, revise } from "../../curate/actor-context.ts";
import type { Change } from "../../model/change-set.ts";
import { memoryEmbeddingText } from "../../model/embedding-text.ts";
import type { Evidence, Memory, Timestamp } from "../../model/memory.ts";
import { derive } from "../../model/origin.ts";

export type Absorbing = Readonly<{
  keep: Memory;
  /** Lines that say the same. */
  same: readonly Memory[];
  /** Lines that were true until `keep` was. */
  ended: readonly Memory[];
  reason: string;
}>;

const MAX_EVIDENCE = 8;

export async function absorb(
  { keep, same, ended, reason }: Absorbing,
  deps: Pick<CurateDeps, "embedder" | "ids" | "now">,
): Promise<readonly Change[]> {
  const at = deps.now().toISOString();
  const aside = [
    ...same.map((memory) => putAside(memory, { supersededBy: keep.id }, { at, reason })),
    ...ended.map((memory) => {
      const validTo = laterOf(keep.validFrom ?? keep.createdAt, memory.validFrom);
      return putAside(memory, { supersededBy: keep.id, validTo }, { at, reason });
    }),
  ];
  const grown = withSources(keep, same);
  if (isSameRecord(keep, grown)) return aside;
  const change = revise(keep, grown, { at, event: "MERGE", reason });
  const isReworded = memoryEmbeddingText(change.memory) !== memoryEmbeddingText(keep);
  return [...aside, change, ...(isReworded ? [await embed(change.memory, deps)] : [])];
}

type Why = Readonly<{ at: Timestamp; reason: string }>;

function putAside(memory: Memory, set: Partial<Memory>, { at, reason }: Why): Change {
  return revise(memory, { ...set, state: "superseded" }, { at, event: "MERGE", reason });
}

function laterOf(a: Timestamp, b: Timestamp | undefined): Timestamp {
  return b === undefined || a > b ? a : b;
}

/** Its trust stays: its words are still those of who said them. */
function withSources(keep: Memory, same: readonly Memory[]): Memory {
  const all = [keep, ...same];
  const sources = new Set(all.flatMap((memory) => memory.derivedFrom));
  sources.delete(keep.id);
  const equals = same.filter((memory) => memory.trust >= keep.trust);
  const started = all.flatMap(({ validFrom }) => validFrom ?? []).sort();
  const [validFrom] = started;
  return {
    ...keep,
    evidence: firstAndNewest(all.flatMap((memory) => memory.evidence)),
    derivedFrom: [...sources],
    origins: derive(all).origins,
    confidence: Math.max(keep.confidence, ...equals.map((memory) => memory.confidence)),
    pinned: all.some((memory) => memory.pinned),
    ...(validFrom === undefined ? {} : { validFrom }),
  };
}

function firstAndNewest(evidence: readonly Evidence[]): readonly Evidence[] {
  const unique = [...new Map(evidence.map((piece) => [JSON.stringify(piece), piece])).values()];
  if (unique.length <= MAX_EVIDENCE) return unique;
  return [...unique.slice(0, 1), ...unique.slice(1 - MAX_EVIDENCE)];
}

function isSameRecord(a: Memory, b: Memory): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
