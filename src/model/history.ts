// What happened to a memory, and what a thread is told about it.

import type { Memory, Timestamp } from "./memory.ts";

export const HISTORY_EVENTS = [
  "ADD",
  "UPDATE",
  "DELETE",
  "MERGE",
  "LINK",
  "TTL",
  "RESTORE",
] as const;
export type HistoryEvent = (typeof HISTORY_EVENTS)[number];

export type HistoryEntry = Readonly<{
  memoryId: string;
  event: HistoryEvent;
  at: Timestamp;
  actor: string;
  cause: string;
  reason: string;
  /** The text before and after; absent where there was none, or where it was erased. */
  old?: Readonly<{ version: number; text: string; state: string }>;
  new?: Readonly<{ version: number; text: string; state: string }>;
  meta: Readonly<Record<string, unknown>>;
}>;

export const DELTA_EVENTS = [
  "created",
  "updated",
  "merged",
  "deleted",
  "soft_deleted",
  "restored",
] as const;
export type DeltaEvent = (typeof DELTA_EVENTS)[number];

/** One line of a thread's change log. */
export type Delta = Readonly<{
  revision: number;
  memoryId: string;
  event: DeltaEvent;
  category: string;
  text: string;
  importance: number;
  at: Timestamp;
}>;

/** How a history event reads to a thread; a link changes nothing that a reader would be told. */
export function deltaEvent(event: HistoryEvent, after: Memory | undefined): DeltaEvent | undefined {
  switch (event) {
    case "ADD":
      return "created";
    case "UPDATE":
      return "updated";
    case "MERGE":
      return "merged";
    case "RESTORE":
      return "restored";
    case "DELETE":
    case "TTL":
      return after === undefined ? "deleted" : "soft_deleted";
    case "LINK":
      return undefined;
  }
}
