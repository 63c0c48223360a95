// The write gate. The vault's kinds pass it in the promised order; each refusal names the gate it met.

import { POLICIES } from "../model/kinds.ts";
import { RESERVED_SCOPES } from "../model/viewer.ts";
import { isNoise } from "./gate/noise.ts";
import type { Ended, Guarded } from "./progress.ts";

/** Which of the guard's classes the vault never takes (V5). */
const PRIVATE = new Set([
  "ssn",
  "card",
  "password",
  "api_key",
  "token",
  "private_key",
  "connection_string",
]);
/** Text that came from outside becomes active memory only by a person's word. */
const OUTSIDE = new Set(["tool", "document"]);

export type GateContext = Readonly<{
  /** True for lines the engine itself handed out lately. */
  isEcho: (text: string) => boolean;
  /** Categories that exist; `all` when none are configured. */
  categories: "all" | ReadonlySet<string>;
}>;

export function gate(proposal: Guarded, context: GateContext): Guarded | Ended {
  const policy = POLICIES[proposal.kind];
  const refused =
    (policy.vault && isNoise(proposal.text) ? "journal_noise" : undefined) ??
    lengthFault(proposal) ??
    validityFault(proposal, context) ??
    (proposal.findings.some((found) => PRIVATE.has(found)) ? "private_data" : undefined) ??
    (context.isEcho(proposal.text) ? "self_echo" : undefined);
  if (refused !== undefined) return drop(proposal, refused);
  const waits = needsPerson(proposal);
  return waits === undefined ? proposal : { type: "held", proposal, why: waits };
}

export function drop(proposal: Guarded, reason: string): Ended {
  return {
    type: "dropped",
    outcome: { type: "dropped", stage: "gate", reason, text: proposal.text },
  };
}

function lengthFault({ text, kind }: Guarded): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return "empty";
  return text.length > POLICIES[kind].maxLength ? "too_long" : undefined;
}

function validityFault(proposal: Guarded, context: GateContext): string | undefined {
  const policy = POLICIES[proposal.kind];
  if (proposal.scope === "user" && proposal.user === undefined) return "scope_without_user";
  if (RESERVED_SCOPES.some((scope) => scope === proposal.writer.agent))
    return "reserved_agent_name";
  if (proposal.confidence < policy.minConfidence) return "low_confidence";
  if (policy.needsEvidence && proposal.evidence.length + proposal.derivedFrom.length === 0)
    return "no_evidence";
  if (proposal.kind === "register" && proposal.topicId === undefined)
    return "register_without_topic";
  if (proposal.kind === "trait" && proposal.section === undefined) return "trait_without_section";
  if (context.categories !== "all" && !context.categories.has(proposal.category))
    return "unknown_category";
  return undefined;
}

function needsPerson({ kind, provenance }: Guarded): string | undefined {
  if (provenance.origins.every((origin) => OUTSIDE.has(origin))) return "source: outside text";
  if (provenance.trust < POLICIES[kind].minTrust) return `trust: a ${kind} needs a person's word`;
  return undefined;
}
