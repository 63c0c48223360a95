// Whether a proposal makes sense at all: where it belongs, what it rests on, what its kind asks for.

import { POLICIES } from "../../model/kinds.ts";
import { RESERVED_SCOPES } from "../../model/viewer.ts";
import type { Guarded } from "../progress.ts";

export function validityFault(
  proposal: Guarded,
  categories: "all" | ReadonlySet<string>,
): string | undefined {
  return placeFault(proposal) ?? groundFault(proposal) ?? kindFault(proposal, categories);
}

function placeFault({ scope, user, writer }: Guarded): string | undefined {
  if (scope === "") return "no_scope";
  if (scope === "user" && user === undefined) return "scope_without_user";
  return RESERVED_SCOPES.some((reserved) => reserved === writer.agent)
    ? "reserved_agent_name"
    : undefined;
}

function groundFault(proposal: Guarded): string | undefined {
  const { minConfidence, needsEvidence } = POLICIES[proposal.kind];
  const { confidence } = proposal;
  if (!(confidence >= 0 && confidence <= 1)) return "confidence_out_of_range";
  if (confidence < minConfidence) return "low_confidence";
  return needsEvidence && !hasEvidence(proposal) ? "no_evidence" : undefined;
}

function hasEvidence({ evidence, derivedFrom }: Guarded): boolean {
  const said = evidence.map((piece) => (piece.type === "span" ? piece.quote : piece.text));
  return derivedFrom.length > 0 || said.some((text) => text.trim() !== "");
}

function kindFault(
  { kind, topicId, section, category }: Guarded,
  categories: "all" | ReadonlySet<string>,
): string | undefined {
  if (kind === "register" && topicId === undefined) return "register_without_topic";
  if (kind === "trait" && section === undefined) return "trait_without_section";
  return categories === "all" || categories.has(category) ? undefined : "unknown_category";
}
