// LoCoMo as this evaluation needs it: turns to search and questions with the turns that answer them.

import { z } from "zod";
import { readJson } from "../evaluation.ts";

const Turn = z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() });
const Question = z.object({
  question: z.string(),
  category: z.number(),
  evidence: z.array(z.string()).default([]),
});
const File = z.array(
  z.object({
    sample_id: z.string(),
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(Question),
  }),
);

export type Haystack = Readonly<{
  turns: readonly Readonly<{ id: string; text: string }>[];
  questions: readonly Readonly<{ text: string; category: number; gold: readonly string[] }>[];
}>;

/** One haystack a conversation, or all of them poured together. Questions whose evidence points nowhere are left out. */
export function readLocomo(path: string, pooled: boolean): readonly Haystack[] {
  const haystacks = File.parse(readJson(path)).map(haystack);
  if (!pooled) return haystacks;
  return [
    {
      turns: haystacks.flatMap(({ turns }) => turns),
      questions: haystacks.flatMap(({ questions }) => questions),
    },
  ];
}

function haystack({ sample_id, conversation, qa }: z.infer<typeof File>[number]): Haystack {
  const idOf = (evidence: string) => `${sample_id}/${evidence}`;
  const turns = Object.entries(conversation)
    .filter(([key, value]) => /^session_\d+$/.test(key) && Array.isArray(value))
    .flatMap(([, value]) => z.array(Turn).parse(value))
    .map(({ speaker, dia_id, text }) => ({ id: idOf(dia_id), text: `${speaker}: ${text}` }));
  const known = new Set(turns.map(({ id }) => id));
  const questions = qa
    .map(({ question, category, evidence }) => ({
      text: question,
      category,
      gold: evidenceIds(evidence)
        .map(idOf)
        .filter((id) => known.has(id)),
    }))
    .filter(({ gold }) => gold.length > 0);
  return { turns, questions };
}

/** Several ids may share one string. */
function evidenceIds(evidence: readonly string[]): string[] {
  const ids = evidence.flatMap((entry) => entry.split(/[;,\s]+/)).filter((id) => id !== "");
  return [...new Set(ids)];
}
