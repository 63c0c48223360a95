// Recall over months of chats with an assistant: each question has its own haystack of sessions.
// One store a question, one channel a session; with `--pooled` every session of every question is in one store.

import { z } from "zod";
import { dataFile, type Evaluation, readJsonLines } from "./evaluation.ts";
import { askEngine, type Run } from "./recall/ask-engine.ts";
import { type Haystack, pooled, type Said } from "./recall/haystack.ts";
import { recallReport } from "./recall/report.ts";

const Turn = z.object({
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  has_answer: z.boolean().optional(),
});
const Record = z.object({
  question_id: z.string(),
  question_type: z.string(),
  question: z.string(),
  question_date: z.string(),
  answer_session_ids: z.array(z.string()),
  haystack_dates: z.array(z.string()),
  haystack_session_ids: z.array(z.string()),
  haystack_sessions: z.array(z.array(Turn)),
});
const DATE = /(\d+)\/(\d+)\/(\d+) \(\w+\) (\d+):(\d+)/;
/** A few turns hold nothing that can be seen. */
const HAS_TEXT = /[\p{L}\p{N}\p{S}\p{P}]/u;
const MINUTE = 60_000;
const AUTHORS = {
  user: { id: "user", name: "User", isBot: false },
  assistant: { id: "assistant", name: "Assistant", isBot: true },
} as const;

export const evaluate: Evaluation = async ({ data, pooled: isPooled, stores }) => {
  const lines = readJsonLines(dataFile(data, "longmemeval-dev.jsonl.gz"));
  const parts = lines.map((line) => haystackOf(Record.parse(line)));
  const runs: Run[] = [];
  for (const haystack of isPooled ? [pooled(parts)] : parts)
    runs.push(await askEngine(haystack, stores));
  return recallReport(isPooled ? "longmemeval, pooled" : "longmemeval", runs);
};

function haystackOf(record: z.infer<typeof Record>): Haystack {
  const messages: Said[] = [];
  const goldTurns: string[] = [];
  for (const [at, turns] of record.haystack_sessions.entries()) {
    const session = record.haystack_session_ids[at] ?? "";
    const start = dateOf(record.haystack_dates[at] ?? "");
    for (const [turn, { role, content, has_answer }] of turns.entries()) {
      const id = `${session}#${turn}`;
      const when = new Date(start + turn * MINUTE);
      const author = AUTHORS[role];
      if (HAS_TEXT.test(content))
        messages.push({ id, session, channel: session, at: when, author, role, text: content });
      if (has_answer === true) goldTurns.push(id);
    }
  }
  const asked = {
    text: record.question,
    category: record.question_type,
    at: new Date(dateOf(record.question_date)),
    goldTurns,
    goldSessions: record.answer_session_ids,
  };
  const ordered = messages.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return { name: record.question_id, messages: ordered, questions: [asked] };
}

function dateOf(text: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (DATE.exec(text) ?? [])
    .slice(1)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute);
}
