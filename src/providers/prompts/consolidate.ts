// Asks which lines of one profile say the same thing, or contradict each other (P8, S4).

import { z } from "zod";
import type { Memory } from "../../model/memory.ts";
import { CORRECTED_TAG } from "../../ports/narrator.ts";
import { DATA_RULE, fenced, type Prompt } from "./fence.ts";

export const MAX_LINES = 120;

const SYSTEM = `You tidy one person's profile. You may only choose which of several lines stays; you never rewrite one.

- Lines that say the same: keep the clearest and most complete one.
- Lines that cannot both be true: keep the one that is true now, as a rule the newest.
- A line marked corrected was set right by a person: it always stays.
- Lines that are merely about the same thing, or that add to each other, all stay.
- Each line is in one group at most. reason: a few words. If all is well the list is empty.

${DATA_RULE}`;

function replySchema(count: number) {
  const line = z.int().min(1).max(count);
  return z.object({
    groups: z
      .array(z.object({ keep: line, drop: z.array(line).min(1), reason: z.string().max(1000) }))
      .max(60),
  });
}
export type Groups = z.infer<ReturnType<typeof replySchema>>;

export function consolidatePrompt(lines: readonly Memory[], nonce: string): Prompt<Groups> {
  const records = lines.map((line, index) => ({
    n: index + 1,
    at: line.validFrom ?? line.updatedAt,
    section: line.section ?? "other",
    text: line.text,
    ...(line.tags.includes(CORRECTED_TAG) ? { corrected: true } : {}),
  }));
  return {
    role: "deep",
    system: SYSTEM,
    prompt: fenced("profile", records, nonce),
    schema: replySchema(records.length),
    maxOutputTokens: 2000,
  };
}
