// What a reader may ask for. The keys are a closed list; each becomes a condition inside the database.

import type { Kind } from "./kinds.ts";
import type { Timestamp } from "./memory.ts";
import type { MetadataFilter } from "./metadata.ts";
import type { State } from "./state.ts";

export type MemoryFilter = Readonly<{
  user?: string;
  subject?: string;
  agent?: string;
  run?: string;
  actor?: string;
  role?: string;
  scope?: string;
  kinds?: readonly Kind[];
  /** Within what the viewer may read at all. */
  categories?: readonly string[];
  /** Any of them. */
  tags?: readonly string[];
  topicId?: string;
  channel?: string;
  pinned?: boolean;
  importanceMin?: number;
  importanceMax?: number;
  updatedAfter?: Timestamp;
  updatedBefore?: Timestamp;
  createdAfter?: Timestamp;
  createdBefore?: Timestamp;
  sensitivity?: "normal" | "sensitive";
  ids?: readonly string[];
  /** Stands in the text: words however they are written, signs as they are. */
  contains?: string;
  metadata?: MetadataFilter;
}>;

/** When and in which states a reader looks. */
export type Look = Readonly<{
  now: Timestamp;
  /** Only active records unless someone asks for others on purpose. */
  states?: readonly State[];
  /** What was known at that time. */
  asOf?: Timestamp;
  /** What was true in the world at that time. */
  validAt?: Timestamp;
}>;
