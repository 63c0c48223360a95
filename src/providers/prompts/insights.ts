// Asks for a few careful guesses at how people stand to each other and what they are after (S3).

import { z } from "zod";
import { type InsightsInput, NARRATION_LIMITS } from "../../ports/narrator.ts";
import { DATA_RULE, fenced, type Prompt } from "./fence.ts";

const SYSTEM = `You look at a few recent notes and say what they suggest about the people in them: what someone wants, avoids, worries about, or how two of them get on.

- 1 to ${NARRATION_LIMITS.insights} insights, each one sentence in the third person with names, at most ${NARRATION_LIMITS.insightLength} characters.
- Cautious wording ("seems to", "tends to"). No diagnosis, no judgement of character, nothing intimate.
- evidence: the numbers of the notes it rests on. What the notes do not support is left out, and then the list may be empty.
- tags: one to three single words.

${DATA_RULE}`;

function replySchema(count: number) {
  return z.object({
    insights: z
      .array(
        z.object({
          text: z
            .string()
            .trim()
            .min(1)
            .max(NARRATION_LIMITS.insightLength * 2),
          tags: z.array(z.string().max(60)).max(10),
          evidence: z.array(z.int().min(1).max(count)).min(1),
        }),
      )
      .max(10),
  });
}
export type Insights = z.infer<ReturnType<typeof replySchema>>;

export function insightsPrompt(input: InsightsInput, nonce: string): Prompt<Insights> {
  const notes = [...input.activities, ...input.items];
  const records = notes.map(({ createdAt, text }, index) => ({
    n: index + 1,
    at: createdAt,
    text,
  }));
  return {
    role: "deep",
    system: SYSTEM,
    prompt: [
      fenced("people", [{ names: input.people.map((person) => person.name) }], nonce),
      fenced("notes", records, nonce),
      fenced("talk", [{ text: input.talk }], nonce),
    ].join("\n\n"),
    schema: replySchema(records.length),
    maxOutputTokens: 800,
  };
}
