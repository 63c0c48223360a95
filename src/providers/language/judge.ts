// Whether two lines are one fact, by a language model. Every pair needs a verdict of its own: a reply that leaves one
// out, or names one twice, is no reply.

import { randomUUID } from "node:crypto";
import type { Judge, Judging, PairVerdict } from "../../ports/judge.ts";
import type { Language } from "../../ports/language.ts";
import type { Narration } from "../../ports/narrator.ts";
import { judgePrompt, MAX_PAIRS, type Verdicts } from "../prompts/judge.ts";

type Verdict = Narration<Readonly<{ verdicts: readonly PairVerdict[] }>>;

/** `newNonce` gives the mark that fences a prompt's data; nobody who writes messages may foresee it. */
export function languageJudge(language: Language, newNonce: () => string = randomUUID): Judge {
  return {
    name: language.name,
    judge: (judging) => judge(judging, language, newNonce),
  };
}

async function judge(
  { pairs, tenant, user }: Judging,
  language: Language,
  newNonce: () => string,
): Promise<Verdict> {
  const verdicts: PairVerdict[] = [];
  for (let from = 0; from < pairs.length; from += MAX_PAIRS) {
    const some = pairs.slice(from, from + MAX_PAIRS);
    const payer = user === "" ? { tenant } : { tenant, user };
    const reply = await language.generate({ ...judgePrompt(some, newNonce()), ...payer });
    if (reply.type !== "ok") return reply;
    const inOrder = verdictsOf(reply.value, some.length);
    if (inOrder === undefined) return { type: "rejected", reason: "bad_output" };
    verdicts.push(...inOrder);
  }
  return { type: "ok", verdicts };
}

function verdictsOf(reply: Verdicts, count: number): readonly PairVerdict[] | undefined {
  const byNumber = new Map(reply.verdicts.map(({ n, verdict }) => [n, verdict]));
  const inOrder = Array.from({ length: count }, (_, index) => byNumber.get(index + 1));
  const given = inOrder.filter((verdict) => verdict !== undefined);
  return given.length === count ? given : undefined;
}
