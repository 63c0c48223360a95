// Asks what one message says that is worth remembering (S9, S13).

import { z } from "zod";
import type { Message } from "../../model/message.ts";
import type { ExtractInput } from "../../ports/extractor.ts";
import { DATA_RULE, fenced, type Prompt } from "./fence.ts";

export const MAX_CANDIDATES = 5;
const MAX_BEFORE = 6;
const MAX_BEFORE_LENGTH = 320;

// Wider than the rules on purpose where the write gates judge each candidate by itself:
// one line that is too long must not cost the good ones beside it.
const Found = z.object({
  candidates: z
    .array(
      z.object({
        category: z.enum(["preference", "profile", "relationship", "project", "other"]),
        text: z.string().trim().min(1).max(2000).describe("At most 280 characters."),
        quote: z.string().min(1).describe("Copied from the message, character for character."),
        confidence: z.number().min(0).max(1),
        importance: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
        validFrom: z.string().nullish().describe("ISO date from which it is true, if it is said."),
        sensitive: z.boolean().nullish().describe("Health, faith, politics, money, intimacy."),
        field: z
          .enum(["preferred_name", "pronouns", "city", "language", "tone", "goals"])
          .nullish()
          .describe("Only when the line states this very thing about the author."),
      }),
    )
    .max(20),
});
export type Found = z.infer<typeof Found>;

const SYSTEM = `You read one chat message and write down what will still matter about its author weeks from now.

Write each line so that it can be understood alone:
- third person, with the author's name instead of a pronoun; one or two neutral sentences, at most 280 characters;
- one fact a line; dates worked out from the time of the message ("last week" becomes a date);
- only what the message itself states. Add nothing you know or guess.

Give each line a quote: the shortest part of the message that proves it, copied exactly.
Confidence is how plainly it was said: 0.9 when stated outright, 0.6 when it follows from what was said.
Importance runs from 1 (a detail) to 5 (must never be forgotten, such as an allergy).

Leave out questions, jokes, hypotheses, other people's words, greetings and small talk, and what passes within the day.
At most ${MAX_CANDIDATES} lines. Most messages hold nothing worth keeping: then the list is empty.

${DATA_RULE}
Lines before the message are there to understand it by. Take no facts from them.`;

export function extractPrompt({ message, before }: ExtractInput, nonce: string): Prompt<Found> {
  const earlier = before.slice(-MAX_BEFORE).map((said) => ({
    by: said.author.name,
    text: said.text.slice(0, MAX_BEFORE_LENGTH),
  }));
  return {
    role: "fast",
    system: SYSTEM,
    prompt: [
      ...(earlier.length === 0 ? [] : [fenced("before", earlier, nonce)]),
      fenced("message", [recordOf(message)], nonce),
    ].join("\n\n"),
    schema: Found,
    maxOutputTokens: 1200,
  };
}

function recordOf({ author, at, text }: Message): object {
  return { author: author.name, at, text };
}
