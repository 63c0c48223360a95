// One thing said, kept whole: the source that memories point back to.

import type { Timestamp } from "./memory.ts";
import type { Metadata } from "./metadata.ts";
import type { Origin } from "./origin.ts";
import type { Place } from "./place.ts";

export type Author = Readonly<{ id: string; name: string; isBot: boolean }>;

export type Message = Readonly<{
  tenant: string;
  id: string;
  channel: string;
  thread?: string;
  at: Timestamp;
  author: Author;
  /** Already screened: secrets and personal data are redacted before anything keeps it. */
  text: string;
  role: "user" | "assistant" | "system" | "tool";
  origin: Origin;
  scope: string;
  /** The owner when the scope is `user`. */
  user?: string;
  /** How it came in, when not as text: `voice`. */
  source?: string;
  /** Where it stands, when it is a piece of a document. */
  place?: Place;
  /** What a program files it by; memories made of the message have it too. */
  metadata?: Metadata;
  /** Order of arrival, given by the store, so that neighbours can be found. */
  position: number;
}>;

export type NewMessage = Omit<Message, "position">;

/** As anybody outside is told of it: positions count the messages of every tenant, so they show how busy others are. */
export function withoutPosition({ position: _position, ...message }: Message): NewMessage {
  return message;
}
