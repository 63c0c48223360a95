// A ChatGPT export: conversations that are trees. What is read is the branch that was last in use.

import type { Timestamp } from "../../model/memory.ts";
import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import { jsonValues } from "../text/json-values.ts";
import { type Fields, fieldsIn, isFields, listIn, textIn } from "../text/parse-json.ts";
import { timeIn } from "../text/time.ts";
import { readEach } from "./read-each.ts";

const FILES = /(?:^|\/)conversations[^/]*\.json$/;
const ASSISTANT = { id: "chatgpt", name: "ChatGPT", isBot: true } as const;
const SAID = new Set(["text", "multimodal_text"]);

export const fromChatGpt: Importer = (source, options) =>
  readEach(source, {
    name: FILES,
    values: jsonValues,
    records: ({ value, where }) => conversation(value, where, options),
  });

type Node = Readonly<{ id: string; parent: string | undefined; message: Fields }>;

function* conversation(
  value: unknown,
  where: string,
  options: ImportOptions,
): Generator<ImportRecord> {
  const told = fieldsIn(value);
  const { mapping } = told;
  if (!isFields(mapping)) {
    yield { type: "bad", where, reason: "is not a conversation: it has no `mapping`" };
    return;
  }
  const id = textIn(told["conversation_id"]) ?? textIn(told["id"]) ?? where;
  const nodes = nodesOf(mapping);
  const { path, isCircle } = pathTo(currentOf(told, nodes), nodes);
  if (isCircle) yield { type: "bad", where, reason: "its tree goes in a circle" };
  const read = options.branches ? [...nodes.values()] : path;
  let at = timeIn(told["create_time"]) ?? earliest(nodes);
  for (const node of read) {
    at = timeIn(node.message["create_time"]) ?? at;
    yield messageOf(node, { conversation: id, at, options });
  }
}

function nodesOf(mapping: Fields): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  for (const [id, value] of Object.entries(mapping)) {
    const { parent, message } = fieldsIn(value);
    if (isFields(message)) nodes.set(id, { id, parent: textIn(parent), message });
    else nodes.set(id, { id, parent: textIn(parent), message: {} });
  }
  return nodes;
}

/** Without a current node, the last one that was written and has nothing after it. */
function currentOf(told: Fields, nodes: ReadonlyMap<string, Node>): string | undefined {
  const named = textIn(told["current_node"]);
  if (named !== undefined && nodes.has(named)) return named;
  const parents = new Set([...nodes.values()].map(({ parent }) => parent));
  const written = (node: Node) => timeIn(node.message["create_time"]) ?? "";
  const leaves = [...nodes.values()].filter(({ id }) => !parents.has(id));
  return leaves.sort((a, b) => (written(a) < written(b) ? -1 : 1)).at(-1)?.id;
}

function pathTo(
  leaf: string | undefined,
  nodes: ReadonlyMap<string, Node>,
): Readonly<{ path: readonly Node[]; isCircle: boolean }> {
  const path: Node[] = [];
  const seen = new Set<string>();
  let node = leaf === undefined ? undefined : nodes.get(leaf);
  while (node !== undefined && !seen.has(node.id)) {
    seen.add(node.id);
    path.push(node);
    node = node.parent === undefined ? undefined : nodes.get(node.parent);
  }
  return { path: path.reverse(), isCircle: node !== undefined };
}

function earliest(nodes: ReadonlyMap<string, Node>): Timestamp | undefined {
  const times = [...nodes.values()].flatMap(({ message }) => timeIn(message["create_time"]) ?? []);
  return times.sort()[0];
}

type Place = Readonly<{
  conversation: string;
  at: Timestamp | undefined;
  options: ImportOptions;
}>;

function messageOf({ id, message }: Node, { conversation, at, options }: Place): ImportRecord {
  const role = fieldsIn(message["author"])["role"];
  if (role === undefined) return { type: "left_out", why: "empty node" };
  if (role !== "user" && role !== "assistant")
    return { type: "left_out", why: "not said by anyone" };
  if (fieldsIn(message["metadata"])["is_visually_hidden_from_conversation"] === true)
    return { type: "left_out", why: "hidden" };
  const text = textOf(fieldsIn(message["content"]));
  if (text === "") return { type: "left_out", why: "no text" };
  const key = `${conversation}:${id}`;
  return {
    type: "message",
    key,
    message: {
      id: `chatgpt:${key}`,
      channel: `chatgpt:${conversation}`,
      ...(at === undefined ? {} : { at }),
      author: role === "user" ? { ...options.person, isBot: false } : ASSISTANT,
      text,
      role,
    },
  };
}

/** Pictures and files stand among the parts as objects; only what was written is read. */
function textOf(content: Fields): string {
  if (!SAID.has(String(content["content_type"] ?? "text"))) return "";
  return listIn(content["parts"])
    .flatMap((part) => textIn(part) ?? [])
    .join("\n")
    .trim();
}
