// The one record. Every kind of memory is this shape.

import type { Kind, Section, Stability } from "./kinds.ts";
import type { Origin, Trust } from "./origin.ts";
import type { State } from "./state.ts";

/** ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it. */
export type Timestamp = string;

export type Importance = 1 | 2 | 3 | 4 | 5;

export type Sensitivity = "normal" | "sensitive";

/** What a memory rests on: a span of a message, or a statement someone made in so many words. */
export type Evidence =
  | Readonly<{ type: "span"; messageId: string; start: number; end: number; quote: string }>
  | Readonly<{ type: "statement"; text: string }>;

/** Who wrote it and in what run of which program. */
export type Writer = Readonly<{
  agent?: string;
  run?: string;
  actor?: string;
  role?: string;
  job?: string;
}>;

export type Memory = Readonly<{
  id: string;
  tenant: string;
  /** `shared`, `user` (only the owner), or the name of the one agent that may see it. */
  scope: string;
  /** The owner when the scope is `user`; also what the filter `user_id` matches. */
  user?: string;
  /** Whom it is about: a user id, or `__lore__`. */
  subject?: string;
  kind: Kind;
  category: string;
  text: string;
  title?: string;
  tags: readonly string[];
  section?: Section;
  topicId?: string;
  participants: readonly string[];
  confidence: number;
  importance: Importance;
  pinned: boolean;
  stability: Stability;
  sensitivity: Sensitivity;
  origins: readonly Origin[];
  trust: Trust;
  evidence: readonly Evidence[];
  derivedFrom: readonly string[];
  supersededBy?: string;
  state: State;
  version: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  /** When it was true in the world. */
  validFrom?: Timestamp;
  validTo?: Timestamp;
  expiresAt?: Timestamp;
  purgeAt?: Timestamp;
  channel?: string;
  thread?: string;
  writer: Writer;
}>;

/** As much of a memory as a new line is compared with. */
export type MemoryLine = Pick<
  Memory,
  | "id"
  | "version"
  | "kind"
  | "scope"
  | "user"
  | "subject"
  | "text"
  | "state"
  | "trust"
  | "validFrom"
>;
