// The merge bands: whether a line is new, a repetition, a better wording, an update or a contradiction.

import { compare, type MergeBands } from "../model/compare.ts";
import type { Kind } from "../model/kinds.ts";
import type { Memory } from "../model/memory.ts";
import type { Neighbour } from "./neighbours.ts";
import type { Admitted } from "./progress.ts";

export type Decision =
  | Readonly<{ type: "new" }>
  /** New, and a later look must say whether it repeats these. */
  | Readonly<{ type: "undecided"; with: readonly string[] }>
  | Readonly<{ type: "touch"; memory: Memory }>
  | Readonly<{ type: "reword"; memory: Memory; text: string }>
  | Readonly<{ type: "update"; memory: Memory; text: string }>
  /** The register of a topic, or a record kept under one key, takes the new text in place. */
  | Readonly<{ type: "upsert"; memory: Memory }>
  | Readonly<{ type: "replace"; memory: Memory; reason: string }>
  /** It contradicts something better trusted; both stay, marked. */
  | Readonly<{ type: "dispute"; memory: Memory; reason: string }>;

/** Kinds whose lines are statements that can repeat or contradict one another. */
const STATEMENTS: ReadonlySet<Kind> = new Set<Kind>(["fact", "lore", "trait", "insight"]);

export function decide(
  proposal: Admitted,
  neighbours: readonly Neighbour[],
  bands: MergeBands,
): Decision {
  if (!STATEMENTS.has(proposal.kind)) return { type: "new" };
  const compared = neighbours.map((neighbour) => ({
    ...neighbour,
    ...compare({ text: neighbour.memory.text }, { text: proposal.text }, bands),
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
  const undecided = compared
    .filter((other) => other.relation === "between")
    .map((other) => other.memory.id);
  return undecided.length === 0 ? { type: "new" } : { type: "undecided", with: undecided };
}

/** The wording that says more is the better one, unless the newer comes from someone less trusted. */
function reworded(proposal: Admitted, memory: Memory): Decision {
  const isBetter =
    proposal.provenance.trust >= memory.trust && proposal.text.length > memory.text.length;
  return isBetter ? { type: "reword", memory, text: proposal.text } : { type: "touch", memory };
}

function updated(proposal: Admitted, memory: Memory): Decision {
  if (proposal.provenance.trust < memory.trust) return { type: "undecided", with: [memory.id] };
  if (proposal.text.length < memory.text.length) return { type: "touch", memory };
  return { type: "update", memory, text: proposal.text };
}

function replaced(proposal: Admitted, memory: Memory, reason: string): Decision {
  const isTrusted = proposal.provenance.trust >= memory.trust;
  return { type: isTrusted ? "replace" : "dispute", memory, reason };
}
