// A Letta agent file, of the first form (one agent, everything inline) or the second (lists of agents, blocks, tools).
// The code of tools is never looked at, let alone run.

import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import { jsonMembers } from "../text/json-values.ts";
import { type Fields, fieldsIn, listIn, textIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";
import { notesFrom } from "./notes-from.ts";
import { readEach } from "./read-each.ts";

const PASSAGES = new Set(["archival_memory", "passages", "archival_passages"]);
const BLOCKS = new Set(["core_memory", "blocks", "memory_blocks"]);

export const fromLetta: Importer = (source, options) =>
  readEach(source, {
    name: /\.(?:af|json)$/,
    values: jsonMembers,
    records: ({ key, value, where }, file) => {
      const channel = `letta:${file.name}`;
      return recordsIn(key, fieldsIn(value), { where, options, channel });
    },
  });

type Place = Readonly<{ where: string; options: ImportOptions; channel: string }>;

function* recordsIn(key: string, value: Fields, place: Place): Generator<ImportRecord> {
  if (key === "messages") yield messageOf(value, place);
  else if (key === "agents") yield* agent(value, place);
  else if (BLOCKS.has(key)) yield* block(value, place);
  else if (PASSAGES.has(key)) yield* passage(value);
  else if (key === "tools") yield { type: "left_out", why: "tool" };
}

function* agent(value: Fields, place: Place): Generator<ImportRecord> {
  const channel = `letta:${textIn(value["id"]) ?? textIn(value["name"]) ?? "agent"}`;
  for (const [index, said] of listIn(value["messages"]).entries()) {
    const where = `${place.where} message ${index + 1}`;
    yield messageOf(fieldsIn(said), { ...place, channel, where });
  }
  for (const kept of listIn(value["core_memory"])) yield* block(fieldsIn(kept), place);
}

function messageOf(said: Fields, { where, options, channel }: Place): ImportRecord {
  const { role } = said;
  if (role !== "user" && role !== "assistant")
    return { type: "left_out", why: "not said by anyone" };
  const text = textOf(said);
  if (text === "") return { type: "left_out", why: "no text" };
  const at = timeIn(said["created_at"]) ?? timeIn(said["date"]);
  const key = `${channel}:${textIn(said["id"]) ?? where}`;
  const agentName = channel.slice("letta:".length);
  return {
    type: "message",
    key,
    message: {
      id: key,
      channel,
      ...(at === undefined ? {} : { at }),
      author:
        role === "user"
          ? { ...options.person, isBot: false }
          : { id: agentName, name: agentName, isBot: true },
      text,
      role,
    },
  };
}

/** Text alone, or a list of parts; what a user types may be wrapped in JSON by the server that heard it. */
function textOf(said: Fields): string {
  const { content } = said;
  const parts = Array.isArray(content)
    ? content.map(fieldsIn).flatMap((part) => textIn(part["text"]) ?? [])
    : [textIn(content) ?? textIn(said["text"]) ?? ""];
  return parts.join("\n").trim();
}

function* block(kept: Fields, { options }: Place): Generator<ImportRecord> {
  const label = textIn(kept["label"]) ?? "block";
  const isPerson = label === "human" || label === "user";
  for (const note of notesFrom(textIn(kept["value"]) ?? ""))
    yield {
      type: "memory",
      key: `block:${label}:${note}`,
      memory: {
        text: note,
        title: label,
        tags: [label],
        ...(isPerson ? { subject: options.person.id } : { kind: "log" }),
      },
    };
}

function* passage(kept: Fields): Generator<ImportRecord> {
  for (const note of notesFrom(textIn(kept["text"]) ?? ""))
    yield {
      type: "memory",
      key: `passage:${textIn(kept["id"]) ?? ""}:${note}`,
      memory: { text: note, kind: "log", tags: ["archival"] },
    };
}
