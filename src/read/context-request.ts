// What a caller asks of the context builder, and what each section of it gets and gives.

import type { Timestamp } from "../model/memory.ts";
import type { Viewer } from "../model/viewer.ts";
import type { LeftOut } from "./injectable.ts";
import type { Group } from "./layout.ts";
import type { ReadDeps } from "./request.ts";

export const CONTEXT_STYLES = [
  "pack",
  "agent",
  "slice",
  "background",
  "snapshot",
  "memory",
] as const;
export type ContextStyle = (typeof CONTEXT_STYLES)[number];

export type ContextInput = Readonly<{
  viewer: Viewer;
  style?: ContextStyle;
  query?: string;
  budgetTokens?: number;
  thread?: string;
  /** The revision of the thread that the caller saw last; without it no delta is told. */
  sinceRevision?: number;
  channel?: string;
  /** Ids of the people in the conversation, and of those mentioned. */
  participants?: readonly string[];
  mentions?: readonly string[];
  asOf?: Timestamp;
  validAt?: Timestamp;
  /** False for a prompt that is cached by its bytes: no random mark, everything escaped instead. */
  fence?: boolean;
}>;

/** How much of a category goes into a context: all of it, or the most relevant few (S5). */
export type CategoryMode = Readonly<{
  name: string;
  context: "all" | "rag";
  ragLength?: number;
}>;

export type ContextDeps = ReadDeps &
  Readonly<{
    /** A fresh random word of letters and digits. */
    nonce: () => string;
    categories: readonly CategoryMode[];
  }>;

export type Section = Readonly<{ group: Group; leftOut: readonly LeftOut[] }>;
