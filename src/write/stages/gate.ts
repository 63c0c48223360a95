// The write gate. The vault's kinds pass it in the promised order; each refusal names the gate it met.

import { type GuardPolicy, guard } from "../../guard/guard.ts";
import { type KindPolicies, type KindPolicy, POLICIES } from "../../model/kinds.ts";
import { type Origin, TRUST_OF } from "../../model/origin.ts";
import type { Outcome } from "../../model/receipt.ts";
import { RESERVED_SCOPES } from "../../model/viewer.ts";
import type { Ended, Guarded } from "../stage-types.ts";

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
const OUTSIDE: ReadonlySet<Origin> = new Set<Origin>(["tool", "document"]);

export type GateContext = Readonly<{
  /** True for lines the engine itself handed out lately. */
  isEcho: (tenant: string, line: string) => boolean;
  /** Categories that exist; `all` when none are configured. */
  categories: "all" | ReadonlySet<string>;
  /** Scopes that exist besides `shared` and `user`; `all` when none are configured. */
  scopes: "all" | ReadonlySet<string>;
  kinds: KindPolicies;
}>;

export function gate(proposal: Guarded, context: GateContext): Guarded | Ended {
  const policy = context.kinds[proposal.kind];
  const refused =
    (policy.vault && isNoise(proposal.text) ? "journal_noise" : undefined) ??
    lengthFault(proposal, policy) ??
    validityFault(proposal, context) ??
    (policy.vault && proposal.findings.some((found) => PRIVATE.has(found))
      ? "private_data"
      : undefined) ??
    (isEcho(proposal, context) ? "self_echo" : undefined);
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

function lengthFault({ text }: Guarded, { maxLength }: KindPolicy): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return "empty";
  return text.length > maxLength ? "too_long" : undefined;
}

/** A person may well say again what they were told of themselves; only the very words handed out are an echo. */
function isEcho({ tenant, text, evidence }: Guarded, context: GateContext): boolean {
  const quotes = evidence.flatMap((piece) => (piece.type === "span" ? [piece.quote] : []));
  return (quotes.length === 0 ? [text] : quotes).every((line) => context.isEcho(tenant, line));
}

/** An agent may keep a soul and a vault of its own, seen by itself alone. */
function needsPerson({ kind, provenance, scope, writer }: Guarded): string | undefined {
  const { origins, trust } = provenance;
  const isOutside = origins.length === 0 || origins.some((origin) => OUTSIDE.has(origin));
  if (trust === TRUST_OF.document && isOutside) return "source: outside text";
  if (trust < POLICIES[kind].minTrust && scope !== writer.agent)
    return `trust: a ${kind} needs a person's word`;
  return undefined;
}

// Whether a proposal makes sense at all: where it belongs, what it rests on, what its kind asks for.

type Known = Pick<GateContext, "categories" | "scopes" | "kinds">;

function validityFault(proposal: Guarded, known: Known): string | undefined {
  return (
    placeFault(proposal, known) ??
    groundFault(proposal, known.kinds[proposal.kind]) ??
    kindFault(proposal, known.categories)
  );
}

function placeFault({ scope, user, writer }: Guarded, { scopes }: Known): string | undefined {
  if (scope === "") return "no_scope";
  const isReserved = RESERVED_SCOPES.some((reserved) => reserved === scope);
  if (scopes !== "all" && !isReserved && !scopes.has(scope)) return "unknown_scope";
  if (scope === "user" && user === undefined) return "scope_without_user";
  return RESERVED_SCOPES.some((reserved) => reserved === writer.agent)
    ? "reserved_agent_name"
    : undefined;
}

function groundFault(
  proposal: Guarded,
  { minConfidence, minEvidence }: KindPolicy,
): string | undefined {
  const { confidence } = proposal;
  if (!(confidence >= 0 && confidence <= 1)) return "confidence_out_of_range";
  if (confidence < minConfidence) return "low_confidence";
  return evidenceIn(proposal) < minEvidence ? "no_evidence" : undefined;
}

function evidenceIn({ evidence, derivedFrom }: Guarded): number {
  const said = evidence.map((piece) => (piece.type === "span" ? piece.quote : piece.text));
  return derivedFrom.length + said.filter((text) => text.trim() !== "").length;
}

function kindFault(
  { kind, topicId, section, category }: Guarded,
  categories: "all" | ReadonlySet<string>,
): string | undefined {
  if (kind === "register" && topicId === undefined) return "register_without_topic";
  if (kind === "trait" && section === undefined) return "trait_without_section";
  return categories === "all" || categories.has(category) ? undefined : "unknown_category";
}

// Lines that belong in a journal and not in the vault: a sign of life, a tick, "nothing changed".

/** Found wherever in a line they stand. */
const PHRASES =
  /\b(?:tick\s+marker|runtime\s+snapshot|check-?in|heart-?beat|burst\s+tick|no\s+changes\b|nothing\s+to\s+report|status\s+unchanged|routine\s+scan|ephemeral)/i;

const NOISE = [
  PHRASES,
  /\b(?:burst|cycle|loop|scheduler)?\s*ticks?\b(?:\s+(?:marker|mark|number|#?\d+))/i,
  /\bruntime status\b/i,
  /\b(?:routine|periodic|scheduled) (?:scan|check|ping)\b/i,
  /\b(?:no|without) (?:new )?changes?\b(?:\s+(?:since|detected|to report))?[.!]?\s*$/i,
  /\bnothing new to report\b/i,
  /\bstatus is unchanged\b/i,
];

export function isNoise(text: string): boolean {
  return NOISE.some((pattern) => pattern.test(text));
}

/** The vault's tier `log` is refused: such lines belong in the journal. Noise is named first, as in the rest of the gate. */
export function refuseLogTier(text: string, policy: GuardPolicy): Outcome {
  const reason = isNoise(text) ? "journal_noise" : "log_tier";
  return { type: "dropped", stage: "gate", reason, text: guard(text, policy).text };
}
