// A Claude export: conversations, and what Claude had noted of its own.

import type { Timestamp } from "../../model/memory.ts";
import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import { jsonValues } from "../text/json-values.ts";
import { type Fields, fieldsIn, listIn, textIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";
import { notesFrom } from "./notes-from.ts";
import { readEach } from "./read-each.ts";

const FILES = /(?:^|\/)(?:conversations|memories|projects)[^/]*\.json$/;
const ASSISTANT = { id: "claude", name: "Claude", isBot: true } as const;

export const fromClaude: Importer = (source, options) =>
  readEach(source, {
    name: FILES,
    values: jsonValues,
    records: ({ value, where }) => recordsIn(fieldsIn(value), where, options),
  });

function* recordsIn(told: Fields, where: string, options: ImportOptions): Generator<ImportRecord> {
  const messages = told["chat_messages"];
  if (Array.isArray(messages)) yield* conversation(told, messages, { where, options });
  else if ("conversations_memory" in told) yield* memories(told, options);
  else if (Array.isArray(told["docs"])) yield { type: "left_out", why: "project document" };
  else yield { type: "bad", where, reason: "is neither a conversation nor a memory" };
}

type Place = Readonly<{ where: string; options: ImportOptions }>;

function* conversation(
  told: Fields,
  messages: readonly unknown[],
  { where, options }: Place,
): Generator<ImportRecord> {
  const conversation = textIn(told["uuid"]) ?? where;
  let at = timeIn(told["created_at"]);
  for (const [index, value] of messages.entries()) {
    const said = fieldsIn(value);
    at = timeIn(said["created_at"]) ?? at;
    const key = `${conversation}:${textIn(said["uuid"]) ?? index}`;
    const place = { key, channel: `claude:${conversation}`, at, options };
    yield messageOf(said, `${where} message ${index + 1}`, place);
  }
}

type MessagePlace = Readonly<{
  key: string;
  channel: string;
  at: Timestamp | undefined;
  options: ImportOptions;
}>;

function messageOf(
  said: Fields,
  where: string,
  { key, channel, at, options }: MessagePlace,
): ImportRecord {
  const { sender } = said;
  if (sender !== "human" && sender !== "assistant")
    return { type: "bad", where, reason: "has no known sender" };
  const text = textOf(said);
  if (text === "") return { type: "left_out", why: "no text" };
  const isHuman = sender === "human";
  return {
    type: "message",
    key,
    message: {
      id: `claude:${key}`,
      channel,
      ...(at === undefined ? {} : { at }),
      author: isHuman ? { ...options.person, isBot: false } : ASSISTANT,
      text,
      role: isHuman ? "user" : "assistant",
    },
  };
}

/** `text` repeats the text blocks of `content`, so only one of them is read. Tool blocks are nobody's words. */
function textOf(said: Fields): string {
  const blocks = listIn(said["content"])
    .map(fieldsIn)
    .filter(({ type }) => type === "text")
    .flatMap((block) => textIn(block["text"]) ?? []);
  return (blocks.length > 0 ? blocks.join("\n") : (textIn(said["text"]) ?? "")).trim();
}

function* memories(told: Fields, { person }: ImportOptions): Generator<ImportRecord> {
  const whole = textIn(told["conversations_memory"]) ?? "";
  const ofProjects = Object.values(fieldsIn(told["project_memories"])).flatMap(
    (text) => textIn(text) ?? [],
  );
  for (const text of [whole, ...ofProjects])
    for (const note of notesFrom(text))
      yield { type: "memory", key: `memory:${note}`, memory: { text: note, subject: person.id } };
}
