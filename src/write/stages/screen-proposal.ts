// Runs the guard on a proposal: everything in it that is text, before anything is stored or logged.

import { type GuardPolicy, guardLabel, guardOf, type Verdict } from "../../guard/guard.ts";
import type { Proposal } from "../../model/candidate.ts";
import type { Evidence } from "../../model/memory.ts";
import { screenedMetadata } from "../../model/metadata.ts";
import type { Ended, Guarded } from "../stage-types.ts";
import type { Sources } from "./ground.ts";

/** Private things are cut out here; the vault, which refuses them outright, does so at its own gate. */
export function screenProposal(
  proposal: Proposal,
  policy: GuardPolicy,
  sources: Sources,
): Guarded | Ended {
  const verdicts: Verdict[] = [guardOf(proposal.kind, proposal.text, policy)];
  const screened = (text: string) => {
    const verdict = guardLabel(text, policy);
    if (verdict.text === text && verdict.findings.length === 0) return text;
    verdicts.push(verdict);
    return verdict.text;
  };
  const rewritten = {
    ...rewrite(proposal, screened, sources),
    text: verdicts[0]?.text ?? "",
  };
  const worst = verdicts.reduce(worse);
  const findings = [
    ...new Set(verdicts.flatMap((one) => one.findings.map((found) => found.class))),
  ];
  const reason = reasonOf(worst, policy);
  if (worst.outcome === "drop")
    return {
      type: "dropped",
      outcome: { type: "dropped", stage: "guard", reason, text: rewritten.text },
    };
  // Whatever came with a proposal, these are its findings. A spread would be an object of a kind of its own each time.
  const guarded = Object.assign(rewritten, { findings }) as unknown as Guarded;
  return worst.outcome === "hold"
    ? { type: "held", proposal: guarded, why: `guard: ${reason}` }
    : guarded;
}

function rewrite(
  proposal: Proposal,
  screened: (text: string) => string,
  sources: Sources,
): Proposal {
  const { title, tags, topicId, metadata } = proposal;
  return {
    ...proposal,
    category: screened(proposal.category),
    ...(title === undefined ? {} : { title: screened(title) }),
    ...(topicId === undefined ? {} : { topicId: screened(topicId) }),
    ...(tags === undefined ? {} : { tags: tags.map(screened) }),
    ...(metadata === undefined ? {} : { metadata: screenedMetadata(metadata, screened) }),
    evidence: proposal.evidence.map((piece) =>
      isScreened(piece, sources)
        ? piece
        : piece.type === "span"
          ? { ...piece, quote: screened(piece.quote) }
          : { ...piece, text: screened(piece.text) },
    ),
  };
}

/** A message was screened when it was heard, and so was what is quoted from it. */
function isScreened(piece: Evidence, { messages }: Sources): boolean {
  if (piece.type !== "span") return false;
  return messages.get(piece.messageId)?.text.slice(piece.start, piece.end) === piece.quote;
}

const ORDER = { pass: 0, hold: 1, drop: 2 } as const;

function worse(a: Verdict, b: Verdict): Verdict {
  return ORDER[b.outcome] > ORDER[a.outcome] ? b : a;
}

/** The classes for which the policy asks for this outcome. */
function reasonOf({ outcome, findings }: Verdict, policy: GuardPolicy): string {
  const named = findings.filter((found) => policy[found.class] === outcome);
  return [...new Set(named.map((found) => found.class))].join(", ") || "screened";
}
