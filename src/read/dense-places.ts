// Keeps a few last places for what is near in meaning but shares no word with the question.
// A weighted sum alone would fill every place with lines that repeat the question's words.

import type { Gated } from "./gate.ts";
import type { RecallPolicy } from "./policy.ts";

type Places = Readonly<{ limit: number; denseOnly: RecallPolicy["denseOnly"] }>;

export function withDensePlaces(
  ranked: readonly Gated[],
  { limit, denseOnly }: Places,
): readonly Gated[] {
  const places = Math.min(denseOnly.places, Math.floor(limit / 4));
  const top = ranked.slice(0, limit);
  const already = top.filter(isDenseOnly).length;
  const rest = ranked
    .slice(limit)
    .filter((line) => isDenseOnly(line) && line.parts.semantic >= denseOnly.minSemantic)
    .sort((a, b) => b.parts.semantic - a.parts.semantic)
    .slice(0, Math.max(0, places - already));
  const taken = new Set(rest);
  const kept = top.slice(0, limit - rest.length);
  return [...kept, ...rest, ...ranked.slice(kept.length).filter((line) => !taken.has(line))];
}

function isDenseOnly({ signal }: Gated): boolean {
  return signal.lexical === 0;
}
