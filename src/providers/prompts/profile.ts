// Asks for the new lines of one person's profile, given the profile and what was newly learnt (P5, P8).

import { z } from "zod";
import { SECTIONS } from "../../model/kinds.ts";
import type { ProfileInput } from "../../ports/narrator.ts";
import { DATA_RULE, fenced, type Prompt } from "./fence.ts";

const SYSTEM = `You keep the profile of one person: short lines under ${SECTIONS.join(", ")}.
You get the lines as they stand and facts that were newly learnt. Write only the lines that are missing.

- A line says one thing that lasts, in the third person with the person's name, at most 280 characters.
- Nothing that the profile already says in other words. Nothing about somebody else unless it is this person's tie to them.
- facts: the numbers of the facts it rests on. Add nothing they do not say.
- confidence: 0 to 1, never higher than the facts allow.
- If nothing is missing the list is empty.

${DATA_RULE}`;

function replySchema(count: number) {
  return z.object({
    lines: z
      .array(
        z.object({
          section: z.enum(SECTIONS),
          text: z.string().trim().min(1).max(560).describe("At most 280 characters."),
          facts: z.array(z.int().min(1).max(count)).min(1),
          confidence: z.number().min(0).max(1),
        }),
      )
      .max(40),
  });
}
export type ProfileLines = z.infer<ReturnType<typeof replySchema>>;

export function profilePrompt(
  { user, lines, facts }: ProfileInput,
  nonce: string,
): Prompt<ProfileLines> {
  const known = lines.map(({ section = "other", text }) => ({ section, text }));
  const learnt = facts.map(({ text, confidence }, index) => ({ n: index + 1, text, confidence }));
  return {
    role: "fast",
    system: SYSTEM,
    prompt: [
      fenced("person", [{ name: user.name }], nonce),
      fenced("profile", known, nonce),
      fenced("facts", learnt, nonce),
    ].join("\n\n"),
    schema: replySchema(facts.length),
    maxOutputTokens: 2000,
  };
}
