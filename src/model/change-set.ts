// A change is data: stages build it, the store applies it in one transaction, whole or not at all.

import type { Activity } from "./audit.ts";
import type { HistoryEvent } from "./history.ts";
import type { NewJob } from "./job.ts";
import type { Memory, Relation, Timestamp } from "./memory.ts";
import type { NewMessage } from "./message.ts";
import type { Place } from "./place.ts";
import type { Review } from "./review.ts";
import type { Imported } from "./transfer-format.ts";

export type Item = "memory" | "message";

export type Change =
  | Readonly<{ type: "create"; memory: Memory; reason: string }>
  /** `expect` is the version the change was decided on; any other is a conflict. */
  | Readonly<{
      type: "revise";
      memory: Memory;
      expect: number;
      event: HistoryEvent;
      reason: string;
    }>
  /** Ends a memory and everything that repeats its text; a content-free tombstone stays. */
  | Readonly<{ type: "purge"; id: string; expect: number; reason: string }>
  | Readonly<{ type: "embed"; item: Item; id: string; model: string; vector: Float32Array }>
  | Readonly<{ type: "link"; relation: Relation }>
  /** The neighbours of these memories are to be found when nobody waits. */
  | Readonly<{ type: "tie"; ids: readonly string[] }>
  /**
   * `context` is what surrounds it (who speaks, what came before), searchable beside its own words.
   * A message that the guard holds is kept as a record but is not searchable.
   */
  | Readonly<{ type: "keep"; message: NewMessage; context: string; searchable: boolean }>
  /** One line for the journal of a day, such as `2026-05-01`. */
  | Readonly<{ type: "journal"; day: string; messageId: string; line: string }>
  /** Puts a message into its channel's open buffer, or opens one under that id. */
  | Readonly<{
      type: "buffer";
      messageId: string;
      channel: string;
      buffer: string;
      at: Timestamp;
      flushAt: Timestamp;
    }>
  /** No more messages go into it; what it holds waits for its flush. */
  | Readonly<{ type: "close_buffer"; channel: string; buffer: string }>
  /** What it held now stands in an episode. */
  | Readonly<{ type: "empty_buffer"; buffer: string }>
  | Readonly<{ type: "withdraw"; messageId: string; reason: string }>
  /** A piece of a document stands elsewhere in it now. */
  | Readonly<{ type: "place"; messageId: string; place: Place }>
  | Readonly<{ type: "mined"; messageId: string; outcome: MinedOutcome }>
  | Readonly<{ type: "propose"; review: Review }>
  | Readonly<{ type: "decide"; review: Review }>
  | Readonly<{ type: "enqueue"; job: NewJob }>
  | Readonly<{ type: "record"; activity: Activity }>
  /** What became of a record of an import, in the same transaction as what it became. */
  | Readonly<{ type: "imported"; imported: Imported }>;

/** What became of reading a message for facts. "Nothing" and "failed" are never the same. */
export type MinedOutcome = "pending" | "facts" | "nothing" | "failed" | "skipped";

export type ChangeSet = Readonly<{
  tenant: string;
  at: Timestamp;
  /** Who did it: a user, an agent, an operator, a job. */
  actor: string;
  /** Which act of the engine: `remember`, `forget`, `consolidate`… */
  cause: string;
  /** Something done on purpose: the audit trail tells of it. */
  isDeliberate?: boolean;
  changes: readonly Change[];
}>;
