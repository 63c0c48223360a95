// Text that speaks to the model instead of telling it something: adds up the signals that stand close together.

import type { Detector, Finding } from "./finding.ts";
import type { Hit } from "./injection/hit.ts";
import { rotate13 } from "./injection/lookalikes.ts";
import { findMarkers, findShouts, findSpelled } from "./injection/markers.ts";
import { matchSignals } from "./injection/match-signals.ts";
import { hasClass, wordsOf } from "./injection/words.ts";

const THRESHOLD = 1;
/** Signals further apart than this do not add up, or every long document would be an attack. */
const REACH = 600;

export const injectionDetector: Detector = {
  name: "injection",
  find: (text) => [...strongest(hitsIn(text)), ...strongest(rotatedHits(text))],
};

function hitsIn(text: string): Hit[] {
  const words = wordsOf(text);
  return [...matchSignals(words), ...findMarkers(text), ...findSpelled(text), ...findShouts(words)];
}

/** Read a second time only where a rotated word of throwing away occurs. */
function rotatedHits(text: string): Hit[] {
  const rotated = rotate13(text);
  const hasOrder = (rotated.match(/[A-Za-z]{5,12}/g) ?? []).some((word) => hasClass(word, "discard"));
  return hasOrder ? matchSignals(wordsOf(rotated)) : [];
}

/** Slides over the hits; where different signals within reach weigh enough, all of them are findings. */
function strongest(hits: readonly Hit[]): Finding[] {
  const sorted = [...hits].sort((a, b) => a.start - b.start);
  const found = new Map<string, Finding>();
  let from = 0;
  sorted.forEach((hit, to) => {
    while ((sorted[from]?.start ?? 0) < hit.start - REACH) from++;
    const weights = new Map(sorted.slice(from, to + 1).map((near) => [near.rule, near] as const));
    const sum = [...weights.values()].reduce((total, near) => total + near.weight, 0);
    if (sum < THRESHOLD - Number.EPSILON * 8) return;
    for (const near of weights.values())
      found.set(near.rule, { class: "injection", start: near.start, end: near.end, rule: near.rule });
  });
  return [...found.values()];
}
