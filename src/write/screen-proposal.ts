// Runs the guard on a proposal: everything in it that is text, before anything is stored or logged.

import type { Proposal } from "../model/candidate.ts";
import { POLICIES } from "../model/kinds.ts";
import type { Evidence } from "../model/memory.ts";
import { type GuardPolicy, guard, type Verdict } from "./guard.ts";
import type { Ended, Guarded } from "./progress.ts";

/** The vault refuses private data outright, at the place its gate names; elsewhere it is cut out. */
export function screenProposal(proposal: Proposal, policy: GuardPolicy): Guarded | Ended {
  const verdict = guard(proposal.text, policy);
  const around = [proposal.title ?? "", ...(proposal.tags ?? [])].map((text) =>
    guard(text, policy),
  );
  const worst = [verdict, ...around].reduce(worse);
  const screened = rewritten(proposal, verdict, policy);
  if (worst.outcome === "drop")
    return {
      type: "dropped",
      outcome: { type: "dropped", stage: "guard", reason: reasonOf(worst), text: screened.text },
    };
  if (worst.outcome === "hold")
    return { type: "held", proposal: screened, why: `guard: ${reasonOf(worst)}` };
  return screened;
}

function rewritten(proposal: Proposal, verdict: Verdict, policy: GuardPolicy): Guarded {
  const { title, tags } = proposal;
  const refusesPrivateData = POLICIES[proposal.kind].vault;
  return {
    ...proposal,
    text: verdict.text,
    ...(title === undefined ? {} : { title: guard(title, policy).text }),
    ...(tags === undefined ? {} : { tags: tags.map((tag) => guard(tag, policy).text) }),
    evidence: proposal.evidence.map((piece) => screenedEvidence(piece, policy)),
    findings: refusesPrivateData ? verdict.findings.map((finding) => finding.class) : [],
  } as unknown as Guarded;
}

/** A span quotes a message that was screened when it came in; a statement has not been seen before. */
function screenedEvidence(piece: Evidence, policy: GuardPolicy): Evidence {
  return piece.type === "span" ? piece : { ...piece, text: guard(piece.text, policy).text };
}

const ORDER = { pass: 0, hold: 1, drop: 2 } as const;

function worse(a: Verdict, b: Verdict): Verdict {
  return ORDER[b.outcome] > ORDER[a.outcome] ? b : a;
}

function reasonOf(verdict: Verdict): string {
  return [...new Set(verdict.findings.map((finding) => finding.class))].join(", ") || "screened";
}
