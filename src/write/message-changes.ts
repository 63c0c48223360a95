// What keeping a message writes: the record itself, its line in the day's journal, its vector, and its place in the
// channel's conversation.

import type { Change } from "../model/change-set.ts";
import { dayName } from "../model/dates.ts";
import { messageEmbeddingText } from "../model/embedding-text.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { cut, inert } from "../model/text.ts";
import type { Buffer } from "../ports/store.ts";
import type { Accepted } from "./accept-message.ts";
import type { IngestDeps } from "./act.ts";
import { embedNow } from "./merge/neighbours.ts";

export type BufferPolicy = Readonly<{
  /** A channel quiet for so long has ended its conversation. */
  quietMinutes: number;
  /** A conversation that goes on longer than this is cut. */
  maxMinutes: number;
}>;

type AcceptedMessage = Extract<Accepted, { type: "accepted" }>;

const MINUTE_MS = 60_000;
const PREVIOUS_CHARACTERS = 400;

type MessageDeps = Pick<IngestDeps, "embedder" | "ids" | "listening" | "now"> &
  Readonly<{
    /** The open conversation of a channel, with what is about to be committed. */
    openBuffer: (tenant: string, channel: string) => Promise<Buffer | undefined>;
  }>;

/** What is written to store a message. */
export async function messageChanges(
  accepted: AcceptedMessage,
  previous: Message | undefined,
  deps: MessageDeps,
): Promise<readonly Change[]> {
  const { message, isMined } = accepted;
  const messageId = message.id;
  return [
    {
      type: "keep",
      message,
      context: contextOf(message, previous),
      searchable: accepted.heldFor === undefined,
    },
    { type: "journal", day: message.at.slice(0, 10), messageId, line: journalLine(message) },
    ...(await embedding(accepted, deps)),
    ...(await buffering(accepted, deps)),
    ...(isMined ? [] : [{ type: "mined", messageId, outcome: "skipped" } as const]),
  ];
}

/** What the guard holds is kept as a record, out of reach of any search. */
async function embedding(
  { message, heldFor }: AcceptedMessage,
  deps: MessageDeps,
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
async function buffering(accepted: AcceptedMessage, deps: MessageDeps): Promise<readonly Change[]> {
  const { message, isPerson, heldFor } = accepted;
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
  const buffer = await deps.openBuffer(message.tenant, channel);
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

/** One message as one line of the day's journal, so written that no text can pretend to be another line. */
export function journalLine(message: NewMessage): string {
  const time = message.at.slice(11, 19);
  const where =
    message.thread === undefined ? message.channel : `${message.channel}/${message.thread}`;
  const place = message.source === undefined ? where : `${where}, ${message.source}`;
  return `- ${time} **${inert(message.author.name)}** (${inert(place)}): ${inert(message.text)}`;
}
