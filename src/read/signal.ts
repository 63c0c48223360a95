// The recall signal (S11): how likely the hits hold the answer, and so whether to ask again in other words.

import type { Gated } from "./gate.ts";
import type { RecallPolicy } from "./policy.ts";

export function recallSignal(
  hits: readonly Gated[],
  policy: RecallPolicy["signal"],
): Readonly<{ confidence: number; shouldRecall: boolean }> {
  const semantic = hits.reduce((high, { signal }) => Math.max(high, signal.semantic), 0);
  const lexical = hits.reduce((high, { signal }) => Math.max(high, signal.lexical), 0);
  const evidence = policy.bias + policy.semantic * semantic + policy.lexical * lexical;
  const confidence = hits.length === 0 ? 0 : 1 / (1 + Math.exp(-evidence));
  return { confidence, shouldRecall: confidence < policy.recallBelow };
}
