// Asks whether the two lines of each pair say one fact (S4).

import { z } from "zod";
import type { JudgedPair } from "../../ports/judge.ts";
import { DATA_RULE, fenced, type Prompt } from "./fence.ts";

export const MAX_PAIRS = 10;
const TOKENS_A_PAIR = 40;
const TOKENS_AROUND = 100;

const SYSTEM = `You compare short notes about one person. Each record holds two of them, an older and a newer one.

Give one verdict for each record:
- same: both say the same fact in other words, and neither says more.
- newer_says_more: the newer note says all that the older one says, and something besides.
- apart: anything else.

Two notes are apart as soon as a name, a number, a unit, a date or a place differs, as soon as one denies, doubts, plans or
ends what the other states, and as soon as who does it to whom is swapped. In doubt they are apart: two notes can stay
beside each other, one that was lost is missed.

${DATA_RULE}`;

function replySchema(count: number) {
  const verdict = z.object({
    n: z.int().min(1).max(count),
    verdict: z.enum(["same", "newer_says_more", "apart"]),
  });
  return z.object({ verdicts: z.array(verdict).min(count).max(count) });
}
export type Verdicts = z.infer<ReturnType<typeof replySchema>>;

export function judgePrompt(pairs: readonly JudgedPair[], nonce: string): Prompt<Verdicts> {
  const records = pairs.map(({ older, newer }, index) => ({ n: index + 1, older, newer }));
  return {
    role: "deep",
    system: SYSTEM,
    prompt: fenced("pairs", records, nonce),
    schema: replySchema(records.length),
    maxOutputTokens: TOKENS_AROUND + TOKENS_A_PAIR * records.length,
  };
}
