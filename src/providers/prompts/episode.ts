// Asks for the note of one conversation: what was it about, what was decided (P5).

import { z } from "zod";
import type { Message } from "../../model/message.ts";
import { NARRATION_LIMITS } from "../../ports/narrator.ts";
import { DATA_RULE, fenced, type Prompt } from "./fence.ts";

const MAX_MESSAGE_LENGTH = 1000;
const MAX_TALK_LENGTH = 40_000;

// Up to twice what is kept: a text that is a little too long is cut at a sentence, not asked for again.
const Episode = z.object({
  title: z
    .string()
    .trim()
    .min(1)
    .max(NARRATION_LIMITS.titleLength * 2)
    .describe(`At most ${NARRATION_LIMITS.titleLength} characters.`),
  summary: z
    .string()
    .trim()
    .min(1)
    .max(NARRATION_LIMITS.summaryLength * 2)
    .describe(`At most ${NARRATION_LIMITS.summaryLength} characters.`),
});
export type Episode = z.infer<typeof Episode>;

const SYSTEM = `You write the note that a careful colleague would leave about a conversation.

- title: what it was about, in a few words; no "conversation about", no full stop.
- summary: one to ${NARRATION_LIMITS.summarySentences} sentences, past tense, third person, people by name: what was discussed, what was decided, what someone will do. Dates in full.
- Only what was said. No opinion on it, and no words such as "the users" or "the chat".

${DATA_RULE}`;

/** The newest messages, as many as fit. */
export function episodePrompt(messages: readonly Message[], nonce: string): Prompt<Episode> {
  return {
    role: "fast",
    system: SYSTEM,
    prompt: fenced("conversation", newest(messages.map(recordOf)), nonce),
    schema: Episode,
    maxOutputTokens: 600,
  };
}

type Said = Readonly<{ at: string; by: string; text: string }>;

function recordOf({ at, author, text }: Message): Said {
  return { at, by: author.name, text: text.slice(0, MAX_MESSAGE_LENGTH) };
}

function newest(records: readonly Said[]): readonly Said[] {
  let length = 0;
  const tooOld = records.findLastIndex((record) => {
    length += record.text.length + record.by.length;
    return length > MAX_TALK_LENGTH;
  });
  return records.slice(tooOld + 1);
}
