// Asks which of a day's episodes belong together, and what each group is about (P7).

import { z } from "zod";
import { NARRATION_LIMITS, type TopicsInput } from "../../ports/narrator.ts";
import { DATA_RULE, fenced, type Prompt } from "./fence.ts";

export const MAX_EPISODES = 120;

const SYSTEM = `You sort the notes of one day's conversations by topic.

- A topic is a thing people kept coming back to, not a kind of talk. Make 3 to ${NARRATION_LIMITS.topics} topics when there are notes enough for them, and fewer when there are few; never stretch one to fill the list.
- Each note is in one topic at most. Leave out a note that fits none.
- title: a few words. summary: one to ${NARRATION_LIMITS.summarySentences} sentences in past tense, people by name, only what the notes say.
- sources: the numbers of the notes it is made from.

${DATA_RULE}`;

/** A number outside the list is no source, so a reply that names one is not accepted. */
function replySchema(count: number) {
  return z.object({
    topics: z
      .array(
        z.object({
          title: z
            .string()
            .trim()
            .min(1)
            .max(NARRATION_LIMITS.titleLength * 2),
          summary: z
            .string()
            .trim()
            .min(1)
            .max(NARRATION_LIMITS.summaryLength * 2),
          sources: z.array(z.int().min(1).max(count)).min(1),
        }),
      )
      .max(NARRATION_LIMITS.topics * 2),
  });
}
export type Topics = z.infer<ReturnType<typeof replySchema>>;

export function topicsPrompt({ episodes, people }: TopicsInput, nonce: string): Prompt<Topics> {
  const names = new Map(people.map((person) => [person.id, person.name]));
  const records = episodes.map((episode, index) => ({
    n: index + 1,
    at: episode.createdAt,
    title: episode.title ?? "",
    text: episode.text,
    people: episode.participants.flatMap((id) => names.get(id) ?? []),
  }));
  return {
    role: "deep",
    system: SYSTEM,
    prompt: fenced("notes", records, nonce),
    schema: replySchema(records.length),
    maxOutputTokens: 3000,
  };
}
