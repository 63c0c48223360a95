// What a person who looks over the whole memory asks of the store: counts, people, conversations, edges. Every answer
// holds only what the viewer may see.

import type { Look, MemoryFilter } from "../model/filter.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import type { NewMessage } from "../model/message.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Page } from "./store.ts";

export interface OverviewReader {
  /** How many memories were made and how many ended, by day in UTC, oldest first; days with neither are left out. */
  perDay(viewer: Viewer, since: Timestamp): Promise<readonly DayCount[]>;
  totals(viewer: Viewer): Promise<Readonly<{ people: number; messages: number }>>;
  /** What waits in a tenant: jobs by state, and reviews that nobody has decided and that are not over. */
  work(tenant: string, now: Timestamp): Promise<WorkCount>;
  facets(viewer: Viewer, query: { filter: MemoryFilter; look: Look }): Promise<Facets>;
  /** The ones that were heard last come first. `after` is the channel of the last one seen. */
  conversations(viewer: Viewer, page: Page): Promise<readonly Conversation[]>;
  /** Newest first, each with the memories that rest on it. `before` is the id of the last one seen. */
  messages(
    viewer: Viewer,
    query: { channel: string; limit: number; before?: string },
  ): Promise<readonly (NewMessage & Readonly<{ taught: readonly string[] }>)[]>;
  /** What rests on a message and was not forgotten, oldest first. */
  taught(viewer: Viewer, messageId: string): Promise<readonly Memory[]>;
  /** Whoever was heard last comes first. `after` is the id of the last one seen; `name` is a part of a name or an id. */
  people(viewer: Viewer, query: Page & Readonly<{ name?: string }>): Promise<readonly Person[]>;
  edges(viewer: Viewer, query: EdgeQuery): Promise<readonly Edge[]>;
  /** Names under which agents wrote. */
  agents(viewer: Viewer): Promise<readonly string[]>;
  /** Tokens by day and model, the newest day first. */
  usage(tenant: string, sinceDay: string): Promise<readonly ModelUse[]>;
}

export type DayCount = Readonly<{ day: string; added: number; ended: number }>;
export type WorkCount = Readonly<{
  queued: number;
  running: number;
  dead: number;
  pendingReviews: number;
}>;

export type Facet = readonly Readonly<{ value: string; count: number }>[];
/** `states` counts every state; the others only the states that were asked for. */
export type Facets = Readonly<{
  kinds: Facet;
  states: Facet;
  categories: Facet;
  subjects: Facet;
  tags: Facet;
}>;

export type Conversation = Readonly<{
  channel: string;
  messages: number;
  first: Timestamp;
  last: Timestamp;
  /** Names of those who spoke, most talkative first. */
  people: readonly string[];
  /** Whether it still gathers messages for an episode. */
  open: boolean;
}>;

export type Person = Readonly<{
  user: string;
  name: string;
  memories: number;
  messages: number;
  lastSeen?: Timestamp;
  hasProfile: boolean;
}>;

/** `of`: edges at these memories only; without it, the strongest of all. */
export type EdgeQuery = Readonly<{ of?: readonly string[]; look: Look; limit: number }>;
/** Told only where both ends are visible. */
export type Edge = Readonly<{
  from: string;
  to: string;
  strength: number;
  type: "related_to" | "derived_from";
}>;

export type ModelUse = Readonly<{
  day: string;
  model: string;
  input: number;
  output: number;
  calls: number;
}>;
