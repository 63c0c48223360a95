// How well the engine, with its built-in extractor, keeps what people noted from long two-person talks, and how fast.
// Counted is what was stored: every talk goes through the public `ingestMany`.

import { z } from "zod";
import { createMemory, type Memory, type MemoryEngine } from "../../src/index.ts";
import type { Message } from "../../src/model/message.ts";
import { readQuote, speakerOf } from "../../src/model/quote.ts";
import { extractFacts } from "../../src/models/builtin/extract/extract-facts.ts";
import type { ExtractInput } from "../../src/ports/extractor.ts";
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

/** What stands in the store because of one message, in the words it had when it was kept. */
type Kept = Readonly<{ text: string; evidence: Memory["evidence"] }>;
type Told = Readonly<{ input: ExtractInput; kept: readonly Kept[] }>;
type Figures = Readonly<{
  observations: number;
  messages: number;
  stored: number;
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
  const started = process.cpuUsage();
  const told = await Promise.all(inputs.map(listenTo));
  const { user, system } = process.cpuUsage(started);
  const ingestPerSecond = Math.round((inputs.flat().length * 1e6) / (user + system));
  const rows = talks.map((talk, i) => ({
    talk: talk.sample_id,
    ...score([talk], told.slice(i, i + 1)),
  }));
  const all = score(talks, told);
  const messagesPerSecond = speed(inputs.flat());
  const text = [
    ...[...rows, { talk: "all", ...all }].map(
      (row) =>
        `${row.talk.padEnd(10)} recall ${row.recall}  precision ${row.precision}  format ${row.formatPass}  grounded ${row.grounded}  stored ${row.stored}  observations ${row.observations}`,
    ),
    `extraction alone: ${messagesPerSecond} messages a second on one core; all of ingest: ${ingestPerSecond}`,
  ].join("\n");
  const figures = {
    ...all,
    messagesPerSecond,
    ingestPerSecond,
    unit: "recall: observations whose source turn gave a stored memory; precision: stored or confirmed lines whose source turn has an observation",
    timing: `one warm-up pass, then the mean of ${TIMED_PASSES} passes, in processor time`,
    talks: rows,
  };
  return { figures, text };
};

async function listenTo(inputs: readonly ExtractInput[]): Promise<readonly Told[]> {
  const memory = await createMemory({ path: ":memory:" });
  try {
    const receipts = await memory.ingestMany(inputs.map(({ message }) => incoming(message)));
    const told: Told[] = [];
    for (const [index, input] of inputs.entries()) {
      const receipt = receipts[index];
      const lines = receipt ? [...receipt.stored, ...receipt.merged] : [];
      told.push({ input, kept: await Promise.all(lines.map((line) => keptLine(line, memory))) });
    }
    return told;
  } finally {
    await memory.close();
  }
}

function incoming({ tenant, channel, id, at, author, text }: Message) {
  return { tenant, channel, id, at, author, text };
}

async function keptLine(
  { id, text }: Readonly<{ id: string; text: string }>,
  memory: MemoryEngine,
): Promise<Kept> {
  const states = ["active", "superseded", "archived", "disputed"] as const;
  const [found] = await memory.list({
    tenant: "eval",
    states: [...states],
    filter: { ids: [id] },
    limit: 1,
  });
  return { text, evidence: found?.evidence ?? [] };
}

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
    // As the engine keeps it, so that spans point into the same text.
    text: turn.text.trim(),
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
    turns.flatMap((turn) => turn.kept.map((kept) => ({ turn, kept, gold: gold[i], said: turns }))),
  );
  const found = gold.flatMap((turns, i) => {
    const yielding = new Set(
      told[i]?.filter((t) => t.kept.length > 0).map((t) => t.input.message.id),
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
    stored: pairs.length,
    recall: share(found.filter(Boolean).length, found.length),
    precision: share(hits.length, pairs.length),
    formatPass: share(
      pairs.filter(({ kept, said }) => isWellFormed(kept, said)).length,
      pairs.length,
    ),
    grounded: share(pairs.filter(({ turn, kept }) => isGrounded(turn, kept)).length, pairs.length),
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

/** Some piece of its evidence is an exact span of this very message. */
function isGrounded({ input: { message } }: Told, { evidence }: Kept): boolean {
  return evidence.some(
    (e) =>
      e.type === "span" &&
      e.messageId === message.id &&
      e.quote !== "" &&
      e.quote === message.text.slice(e.start, e.end),
  );
}

const MAX_FACT = 280;
const MONTH =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
/** "20 April 2026", "week of 20 April 2026", "April 2026" or "2026". */
const WORKED_OUT = new RegExp(
  `^(?:(?:(?:week|weekend) of )?(?:[1-9]|[12]\\d|3[01]) )?${MONTH} \\d{4}$|^\\d{4}$`,
);

/**
 * The writing rules of a semantic memory, as strictly as text alone can be judged. A quoted line must have the name of
 * an author and that author's own words, unchanged, and may have one worked-out date behind them.
 */
function isWellFormed({ text, evidence }: Kept, told: readonly Told[]): boolean {
  const quote = readQuote(text);
  if (quote === undefined) return isWellTold(text);
  const { speaker, said, when } = quote;
  const isSaid = told.some(
    ({ input: { message } }) =>
      evidence.some((e) => e.type === "span" && e.messageId === message.id) &&
      speakerOf(message.author.name) === speaker &&
      message.text.includes(said),
  );
  const isDated = when === undefined || WORKED_OUT.test(when);
  return isSaid && isDated && said.trim() === said && text.length <= MAX_FACT;
}

/** In the third person, on its own feet, in one or two sentences. */
function isWellTold(text: string): boolean {
  const plain = text.replace(/"[^"]*"/g, "");
  const sentences = plain.split(/[.!?]+(?:\s|$)/).filter((s) => s.trim() !== "").length;
  const hasSpeaker = /\b(?:I|I'm|me|my|mine|myself|we|us|our|ours|you|your|yours|i)\b/.test(plain);
  const dangles = /^(?:he|she|it|they|this|that|these|those|his|her|its|their|him|them)\b/i.test(
    plain,
  );
  const hasForm = /^["\p{Lu}\d]/u.test(text) && text.endsWith(".") && text.length <= MAX_FACT;
  return hasForm && sentences >= 1 && sentences <= 2 && !hasSpeaker && !dangles;
}

function speed(inputs: readonly ExtractInput[]): number {
  const start = process.cpuUsage();
  for (let pass = 0; pass < TIMED_PASSES; pass += 1)
    for (const input of inputs) extractFacts(input);
  const { user, system } = process.cpuUsage(start);
  return Math.round((TIMED_PASSES * inputs.length * 1e6) / (user + system));
}
