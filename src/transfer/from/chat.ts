// Chats as many programs write them: lists of `role` and `content`, lists of `from` and `value`, alone or inside
// conversations, as JSON or one object a line.

import type { Message } from "../../model/message.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { ownValue } from "../../model/own-value.ts";
import { ledgerKey } from "../drafts.ts";
import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import type { SourceFile } from "../source/source.ts";
import { headText } from "../text/decode.ts";
import { type JsonValue, jsonLines, jsonMembers, jsonValues } from "../text/json-values.ts";
import { type Fields, fieldsIn, isFields, listIn, parseJson, textIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";
import { readEach } from "./read-each.ts";

const ROLES: Readonly<Record<string, Message["role"]>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  gpt: "assistant",
  chatgpt: "assistant",
  bot: "assistant",
  model: "assistant",
  system: "system",
  tool: "tool",
  function: "tool",
};
const MESSAGE_LISTS = ["messages", "conversations", "conversation", "turns", "chat"] as const;
const TIMES = ["created_at", "timestamp", "create_time", "time", "date", "at", "ts"] as const;
const HEAD_CHARACTERS = 65_536;

export const fromChat: Importer = (source, options) => {
  const seen = new Map<string, number>();
  return readEach(source, {
    name: /\.(?:json|jsonl|ndjson)$/,
    values: valuesOf,
    records: ({ key, value, where }) => recordsIn(key, fieldsIn(value), { where, options, seen }),
  });
};

/** Whole lines of JSON are read as lines, so that a broken one costs only itself. */
async function* valuesOf(file: SourceFile): AsyncGenerator<JsonValue> {
  const head = await headText(file.chunks(), HEAD_CHARACTERS);
  const [first = ""] = head.trimStart().split("\n");
  if (isFields(parseJson(first)) && first.length < head.trim().length) yield* jsonLines(file);
  else if (/^\s*\{\s*"(?:messages|conversations)"\s*:\s*\[/.test(head)) yield* jsonMembers(file);
  else yield* jsonValues(file);
}

/** `seen` counts equal lines of one conversation, so that the second "yes" is not the first. */
type Place = Readonly<{ where: string; options: ImportOptions; seen: Map<string, number> }>;

function* recordsIn(key: string, value: Fields, place: Place): Generator<ImportRecord> {
  const listed = MESSAGE_LISTS.map((name) => value[name]).find((list) => Array.isArray(list));
  if (listed === undefined) {
    if (key === "" || MESSAGE_LISTS.some((name) => name === key))
      yield messageOf(value, place.options.channel, place);
    return;
  }
  const id = textIn(value["id"]) ?? textIn(value["conversation_id"]);
  const channel = id ?? `chat:${contentKey(listIn(listed))}`;
  const own = { ...place, seen: new Map<string, number>() };
  for (const said of listIn(listed)) yield messageOf(fieldsIn(said), channel, own);
}

/** A conversation without an id is known by how it begins. */
function contentKey(messages: readonly unknown[]): string {
  return ledgerKey("chat", JSON.stringify(messages.slice(0, 2))).slice(0, 16);
}

function messageOf(said: Fields, channel: string, place: Place): ImportRecord {
  if (isFields(said["author"])) return ownMessage(said, said["author"], { ...place, channel });
  const { where, options } = place;
  const spoken = textIn(said["role"]) ?? textIn(said["from"]) ?? textIn(said["sender"]);
  const role = spoken === undefined ? undefined : ownValue(ROLES, spoken.toLowerCase());
  if (role === undefined) return { type: "bad", where, reason: "says nothing of who speaks" };
  if (role === "system" || role === "tool") return { type: "left_out", why: "not said by anyone" };
  const text = textOf(said);
  if (text === "") return { type: "left_out", why: "no text" };
  const time = TIMES.map((name) => timeIn(said[name])).find((at) => at !== undefined);
  const key = keyOf(said, { channel, role, text }, place.seen);
  const name = textIn(said["name"]);
  const person = name === undefined ? options.person : { id: name, name };
  return {
    type: "message",
    key,
    message: {
      id: `chat:${ledgerKey("chat", key).slice(0, 32)}`,
      channel,
      ...(time === undefined ? {} : { at: time }),
      author:
        role === "user"
          ? { ...person, isBot: false }
          : { id: name ?? "assistant", name: name ?? "Assistant", isBot: true },
      text,
      role,
    },
  };
}

/** A message as `ingest` takes it, with the id it has there. */
function ownMessage(
  said: Fields,
  author: Fields,
  { where, channel, seen }: Place & Readonly<{ channel: string }>,
): ImportRecord {
  const authorId = textIn(author["id"]);
  const text = textOf(said);
  if (authorId === undefined || text === "")
    return { type: "bad", where, reason: "has no author or no text" };
  const isBot = author["isBot"] === true || said["role"] === "assistant";
  const role = isBot ? "assistant" : "user";
  const [thread, at] = [textIn(said["thread"]), timeIn(said["at"])];
  const own = textIn(said["channel"]) ?? channel;
  const key = keyOf(said, { channel: own, role, text }, seen);
  return {
    type: "message",
    key,
    message: {
      id: textIn(said["id"]) ?? `chat:${ledgerKey("chat", key).slice(0, 32)}`,
      channel: own,
      ...omitUndefined({ thread, at }),
      author: { id: authorId, name: textIn(author["name"]) ?? authorId, isBot },
      text,
      role,
    },
  };
}

function textOf(said: Fields): string {
  const content = said["content"] ?? said["value"] ?? said["text"] ?? said["message"];
  if (typeof content === "string") return content.trim();
  const parts = listIn(content).map(fieldsIn);
  return parts
    .flatMap((part) => textIn(part["text"]) ?? [])
    .join("\n")
    .trim();
}

type Said = Readonly<{ channel: string; role: string; text: string }>;

function keyOf(said: Fields, { channel, role, text }: Said, seen: Map<string, number>): string {
  const id = textIn(said["id"]);
  if (id !== undefined) return `${channel}:${id}`;
  const content = ledgerKey(channel, `${role} ${text}`).slice(0, 16);
  const times = (seen.get(content) ?? 0) + 1;
  seen.set(content, times);
  return `${content}:${times}`;
}
