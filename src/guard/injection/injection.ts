// Text that speaks to the model instead of telling it something: adds up the signals that stand close together.

import type { Detector, Finding } from "../finding.ts";
import type { TextFeatures } from "../text-features.ts";
import { readPassages } from "./attack-model.ts";
import type { Hit } from "./hit.ts";
import { rotate13 } from "./lookalikes.ts";
import { findMarkers, findShouts, findSpelled } from "./markers.ts";
import { matchSignals } from "./match-signals.ts";
import { saidIn } from "./words.ts";

const THRESHOLD = 0.8;
/** Where the trained model sees ordinary talk, weak signals that only add up do not hold it. */
const CALM_THRESHOLD = 1;
/** Signals further apart than this do not add up, or every long document would be an attack. */
const REACH = 600;
const ROUNDING = 1e-9;

export const injectionDetector: Detector = { name: "injection", find: findInjection };

function findInjection(text: string, glance: TextFeatures): readonly Finding[] {
  const { said } = glance;
  const { hits, isCalm } = readPassages(text, said.words);
  const found = strongest(
    [
      ...matchSignals(said.words),
      ...findMarkers(text, glance),
      ...findSpelled(text, said),
      ...findShouts(said),
      ...hits,
    ],
    isCalm ? CALM_THRESHOLD : THRESHOLD,
  );
  // Read a second time only where a rotated word of throwing away occurs.
  if (!said.isRotated) return found;
  const rotated = saidIn(rotate13(text), glance.signs);
  return [...found, ...strongest(matchSignals(rotated.words), THRESHOLD)];
}

/** Slides over the hits; where different signals within reach weigh enough, all of them are findings. */
function strongest(hits: readonly Hit[], threshold: number): readonly Finding[] {
  if (hits.length === 0) return [];
  const sorted = [...hits].sort((a, b) => a.start - b.start);
  const found = new Map<string, Finding>();
  const near = new Map<string, Hit>();
  for (const hit of sorted) {
    near.set(hit.rule, hit);
    const sum = weigh(near, hit.start - REACH);
    if (sum < threshold - ROUNDING) continue;
    for (const { rule, start, end } of near.values())
      found.set(rule, { class: "injection", start, end, rule });
  }
  return [...found.values()];
}

/** The latest hit of each rule counts, and only while it is within reach. */
function weigh(near: Map<string, Hit>, from: number): number {
  let sum = 0;
  for (const [rule, hit] of near) {
    if (hit.start < from) near.delete(rule);
    else sum += hit.weight;
  }
  return sum;
}
