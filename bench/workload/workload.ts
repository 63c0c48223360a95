// What a bench stores and asks: real conversations from a file the user names, repeated with other words where more is
// wanted than was said; or made-up talk, which has no right answers.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { madeText } from "../recall-speed/made-text.ts";

/** `channel` is the conversation it was said in. */
export type Line = Readonly<{
  id: string;
  user: string;
  channel: string;
  speaker: string;
  text: string;
}>;
/** `gold` are the ids of the lines that answer; all of one user. */
export type Asked = Readonly<{ text: string; user: string; gold: readonly string[] }>;
export type Workload = Readonly<{
  name: string;
  lines: readonly Line[];
  questions: readonly Asked[];
}>;

const Conversations = z.array(
  z.object({
    sample_id: z.string(),
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(z.object({ question: z.string(), evidence: z.array(z.string()).default([]) })),
  }),
);
const Turns = z.array(z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() }));
const SESSION = /^session_\d+$/;
const SEED = 11;
/** One word in so many is another one in a repeated conversation. */
const CHANGED_EVERY = 5;
const QUESTIONS = 400;
/** Turns of a made-up conversation. */
const TURNS = 25;

export function workloadOf(data: string | undefined, size: number): Workload {
  return data === undefined ? madeUp(size) : recorded(data, size);
}

function madeUp(size: number): Workload {
  const made = madeText(SEED);
  const lines = Array.from({ length: size }, (_, number): Line => {
    const speaker = made.person();
    return {
      ...{ id: `line-${number}`, user: speaker.toLowerCase(), speaker, text: made.turn() },
      channel: `talk-${Math.floor(number / TURNS)}`,
    };
  });
  const questions = Array.from({ length: QUESTIONS }, () => ({
    text: made.question(),
    user: made.person().toLowerCase(),
    gold: [],
  }));
  return { name: "made-up talk", lines, questions };
}

function recorded(path: string, size: number): Workload {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const parsed = Conversations.parse(JSON.parse(text));
  const said = parsed.flatMap(linesOf);
  const vocabulary = [...new Set(said.flatMap((line) => line.text.split(" ")))];
  const copies = Math.ceil(size / said.length);
  const lines = Array.from({ length: copies }, (_, copy) =>
    copy === 0 ? said : said.map((line) => changed(line, copy, vocabulary)),
  )
    .flat()
    .slice(0, size);
  const ids = new Set(lines.map(({ id }) => id));
  const questions = parsed
    .flatMap(questionsOf)
    .filter(({ gold }) => gold.length > 0 && gold.every((id) => ids.has(id)));
  return { name: "recorded conversations", lines, questions };
}

type Recorded = z.infer<typeof Conversations>[number];

function linesOf({ sample_id: user, conversation }: Recorded): readonly Line[] {
  return Object.keys(conversation)
    .filter((key) => SESSION.test(key))
    .flatMap((key) => Turns.safeParse(conversation[key]).data ?? [])
    .map(({ speaker, dia_id, text }) => ({
      ...{ id: `${user}/${dia_id}`, user, channel: user, speaker, text },
    }));
}

/** Several ids may share one string, and a few point nowhere. */
function questionsOf({ sample_id: user, qa, ...rest }: Recorded): readonly Asked[] {
  const known = new Set(linesOf({ sample_id: user, qa, ...rest }).map(({ id }) => id));
  return qa.map(({ question, evidence }) => ({
    text: question,
    user,
    gold: evidence
      .flatMap((entry) => entry.split(/[;,\s]+/))
      .map((id) => `${user}/${id}`)
      .filter((id) => known.has(id)),
  }));
}

/** The same talk by other people about other things, so that no two stored lines are alike. */
function changed(line: Line, copy: number, vocabulary: readonly string[]): Line {
  const { below } = madeText(copy * 1_000_003 + line.id.length * 31 + line.text.length);
  const text = line.text
    .split(" ")
    .map((word) =>
      below(CHANGED_EVERY) === 0 ? (vocabulary[below(vocabulary.length)] ?? word) : word,
    )
    .join(" ");
  return {
    ...line,
    id: `${line.id}#${copy}`,
    user: `${line.user}#${copy}`,
    channel: `${line.channel}#${copy}`,
    text: `${text} (${copy})`,
  };
}
