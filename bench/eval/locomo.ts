// Recall over long two-person conversations: every question names the turns that answer it.
// One store a conversation, one channel in it, as two friends would have; the message id is the turn's own.

import { z } from "zod";
import { dataFile, type Evaluation, readJson } from "./evaluation.ts";
import { askEngine, type Run } from "./recall/ask-engine.ts";
import { type Asked, type Haystack, pooled, type Said } from "./recall/haystack.ts";
import { recallReport } from "./recall/report.ts";

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
const SESSION = /^session_\d+$/;
const DATE = /(\d+):(\d+)\s*(am|pm) on (\d+) (\w+),? (\d+)/i;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const evaluate: Evaluation = async ({ data, pooled: isPooled, stores }) => {
  const parts = conversationsOf(data);
  const runs: Run[] = [];
  for (const haystack of isPooled ? [pooled(parts)] : parts)
    runs.push(await askEngine(haystack, stores));
  return recallReport(isPooled ? "locomo, pooled" : "locomo", runs);
};

/** One haystack a conversation. */
export function conversationsOf(data: string): readonly Haystack[] {
  return File.parse(readJson(dataFile(data, "locomo-dev.json.gz"))).map(haystackOf);
}

type Sample = z.infer<typeof File>[number];

function haystackOf({ sample_id, conversation, qa }: Sample): Haystack {
  const messages = Object.keys(conversation)
    .filter((key) => SESSION.test(key))
    .flatMap((key) => sessionOf(key, { sample_id, conversation }));
  const byId = new Map(messages.map((message) => [message.id, message]));
  const at = new Date(Math.max(...messages.map((message) => message.at.getTime())) + DAY);
  return {
    name: sample_id,
    messages: messages.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    questions: qa
      .map((asked) => questionOf(asked, { sample: sample_id, byId, at }))
      .filter(({ goldTurns }) => goldTurns.length > 0),
  };
}

function sessionOf(
  key: string,
  { sample_id, conversation }: Pick<Sample, "sample_id" | "conversation">,
): readonly Said[] {
  const turns = z.array(Turn).safeParse(conversation[key]);
  const start = dateOf(String(conversation[`${key}_date_time`] ?? ""));
  if (!turns.success || start === undefined) return [];
  return turns.data.map(({ speaker, dia_id, text }, turn) => ({
    id: `${sample_id}/${dia_id}`,
    session: `${sample_id}/${key}`,
    channel: sample_id,
    at: new Date(start + turn * MINUTE),
    author: { id: `${sample_id}/${speaker}`, name: speaker, isBot: false },
    role: "user",
    text,
  }));
}

function dateOf(text: string): number | undefined {
  const [, hour, minute, half, day, month, year] = DATE.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0);
  return Date.parse(`${month} ${day}, ${year} ${hours}:${minute} UTC`);
}

type Known = Readonly<{ sample: string; byId: ReadonlyMap<string, Said>; at: Date }>;

/** Several ids may share one string, and a few point nowhere. */
function questionOf(
  { question, category, evidence }: z.infer<typeof Question>,
  { sample, byId, at }: Known,
): Asked {
  const ids = evidence.flatMap((entry) => entry.split(/[;,\s]+/)).map((id) => `${sample}/${id}`);
  const gold = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  return {
    text: question,
    category: `category ${category}`,
    at,
    goldTurns: gold.map(({ id }) => id),
    goldSessions: [...new Set(gold.map(({ session }) => session))],
  };
}
