// The recall signal (S11): how likely the hits hold the answer, and so whether to ask again in other words.
// Two things must hold: something like the question was said at all, and one line stands out from the others.

import type { RecallPolicy } from "./policy.ts";
import type { Scored } from "./score.ts";

type RecallSignal = Readonly<{ confidence: number; shouldRecall: boolean }>;

/** `ranked` goes on below the hits where there are few of them. */
export function recallSignal(
  hits: readonly Scored[],
  ranked: readonly Scored[],
  { said, standsOut, against, recallBelow }: RecallPolicy["signal"],
): RecallSignal {
  if (hits.length === 0) return { confidence: 0, shouldRecall: true };
  const best = (value: (hit: Scored) => number) => Math.max(...hits.map(value));
  const isSaid = curve(
    said.bias +
      said.semantic * best(({ signal }) => signal.semantic) +
      said.lexical * best(({ signal }) => signal.lexical),
  );
  const isFirst = curve(
    standsOut.bias +
      standsOut.margin * marginOf(ranked, against) +
      standsOut.agreement * best(({ signal }) => signal.semantic * signal.lexical),
  );
  const confidence = isSaid * isFirst;
  return { confidence, shouldRecall: confidence < recallBelow };
}

/** How far the best lies above the line at a place; where fewer were found it has nothing to stand out from. */
function marginOf(ranked: readonly Scored[], place: number): number {
  const scores = ranked.map(({ score }) => score).sort((a, b) => b - a);
  return (scores[0] ?? 0) - (scores[place - 1] ?? 0);
}

function curve(evidence: number): number {
  return 1 / (1 + Math.exp(-evidence));
}
