// A fact and the message it was learnt from speak for each other: the fact says it in other words, the message stands
// in its conversation. Where both are found, one of them is handed out.

import { type Candidate, spokenSources } from "./candidate.ts";
import type { RecallPolicy } from "./policy.ts";
import type { Scored } from "./score.ts";

/** Lifts each by a share of its best partner. */
export function corroborate(scored: readonly Scored[], policy: RecallPolicy): readonly Scored[] {
  const { facts, messages } = partners(scored);
  return scored.map((one) => {
    const partner = bestPartner(one.candidate, { facts, messages });
    if (partner === undefined) return one;
    const corroborated = Math.min(1, partner.score);
    const lift = policy.lifts.corroborated * corroborated;
    return { ...one, score: one.score + lift, parts: { ...one.parts, corroborated } };
  });
}

/**
 * The fact stands for its message when it answers nearly as well, since it can be read alone; it then takes the
 * better of the two scores. Otherwise it may be about another half of what was said, and both stay.
 */
export function represent<T extends Scored>(
  scored: readonly T[],
  standsFor: number,
): Readonly<{ kept: readonly T[]; repeated: number }> {
  const { facts, messages } = partners(scored);
  const dropped = new Set<string>();
  const kept = scored.map((one) => {
    const message =
      one.candidate.item === "memory" ? bestPartner(one.candidate, { facts, messages }) : undefined;
    if (message === undefined || facts.get(message.candidate.record.id) !== one) return one;
    if (one.score < standsFor * message.score) return one;
    dropped.add(message.candidate.record.id);
    return { ...one, score: Math.max(one.score, message.score) };
  });
  return {
    kept: kept.filter(
      ({ candidate }) => candidate.item === "memory" || !dropped.has(candidate.record.id),
    ),
    repeated: dropped.size,
  };
}

type Partners = Readonly<{
  /** The best fact of each message, by the message's id. */
  facts: ReadonlyMap<string, Scored>;
  messages: ReadonlyMap<string, Scored>;
}>;

function partners(scored: readonly Scored[]): Partners {
  const facts = new Map<string, Scored>();
  const messages = new Map<string, Scored>();
  for (const one of scored) {
    if (one.candidate.item === "message") messages.set(one.candidate.record.id, one);
    else
      for (const id of spokenSources(one.candidate))
        if (one.score > (facts.get(id)?.score ?? Number.NEGATIVE_INFINITY)) facts.set(id, one);
  }
  return { facts, messages };
}

function bestPartner(candidate: Candidate, { facts, messages }: Partners): Scored | undefined {
  if (candidate.item === "message") return facts.get(candidate.record.id);
  return spokenSources(candidate)
    .flatMap((id) => messages.get(id) ?? [])
    .reduce<Scored | undefined>(
      (best, one) => (best === undefined || one.score > best.score ? one : best),
      undefined,
    );
}
