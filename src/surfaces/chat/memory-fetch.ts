// A `fetch` that knows the chat protocols: memory is put into a request as fenced data, and what was said is listened to
// when the reply has gone through. It never makes a call fail or wait for a write: what goes wrong goes to `onError`.

import { createParser } from "eventsource-parser";
import { isRecord } from "../../config.ts";
import { MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { type Fields, type Protocol, protocolOf } from "./protocols.ts";

export type ChatMemory = Readonly<{
  memory: Pick<MemoryEngine, "context" | "ingest">;
  tenant: string;
  /** The person who talks to the model. */
  user: string;
  /** The name others know the person by. */
  userName?: string;
  /** The agent that answers. What it says is remembered as an assistant's. */
  agent: string;
  /** The conversation; turns of one channel are read together. */
  channel: string;
  budgetTokens?: number;
  /** A recall that takes longer is left out of the request; 2,000 when left out. */
  recallTimeoutMs?: number;
  onError: (error: unknown, during: "recall" | "ingest") => void;
}>;

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const RECALL_MS = 2_000;
/** So much of a reply is listened to; all of it goes through. */
const MAX_HEARD = 262_144;

export function memoryFetch(send: Fetch, chat: ChatMemory): Fetch {
  return async (input, init) => {
    const call = callOf(input, init);
    if (call === undefined) return send(input, init);
    const { protocol, body } = call;
    const said = protocol.lastSaid(body);
    const context = said.text.trim() === "" ? "" : await recalled(said.text, chat);
    const asked = context === "" ? init : { ...init, body: withContext(call, context) };
    const response = await send(input, asked);
    if (!response.ok || response.body === null) return response;
    if (said.isNew) hear(chat, said.text, "user");
    const answered = (text: string) => hear(chat, text, "assistant");
    const heard = response.body.pipeThrough(listening(response, protocol, answered));
    const { status, statusText, headers } = response;
    return new Response(heard, { status, statusText, headers });
  };
}

type Call = Readonly<{ protocol: Protocol; body: Fields }>;

function callOf(input: string | URL | Request, init: RequestInit | undefined): Call | undefined {
  if (input instanceof Request || init?.method?.toUpperCase() !== "POST") return undefined;
  const protocol = protocolOf(new URL(input).pathname);
  if (protocol === undefined || typeof init.body !== "string") return undefined;
  const body = objectIn(init.body);
  return body === undefined ? undefined : { protocol, body };
}

function objectIn(text: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    // Whoever sent it is told what is wrong with it by the server it was meant for.
    return undefined;
  }
}

function withContext({ protocol, body }: Call, context: string): string {
  return JSON.stringify(protocol.withContext(body, context));
}

async function recalled(query: string, chat: ChatMemory): Promise<string> {
  const { memory, tenant, user, agent, channel, budgetTokens, recallTimeoutMs } = chat;
  const budget = budgetTokens === undefined ? {} : { budgetTokens };
  try {
    const asked = { tenant, user, agent, channel, query, ...budget };
    const built = await inTime(memory.context(asked), recallTimeoutMs ?? RECALL_MS);
    return built.items.length === 0 ? "" : built.text;
  } catch (thrown) {
    chat.onError(thrown, "recall");
    return "";
  }
}

async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new MemoryError("store_unavailable", `No answer within ${limitMs} ms.`);
    timer = setTimeout(() => reject(error), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Not awaited: `memory.drain()` is for whoever must know that it is kept. */
function hear(chat: ChatMemory, text: string, role: "user" | "assistant"): void {
  if (text.trim() === "") return;
  const { memory, tenant, channel, user, userName, agent, onError } = chat;
  const isBot = role === "assistant";
  const author = isBot ? { id: agent, isBot } : { id: user, name: userName ?? user, isBot };
  memory.ingest({ tenant, channel, author, text, role }).then(
    (receipt) => {
      if (receipt.status !== "dropped") return;
      const lost = "Too much is waiting; this turn was not kept.";
      onError(new MemoryError("queue_full", lost), "ingest");
    },
    (thrown: unknown) => onError(thrown, "ingest"),
  );
}

/** Lets every chunk through as it comes. A reply that breaks off was not said. */
function listening(
  { headers }: Response,
  protocol: Protocol,
  answered: (text: string) => void,
): TransformStream<Uint8Array, Uint8Array> {
  const isStream = headers.get("content-type")?.includes("text/event-stream") === true;
  const listener = isStream ? streamListener(protocol) : replyListener(protocol);
  const decoder = new TextDecoder();
  let left = MAX_HEARD;
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk);
      if (left <= 0) return;
      left -= chunk.length;
      listener.take(decoder.decode(chunk, { stream: true }));
    },
    flush: () => answered(listener.text()),
  });
}

type Listener = Readonly<{ take: (text: string) => void; text: () => string }>;

function streamListener(protocol: Protocol): Listener {
  const said: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = objectIn(data);
      if (event !== undefined) said.push(protocol.added(event));
    },
  });
  return { take: (text) => parser.feed(text), text: () => said.join("") };
}

function replyListener(protocol: Protocol): Listener {
  const parts: string[] = [];
  return {
    take: (text) => parts.push(text),
    text: () => {
      const reply = objectIn(parts.join(""));
      return reply === undefined ? "" : protocol.answered(reply);
    },
  };
}
