// The write gate. The vault's kinds pass it in the promised order; each refusal names the gate it met.

import { POLICIES } from "../model/kinds.ts";
import { type Origin, TRUST_OF } from "../model/origin.ts";
import { isNoise } from "./gate/noise.ts";
import { validityFault } from "./gate/validity.ts";
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
const OUTSIDE: ReadonlySet<Origin> = new Set<Origin>(["tool", "document"]);

export type GateContext = Readonly<{
  /** True for lines the engine itself handed out lately. */
  isEcho: (tenant: string, line: string) => boolean;
  /** Categories that exist; `all` when none are configured. */
  categories: "all" | ReadonlySet<string>;
}>;

export function gate(proposal: Guarded, context: GateContext): Guarded | Ended {
  const policy = POLICIES[proposal.kind];
  const refused =
    (policy.vault && isNoise(proposal.text) ? "journal_noise" : undefined) ??
    lengthFault(proposal) ??
    validityFault(proposal, context.categories) ??
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

function lengthFault({ text, kind }: Guarded): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return "empty";
  return text.length > POLICIES[kind].maxLength ? "too_long" : undefined;
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
