// How well the built-in extractor finds what people noted from long two-person talks, and how fast.

import { z } from "zod";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Message } from "../../src/model/message.ts";
import type { ExtractInput } from "../../src/ports/extractor.ts";
import { extractFacts } from "../../src/providers/builtin/extract/extract-facts.ts";
import { dataFile, type Evaluation, readJson } from "./evaluation.ts";

const Turn = z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() });
const Observed = z.tuple([z.string(), z.union([z.string(), z.array(z.string())])]);
const Talks = z.array(
  z.object({
    sample_id: z.string(),
    conversation: z.record(z.string(), z.unknown()),
    observation: z.record(z.string(), z.record(z.string(), z.array(Observed))),
  }),
);
type Talk = z.infer<typeof Talks>[number];

type Told = Readonly<{ input: ExtractInput; candidates: readonly Candidate[] }>;
type Figures = Readonly<{
  observations: number;
  messages: number;
  candidates: number;
  recall: number;
  precision: number;
  formatPass: number;
  grounded: number;
}>;

const CONTEXT_MESSAGES = 6;
const TURN_MS = 30_000;
const TIMED_PASSES = 3;

export const evaluate: Evaluation = async ({ data }) => {
  const talks = Talks.parse(readJson(dataFile(data, "locomo-dev.json.gz")));
  const inputs = talks.map(inputsOf);
  const told = inputs.map((of) => of.map((input) => ({ input, candidates: extractFacts(input) })));
  const rows = talks.map((talk, i) => ({
    talk: talk.sample_id,
    ...score([talk], told.slice(i, i + 1)),
  }));
  const all = score(talks, told);
  const messagesPerSecond = speed(inputs.flat());
  const text = [
    ...[...rows, { talk: "all", ...all }].map(
      (row) =>
        `${row.talk.padEnd(10)} recall ${row.recall}  precision ${row.precision}  format ${row.formatPass}  grounded ${row.grounded}  candidates ${row.candidates}  observations ${row.observations}`,
    ),
    `${messagesPerSecond} messages a second on one core`,
  ].join("\n");
  const figures = {
    ...all,
    messagesPerSecond,
    unit: "recall: observations whose source turn gave a candidate; precision: candidates whose source turn has an observation",
    timing: `one warm-up pass, then the mean of ${TIMED_PASSES} passes, in processor time`,
    talks: rows,
  };
  return { figures, text };
};

function inputsOf(talk: Talk): ExtractInput[] {
  const messages: Message[] = [];
  for (let session = 1; `session_${session}_date_time` in talk.conversation; session += 1) {
    const at = sessionTime(String(talk.conversation[`session_${session}_date_time`]));
    const turns = z.array(Turn).catch([]).parse(talk.conversation[`session_${session}`]);
    turns.forEach((turn, i) => {
      messages.push(messageOf(turn, at + i * TURN_MS, messages.length));
    });
  }
  return messages.map((message, i) => ({
    message,
    before: messages.slice(Math.max(0, i - CONTEXT_MESSAGES), i),
  }));
}

function messageOf(turn: z.infer<typeof Turn>, at: number, position: number): Message {
  return {
    tenant: "eval",
    id: turn.dia_id,
    channel: "talk",
    at: new Date(at).toISOString(),
    author: { id: turn.speaker.toLowerCase(), name: turn.speaker, isBot: false },
    text: turn.text,
    role: "user",
    origin: "user",
    scope: "shared",
    position,
  };
}

/** Session times are written "1:56 pm on 8 May, 2023". */
function sessionTime(written: string): number {
  const [time = "", date = ""] = written.split(" on ");
  const at = Date.parse(`${date.replace(",", "")} ${time} UTC`);
  return Number.isNaN(at) ? 0 : at;
}

function score(talks: readonly Talk[], told: readonly (readonly Told[])[]): Figures {
  const gold = talks.map(goldTurns);
  const pairs = told.flatMap((turns, i) =>
    turns.flatMap((turn) =>
      turn.candidates.map((candidate) => ({ turn, candidate, gold: gold[i] })),
    ),
  );
  const found = gold.flatMap((turns, i) => {
    const yielding = new Set(
      told[i]?.filter((t) => t.candidates.length > 0).map((t) => t.input.message.id),
    );
    return turns.map((sources) => sources.some((id) => yielding.has(id)));
  });
  const share = (hits: number, of: number) => Number((hits / Math.max(1, of)).toFixed(3));
  const hits = pairs.filter(({ turn, gold: turns }) =>
    turns?.some((ids) => ids.includes(turn.input.message.id)),
  );
  return {
    observations: found.length,
    messages: told.flat().length,
    candidates: pairs.length,
    recall: share(found.filter(Boolean).length, found.length),
    precision: share(hits.length, pairs.length),
    formatPass: share(
      pairs.filter(({ candidate }) => isWellFormed(candidate.text)).length,
      pairs.length,
    ),
    grounded: share(
      pairs.filter(({ turn, candidate }) => isGrounded(turn, candidate)).length,
      pairs.length,
    ),
  };
}

/** One list of source turns for each observation. */
function goldTurns(talk: Talk): string[][] {
  const observed = Object.values(talk.observation).flatMap((speakers) =>
    Object.values(speakers).flat(),
  );
  return observed.map(([, source]) =>
    [source].flat().flatMap((ids) => ids.split(/[;,\s]+/).filter(Boolean)),
  );
}

function isGrounded({ input: { message } }: Told, { evidence }: Candidate): boolean {
  return evidence.every(
    (e) => e.type === "span" && e.quote !== "" && e.quote === message.text.slice(e.start, e.end),
  );
}

/** The writing rules of a semantic memory, as strictly as text alone can be judged. */
function isWellFormed(text: string): boolean {
  const plain = text.replace(/"[^"]*"/g, "");
  const sentences = plain.split(/[.!?]+(?:\s|$)/).filter((s) => s.trim() !== "").length;
  const hasSpeaker = /\b(?:I|I'm|me|my|mine|myself|we|us|our|ours|you|your|yours|i)\b/.test(plain);
  const dangles = /^(?:he|she|it|they|this|that|these|those|his|her|its|their|him|them)\b/i.test(
    plain,
  );
  const hasForm = /^["\p{Lu}\d]/u.test(text) && text.endsWith(".") && text.length <= 280;
  return hasForm && sentences >= 1 && sentences <= 2 && !hasSpeaker && !dangles;
}

function speed(inputs: readonly ExtractInput[]): number {
  const start = process.cpuUsage();
  for (let pass = 0; pass < TIMED_PASSES; pass += 1)
    for (const input of inputs) extractFacts(input);
  const { user, system } = process.cpuUsage(start);
  return Math.round((TIMED_PASSES * inputs.length * 1e6) / (user + system));
}
