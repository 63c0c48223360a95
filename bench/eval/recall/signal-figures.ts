// How good the recall signal is: whether it doubts the questions whose answer was not found.

import type { Answered } from "./ask-engine.ts";

const PLACES = 10;

export function signalFigures(all: readonly Answered[]) {
  const answered = all.filter(({ asked }) => asked.goldTurns.length > 0);
  const unsure = answered.filter((one) => one.unsure);
  const sure = answered.filter((one) => !one.unsure);
  const missed = share(answered, (one) => !isFound(one));
  const missedUnsure = share(unsure, (one) => !isFound(one));
  return {
    unsure: round(share(answered, (one) => one.unsure)),
    foundWhenSure: round(share(sure, isFound)),
    foundWhenUnsure: round(share(unsure, isFound)),
    /** Of the doubted turns those that were misses, against all turns: a doubt worth having is well above. */
    missedWhenUnsure: round(missedUnsure),
    missedOverall: round(missed),
    lift: missed === 0 || unsure.length === 0 ? null : round(missedUnsure / missed),
    /** How often a question whose answer was found gets the higher confidence of it and one that was missed. */
    auc: areaUnderCurve(answered),
    n: answered.length,
  };
}

function isFound({ asked, found: { both } }: Answered): boolean {
  return asked.goldTurns.some((id) => both.slice(0, PLACES).includes(id));
}

function share(part: readonly Answered[], is: (one: Answered) => boolean): number {
  return (100 * part.filter(is).length) / Math.max(1, part.length);
}

/** Null where all were found, or none. */
function areaUnderCurve(answered: readonly Answered[]): number | null {
  const found = answered.filter(isFound);
  const missed = answered.filter((one) => !isFound(one));
  const pairs = found.length * missed.length;
  if (pairs === 0) return null;
  let won = 0;
  for (const { confidence } of found)
    for (const other of missed) won += (1 + Math.sign(confidence - other.confidence)) / 2;
  return Math.round((1000 * won) / pairs) / 1000;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
