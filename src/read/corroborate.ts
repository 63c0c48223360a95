// A fact and the message it was learnt from speak for each other: the fact says in other words what was said. Where
// both are found, one of them is handed out.

import { spokenSources } from "./candidate.ts";
import type { RecallPolicy } from "./policy.ts";
import type { Scored } from "./score.ts";

/**
 * Lifts a message whose fact answers better than its own words do, by how much better. To have been made into a fact is
 * no merit by itself: of many messages only a few have theirs among the candidates.
 */
export function corroborate(scored: readonly Scored[], policy: RecallPolicy): readonly Scored[] {
  if (!scored.some(isMessage)) return scored;
  const facts = bestFacts(scored);
  return scored.map((one) => {
    const fact = one.candidate.item === "message" ? facts.get(one.candidate.record.id) : undefined;
    if (fact === undefined) return one;
    const corroborated = Math.min(1, fact.score - policy.corroboratesFrom * one.score);
    if (corroborated <= 0) return one;
    const lift = policy.lifts.corroborated * corroborated;
    return { ...one, score: one.score + lift, parts: { ...one.parts, corroborated } };
  });
}

/**
 * The best fact of a message stands in its place when it answers nearly as well, since it can be read alone.
 * It takes the message's score, which has more to go by. Otherwise the fact may be about another half of what was
 * said, and both stay.
 */
export function represent<T extends Scored>(
  scored: readonly T[],
  standsFor: number,
): Readonly<{ kept: readonly T[]; repeated: number }> {
  if (!scored.some(isMessage)) return { kept: scored, repeated: 0 };
  const facts = bestFacts(scored.filter(hasOneSource));
  const taken = new Map<T, number>();
  const dropped = new Set<T>();
  for (const one of scored) {
    const fact = one.candidate.item === "message" ? facts.get(one.candidate.record.id) : undefined;
    if (fact === undefined || fact.score < standsFor * one.score) continue;
    dropped.add(one);
    taken.set(fact, Math.max(one.score, taken.get(fact) ?? 0));
  }
  const kept = scored
    .filter((one) => !dropped.has(one))
    .map((one) => ({ ...one, score: taken.get(one) ?? one.score }));
  return { kept, repeated: dropped.size };
}

/** Without a message there is nothing that a fact could speak for. */
function isMessage({ candidate }: Scored): boolean {
  return candidate.item === "message";
}

/** By the id of each message that they were learnt from; an episode answers for all of its messages. */
function bestFacts<T extends Scored>(scored: readonly T[]): ReadonlyMap<string, T> {
  const facts = new Map<string, T>();
  for (const one of scored)
    if (one.candidate.item === "memory")
      for (const id of spokenSources(one.candidate))
        if (one.score > (facts.get(id)?.score ?? Number.NEGATIVE_INFINITY)) facts.set(id, one);
  return facts;
}

/** What sums up many messages takes the place of none of them. */
function hasOneSource({ candidate }: Scored): boolean {
  return spokenSources(candidate).length === 1;
}
