// The one record. Every kind of memory is this shape.

import type { Kind, Section, Stability } from "./kinds.ts";
import type { Metadata } from "./metadata.ts";
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

/** By what way a record of the vault came in, in the words of its file. */
export const VAULT_SOURCES = ["chat", "manual", "tool", "operator", "promotion"] as const;
export type VaultSource = (typeof VAULT_SOURCES)[number];

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
  /** As the caller gave it; without one the vault file tells it from where the words came. */
  source?: VaultSource;
  /** What somebody said of it after it was handed out; of these words, so other words begin without one. */
  verdict?: Verdict;
  /** What a program files it by. */
  metadata?: Metadata;
  writer: Writer;
}>;

export const VERDICTS = ["helpful", "wrong"] as const;
export type Verdict = (typeof VERDICTS)[number];

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

/** The category of the notes that our own jobs leave. */
export const UPKEEP_CATEGORY = "upkeep";

/** A fact that says what its subject is called; its title is the name. */
export const NAME_TAG = "name";
/** A fact that says how its subject wants to be treated or answered. */
export const INSTRUCTION_TAG = "instruction";

/** What our own machinery did, for people who look after it: no answer to anything, and nothing for a prompt. */
export function isUpkeepNote({ kind, category, origins }: Memory): boolean {
  return (
    kind === "summary" &&
    category === UPKEEP_CATEGORY &&
    origins.every((origin) => origin === "job")
  );
}

// An edge between two memories of one tenant.

export type Relation = Readonly<{
  from: string;
  to: string;
  type: "related_to";
  /** The score that made the edge, 0 to 1. */
  strength: number;
  createdAt: Timestamp;
}>;

// What is kept of a memory being handed out: how often, when last, and why it scored as it did then. Never the question.

export type Scored = Readonly<{ score: number; parts: Readonly<Record<string, number>> }>;

/** A line of a profile or of the journal is handed out without being scored. Once, unless it says how often. */
export type HandedOut = Readonly<{ id: string; scored?: Scored; times?: number }>;

export type Retrieval = Readonly<{ times: number; lastAt?: Timestamp }> & Partial<Scored>;

// Categories that the engine itself files memories under. They exist whatever list is configured: a list says what
// people may add, and must not make the engine's own memories disappear.

export const BUILT_IN_CATEGORIES: readonly string[] = [
  "general",
  "lore",
  "procedural",
  "preference",
  "profile",
  "relationship",
  "relationship_dynamic",
  "project",
  "event",
  "upkeep",
  "other",
];
