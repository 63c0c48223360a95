// The merge bands: whether a line is new, a repetition, a better wording, an update or a contradiction.
// Nothing that is less trusted than a memory ever changes its words or ends it.

import type { MergeBands } from "../../language/compare/compare.ts";
import { relate } from "../../language/relate.ts";
import type { Kind } from "../../model/kinds.ts";
import type { Memory, MemoryLine } from "../../model/memory.ts";
import { textKey } from "../../model/text.ts";
import type { Admitted } from "../stage-types.ts";

/** Made on lines, and carried out on whole memories. */
export type Decision<M = Memory> =
  | Readonly<{ type: "new" }>
  /** New, and a later look must say whether it repeats these. */
  | Readonly<{ type: "undecided"; with: readonly string[] }>
  | Readonly<{ type: "touch"; memory: M }>
  | Readonly<{ type: "reword"; memory: M }>
  | Readonly<{ type: "update"; memory: M }>
  /** The register of a topic takes the new text in place. */
  | Readonly<{ type: "upsert"; memory: M }>
  | Readonly<{ type: "replace"; memory: M; reason: string }>
  /** It was true before what is known now, and is told late. */
  | Readonly<{ type: "precede"; memory: M; until: string; reason: string }>
  /** It contradicts something better trusted; both stay, marked. */
  | Readonly<{ type: "dispute"; memory: M; reason: string }>;

/** Kinds whose lines are statements that can repeat or contradict one another. */
const STATEMENTS: ReadonlySet<Kind> = new Set<Kind>(["fact", "lore", "trait", "insight"]);

export function isStatement(kind: Kind): boolean {
  return STATEMENTS.has(kind);
}

export function decide(
  proposal: Admitted,
  rivals: readonly MemoryLine[],
  bands: MergeBands,
): Decision<MemoryLine> {
  const compared = rivals.map((memory) => ({
    memory,
    ...relate({ text: memory.text }, { text: proposal.text }, bands),
  }));
  const found = (relation: string) => compared.find((other) => other.relation === relation);
  const repeated = found("same_key");
  if (repeated !== undefined) return { type: "touch", memory: repeated.memory };
  const same = found("same");
  if (same !== undefined) return reworded(proposal, same.memory);
  const opposed = found("contradiction");
  if (opposed !== undefined) return replaced(proposal, opposed.memory, opposed.reason);
  const close = found("close");
  if (close !== undefined) return updated(proposal, close.memory);
  const namesake = compared.find(({ memory }) => textKey(memory.text) === textKey(proposal.text));
  if (namesake !== undefined)
    return { type: "dispute", memory: namesake.memory, reason: "the same key, other words" };
  const undecided = compared
    .filter((other) => other.relation === "between")
    .map((other) => other.memory.id);
  return undecided.length === 0 ? { type: "new" } : { type: "undecided", with: undecided };
}

/** A line that is disputed already is not stored as disputed once more. */
export function alreadyDisputed(
  proposal: Admitted,
  disputed: readonly MemoryLine[],
  bands: MergeBands,
): Decision<MemoryLine> | undefined {
  const again = disputed.find(({ text }) => {
    const { relation } = relate({ text }, { text: proposal.text }, bands);
    return relation === "same_key" || relation === "same";
  });
  return again === undefined ? undefined : { type: "touch", memory: again };
}

/** The wording that says more is the better one, unless the newer comes from someone less trusted. */
function reworded(proposal: Admitted, memory: MemoryLine): Decision<MemoryLine> {
  const isBetter = isTrusted(proposal, memory) && proposal.text.length > memory.text.length;
  return isBetter ? { type: "reword", memory } : { type: "touch", memory };
}

function updated(proposal: Admitted, memory: MemoryLine): Decision<MemoryLine> {
  if (!isTrusted(proposal, memory)) return { type: "undecided", with: [memory.id] };
  if (proposal.text.length < memory.text.length) return { type: "touch", memory };
  return { type: "update", memory };
}

function replaced(proposal: Admitted, memory: MemoryLine, reason: string): Decision<MemoryLine> {
  const { validFrom } = proposal;
  if (!isTrusted(proposal, memory)) return { type: "dispute", memory, reason };
  if (validFrom !== undefined && memory.validFrom !== undefined && validFrom < memory.validFrom)
    return { type: "precede", memory, until: memory.validFrom, reason };
  return { type: "replace", memory, reason };
}

function isTrusted({ provenance }: Admitted, memory: MemoryLine): boolean {
  return provenance.trust >= memory.trust;
}
