// Where a question asks for several things, lines of other conversations come forward: each of the things was told on its
// own day, and the lines of one day say the same one again. A long question names the one day it is about.

import { type Pool, spokenSources } from "./candidate.ts";
import { conversations } from "./conversation.ts";
import type { Gated } from "./gate.ts";
import type { RecallPolicy } from "./policy.ts";
import type { Question } from "./question.ts";

type Spreading = Readonly<{ question: Question; pool: Pool; policy: RecallPolicy }>;

/** Best first, as they come in. The first lines keep their places; the rest of one conversation give way to others. */
export function spreadOverConversations(
  ranked: readonly Gated[],
  { question, pool, policy }: Spreading,
): readonly Gated[] {
  const { mostWords, firstLines, amongLines, perLine, mostLines } = policy.several;
  if (!question.asksForSeveral || question.sequence.length > mostWords) return ranked;
  const conversationOf = conversationsIn(pool, policy);
  const told = new Map<number, number>();
  const waiting = ranked.slice(0, amongLines);
  const spread: Gated[] = [];
  while (waiting.length > 0) {
    const isFree = spread.length < firstLines;
    const worth = ({ candidate, score }: Gated) => {
      const lines = told.get(conversationOf(candidate) ?? -1) ?? 0;
      return isFree ? score : score - perLine * Math.min(mostLines, lines);
    };
    const next = indexOfBest(waiting.map(worth));
    for (const line of waiting.splice(next, 1)) {
      const at = conversationOf(line.candidate);
      if (at !== undefined) told.set(at, (told.get(at) ?? 0) + 1);
      spread.push(line);
    }
  }
  return [...spread, ...ranked.slice(amongLines)];
}

/** Undefined for a memory whose message is not among the candidates. */
function conversationsIn(
  { candidates }: Pool,
  { conversationGapMinutes }: RecallPolicy,
): (candidate: Gated["candidate"]) => number | undefined {
  const messages = candidates.flatMap(({ item, record }) => (item === "message" ? [record] : []));
  const byMessage = new Map<string, number>();
  for (const [at, turns] of conversations(messages, conversationGapMinutes).entries())
    for (const { id } of turns) byMessage.set(id, at);
  return (candidate) => byMessage.get(spokenSources(candidate)[0] ?? "");
}

function indexOfBest(values: readonly number[]): number {
  return values.reduce((best, value, at) => (value > (values[best] ?? value) ? at : best), 0);
}
