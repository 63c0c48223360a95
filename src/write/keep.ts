// What keeping a message writes: the record itself, its line in the day's journal, its vector, and its place in the
// channel's conversation.

import type { Change } from "../model/change-set.ts";
import { dayName } from "../model/day-name.ts";
import { messageEmbeddingText } from "../model/embedding-text.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { cut } from "../model/text.ts";
import type { Buffer } from "../ports/store.ts";
import type { ListenDeps } from "./act.ts";
import { embedNow } from "./embed-now.ts";
import type { Heard } from "./hear.ts";
import { journalLine } from "./journal-line.ts";

export type BufferPolicy = Readonly<{
  /** A channel quiet for so long has ended its conversation. */
  quietMinutes: number;
  /** A conversation that goes on longer than this is cut. */
  maxMinutes: number;
}>;

type HeardMessage = Extract<Heard, { type: "heard" }>;

const MINUTE_MS = 60_000;
const PREVIOUS_CHARACTERS = 400;

/** What is written to keep a message. */
export async function keepChanges(
  heard: HeardMessage,
  previous: Message | undefined,
  deps: ListenDeps,
): Promise<readonly Change[]> {
  const { message, isMined } = heard;
  const messageId = message.id;
  return [
    {
      type: "keep",
      message,
      context: contextOf(message, previous),
      searchable: heard.heldFor === undefined,
    },
    { type: "journal", day: message.at.slice(0, 10), messageId, line: journalLine(message) },
    ...(await embedding(heard, deps)),
    ...(await buffering(heard, deps)),
    ...(isMined ? [] : [{ type: "mined", messageId, outcome: "skipped" } as const]),
  ];
}

/** What the guard holds is kept as a record, out of reach of any search. */
async function embedding(
  { message, heldFor }: HeardMessage,
  deps: ListenDeps,
): Promise<readonly Change[]> {
  if (heldFor !== undefined) return [];
  const { id, tenant } = message;
  const { vectors, failure } = await embedNow(
    [messageEmbeddingText(message)],
    { tenant, user: message.author.id },
    deps.embedder,
  );
  const [embedded] = vectors;
  if (embedded !== undefined) return [{ type: "embed", item: "message", id, ...embedded }];
  const at = deps.now().toISOString();
  const payload = { item: "message", id };
  const key = `message:${id}`;
  const job = { id: deps.ids(), tenant, name: "embed", key, payload, runAt: at };
  const later: Change = { type: "enqueue", job };
  if (failure === undefined) return [later];
  const failed = { op: "memory_embedding_error", status: "error", detail: failure } as const;
  return [
    later,
    { type: "record", activity: { tenant, at, node: "hotpath", messageId: id, ...failed } },
  ];
}

/** Who speaks, when, and what it answers: a question often shares words with these and not with the answer. */
function contextOf(message: NewMessage, previous: Message | undefined): string {
  const before = previous === undefined ? "" : cut(previous.text, PREVIOUS_CHARACTERS);
  return [message.author.name, dayName(new Date(message.at)), before].join(" ");
}

/** Conversations are of people, and of what may be searched. */
async function buffering(heard: HeardMessage, deps: ListenDeps): Promise<readonly Change[]> {
  const { message, isPerson, heldFor } = heard;
  if (!isPerson || heldFor !== undefined) return [];
  const policy = deps.listening.buffer;
  const now = deps.now();
  const channel = channelOf(message);
  const append: Change = {
    type: "buffer",
    messageId: message.id,
    channel,
    buffer: deps.ids(),
    at: message.at,
    flushAt: new Date(now.getTime() + policy.quietMinutes * MINUTE_MS).toISOString(),
  };
  const buffer = await deps.store.messages.buffer(message.tenant, channel);
  if (buffer === undefined || !hasEnded(buffer, message, policy)) return [append];
  return [...closing(buffer, deps.ids(), now), append];
}

/** By the time of what was said, so that an old log is cut where its talk paused. */
function hasEnded(buffer: Buffer, message: NewMessage, policy: BufferPolicy): boolean {
  const said = Date.parse(message.at);
  const isQuiet = said - Date.parse(buffer.updatedAt) > policy.quietMinutes * MINUTE_MS;
  return isQuiet || said - Date.parse(buffer.startedAt) >= policy.maxMinutes * MINUTE_MS;
}

/** Ends a conversation: it takes no more messages, and its flush is on the way. */
export function closing(buffer: Buffer, jobId: string, now: Date): readonly Change[] {
  const runAt = now.toISOString();
  const payload = { buffer: buffer.id, channel: buffer.channel };
  return [
    { type: "close_buffer", channel: buffer.channel, buffer: buffer.id },
    {
      type: "enqueue",
      job: { id: jobId, tenant: buffer.tenant, name: "flush", key: buffer.id, payload, runAt },
    },
  ];
}

/** Threads are channels of their own. */
export function channelOf(message: NewMessage): string {
  return message.thread ?? message.channel;
}
