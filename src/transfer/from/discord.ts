// A channel as DiscordChatExporter writes it. Ids are Discord's own, so a message that was heard live is known.

import type { Importer, ImportRecord } from "../record.ts";
import { filesOf } from "../source/files-of.ts";
import type { SourceFile } from "../source/source.ts";
import { jsonMembers } from "../text/json-values.ts";
import { type Fields, fieldsIn, textIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";

/** The rest are notices: someone joined, a message was pinned, a call began. */
const SAID = new Set(["Default", "Reply", "0", "19"]);

type Channel = Readonly<{ channel: string; thread?: string }>;

export const fromDiscord: Importer = async function* (source, options) {
  for await (const file of filesOf(source, /\.json$/)) {
    if (file.type === "bad") yield file;
    else yield* channelIn(file, options.channel);
  }
};

/** The channel comes before its messages. */
async function* channelIn(file: SourceFile, otherwise: string): AsyncGenerator<ImportRecord> {
  let channel: Channel = { channel: otherwise };
  for await (const value of jsonMembers(file)) {
    if (value.type === "bad") yield value;
    else if (value.key === "channel") channel = channelOf(fieldsIn(value.value), otherwise);
    else if (value.key === "messages") yield messageOf(fieldsIn(value.value), channel, value.where);
  }
}

/** A thread's `category` is the channel it hangs on. */
function channelOf(told: Fields, otherwise: string): Channel {
  const id = textIn(told["id"]) ?? otherwise;
  const parent = textIn(told["categoryId"]);
  const isThread = /thread/i.test(String(told["type"] ?? ""));
  return isThread && parent !== undefined ? { channel: parent, thread: id } : { channel: id };
}

function messageOf(said: Fields, channel: Channel, where: string): ImportRecord {
  const { id } = said;
  const author = fieldsIn(said["author"]);
  if (typeof id === "number" || typeof author["id"] === "number")
    return { type: "bad", where, reason: "an id is a number, and has lost digits" };
  const authorId = textIn(author["id"]);
  if (typeof id !== "string" || id === "" || authorId === undefined)
    return { type: "bad", where, reason: "has no id or no author" };
  if (!SAID.has(String(said["type"] ?? "Default"))) return { type: "left_out", why: "notice" };
  const text = textIn(said["content"]);
  if (text === undefined) return { type: "left_out", why: "no text" };
  const at = timeIn(said["timestamp"]);
  const isBot = author["isBot"] === true;
  const name = textIn(author["nickname"]) ?? textIn(author["name"]) ?? authorId;
  return {
    type: "message",
    key: id,
    message: {
      id,
      ...channel,
      ...(at === undefined ? {} : { at }),
      author: { id: authorId, name, isBot },
      text,
      role: isBot ? "assistant" : "user",
    },
  };
}
