// The relevance gate (F13): what shows too little of the question is not handed out.

import type { Gate } from "./hit.ts";
import type { RecallPolicy } from "./policy.ts";
import type { Scored } from "./score.ts";

export type Gated = Scored & Readonly<{ gate: Gate }>;

export function gate(scored: readonly Scored[], policy: RecallPolicy["gate"]): readonly Gated[] {
  return scored.map((one) => {
    const { candidate, score, sum, parts, signal } = one;
    return { gate: passed(one, policy), candidate, score, sum, parts, signal };
  });
}

function passed({ candidate, signal, score }: Scored, policy: RecallPolicy["gate"]): Gate {
  const hasVector = candidate.cosine !== undefined;
  if (hasVector && signal.semantic >= policy.semantic) return "semantic";
  if (signal.lexical >= policy.lexical) return "lexical";
  const shows =
    !hasVector ||
    signal.semantic >= policy.combinedMinSemantic ||
    signal.lexical >= policy.combinedMinLexical;
  return score >= policy.combined && shows ? "combined" : "none";
}
