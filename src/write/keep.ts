// Keeps a message: the record itself, its line in the day's journal, its vector, and its place in the channel's
// conversation. One commit; when it returns, the message survives a crash.

import type { Change } from "../model/change-set.ts";
import { messageEmbeddingText } from "../model/embedding-text.ts";
import type { Message, NewMessage } from "../model/message.ts";
import type { Buffer } from "../ports/store.ts";
import { journalLine } from "./journal-line.ts";
import type { Embedded } from "./neighbours.ts";

export type BufferPolicy = Readonly<{
  /** A channel quiet for so long has ended its conversation. */
  quietMinutes: number;
  /** A conversation that goes on longer than this is cut. */
  maxMinutes: number;
}>;

export type Keeping = Readonly<{
  message: NewMessage;
  previous: Message | NewMessage | undefined;
  isSearchable: boolean;
  embedded: Embedded | undefined;
  buffer: Buffer | undefined;
  isBuffered: boolean;
  /** For a buffer or a job that has to be opened. */
  newId: () => string;
  now: Date;
}>;

const MINUTE_MS = 60_000;
const PREVIOUS_CHARACTERS = 400;

export function keepChanges(keeping: Keeping, policy: BufferPolicy): readonly Change[] {
  const { message, embedded, isSearchable } = keeping;
  return [
    {
      type: "keep",
      message,
      context: contextOf(message, keeping.previous),
      searchable: isSearchable,
    },
    {
      type: "journal",
      day: message.at.slice(0, 10),
      messageId: message.id,
      line: journalLine(message),
    },
    ...(embedded === undefined || !isSearchable
      ? []
      : [{ type: "embed" as const, item: "message" as const, id: message.id, ...embedded }]),
    ...(keeping.isBuffered ? bufferChanges(keeping, policy) : []),
  ];
}

export function embeddedText(message: NewMessage): string {
  return messageEmbeddingText(message);
}

const DATE = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Who speaks, when, and what it answers: a question often shares words with these and not with the answer. */
function contextOf(message: NewMessage, previous: Message | NewMessage | undefined): string {
  const before = previous === undefined ? "" : previous.text.slice(0, PREVIOUS_CHARACTERS);
  return [message.author.name, DATE.format(new Date(message.at)), before].join(" ");
}

function bufferChanges(keeping: Keeping, policy: BufferPolicy): readonly Change[] {
  const { message, buffer, newId, now } = keeping;
  const channel = channelOf(message);
  const flushAt = new Date(now.getTime() + policy.quietMinutes * MINUTE_MS).toISOString();
  const append: Change = {
    type: "buffer",
    messageId: message.id,
    channel,
    buffer: newId(),
    at: message.at,
    flushAt,
  };
  if (buffer === undefined || !hasEnded(buffer, message, policy)) return [append];
  return [...closing(buffer, newId(), now), append];
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
