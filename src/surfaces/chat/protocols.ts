// What differs between the chat protocols of OpenAI (completions and responses) and Anthropic (messages): where memory
// is put in, what the person says with this request, and where the answer stands in a reply.

import { isRecord } from "../../config.ts";

export type Fields = Readonly<Record<string, unknown>>;

export type Protocol = Readonly<{
  /** What the person said last, wherever it stands; and whether this request is the first to say it. */
  lastSaid: (body: Fields) => Said;
  withContext: (body: Fields, context: string) => Fields;
  /** The words of a whole reply. */
  answered: (reply: Fields) => string;
  /** The words that one event of a stream adds. */
  added: (event: Fields) => string;
}>;

export type Said = Readonly<{ text: string; isNew: boolean }>;

/** The protocol of a request by its path; none for models, files, embeddings and whatever else there is. */
export function protocolOf(path: string): Protocol | undefined {
  if (/\/chat\/completions$/.test(path)) return COMPLETIONS;
  if (/\/responses$/.test(path)) return RESPONSES;
  return /^(?!.*\/threads\/).*\/messages$/.test(path) ? MESSAGES : undefined;
}

const COMPLETIONS: Protocol = {
  lastSaid: ({ messages }) => lastUser(recordsIn(messages), "text"),
  withContext: (body, context) => {
    const messages = recordsIn(body["messages"]);
    const place = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
    const at = place === -1 ? messages.length : place;
    const own = { role: "system", content: context };
    return { ...body, messages: [...messages.slice(0, at), own, ...messages.slice(at)] };
  },
  answered: ({ choices }) => {
    const [first] = recordsIn(choices);
    return isRecord(first?.["message"]) ? textOf(first["message"]["content"], "text") : "";
  },
  added: ({ choices }) => {
    const first = recordsIn(choices).find(({ index }) => index === 0 || index === undefined);
    return isRecord(first?.["delta"]) ? textOf(first["delta"]["content"], "text") : "";
  },
};

const RESPONSES: Protocol = {
  lastSaid: ({ input }) =>
    typeof input === "string"
      ? { text: input, isNew: true }
      : lastUser(recordsIn(input), "input_text"),
  // Not as an item of the conversation: those a server may keep, instructions are of this request alone.
  withContext: (body, context) => {
    const { instructions } = body;
    const own = typeof instructions === "string" ? `${instructions}\n\n${context}` : context;
    return { ...body, instructions: own };
  },
  answered: ({ output }) =>
    recordsIn(output)
      .map(({ content }) => textOf(content, "output_text"))
      .filter((text) => text !== "")
      .join("\n"),
  added: ({ type, delta }) =>
    type === "response.output_text.delta" && typeof delta === "string" ? delta : "",
};

const MESSAGES: Protocol = {
  lastSaid: ({ messages }) => lastUser(recordsIn(messages), "text"),
  // Behind what the program says itself, so that a cached beginning stays the same.
  withContext: (body, context) => {
    const { system } = body;
    if (Array.isArray(system))
      return { ...body, system: [...system, { type: "text", text: context }] };
    const own = typeof system === "string" && system !== "" ? `${system}\n\n${context}` : context;
    return { ...body, system: own };
  },
  answered: ({ content }) => textOf(content, "text"),
  added: ({ type, delta }) => {
    if (type !== "content_block_delta" || !isRecord(delta)) return "";
    return delta["type"] === "text_delta" ? String(delta["text"]) : "";
  },
};

/** A request that goes on after a tool was used repeats what was said; it was heard before. */
function lastUser(items: readonly Fields[], type: string): Said {
  const last = items.findLast(({ role }) => role === "user");
  const text = textOf(last?.["content"], type);
  return { text, isNew: last !== undefined && last === items.at(-1) };
}

function textOf(content: unknown, type: string): string {
  if (typeof content === "string") return content;
  return recordsIn(content)
    .flatMap((part) =>
      part["type"] === type && typeof part["text"] === "string" ? part["text"] : [],
    )
    .join("\n");
}

function recordsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
