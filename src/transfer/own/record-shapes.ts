// A line of our own export, read back. Whoever can write such a file can write anything into it, so each line is held
// to the shape it must have.

import { z } from "zod";
import { MemoryShape, MessageShape, ProposalShape } from "../../curate/stored-shapes.ts";
import { HISTORY_EVENTS } from "../../model/history.ts";
import type { StoredRecord } from "../../ports/transfer-store.ts";

const Text = z.string();
const Time = z.iso.datetime({ precision: 3 });
const Count = z.int().min(0);
const Meta = z.record(z.string(), z.unknown());

const Happened = z.object({
  event: z.enum(HISTORY_EVENTS),
  actor: Text,
  cause: Text,
  reason: Text.default(""),
  at: Time,
});

const ReviewAct = z.discriminatedUnion("type", [
  z.object({ type: z.literal("store"), proposal: ProposalShape.loose() }),
  z.object({ type: z.literal("merge"), ids: z.array(Text), text: Text }),
  z.object({ type: z.literal("delete"), id: Text }),
]);

const ReviewShape = z.object({
  id: Text,
  tenant: Text,
  user: Text.exactOptional(),
  field: z
    .enum(["preferred_name", "pronouns", "city", "language", "tone", "goals"])
    .exactOptional(),
  why: Text,
  act: ReviewAct,
  hash: Text,
  state: z.enum(["pending", "approved", "rejected", "lapsed"]),
  signals: Count,
  createdAt: Time,
  lapsesAt: Time,
  decidedAt: Time.exactOptional(),
  decidedBy: Text.exactOptional(),
});

/** One shape for each type of record. */
export const RecordShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("tombstone"), item: Text, hash: Text, at: Time }),
  z.object({
    type: z.literal("message"),
    message: MessageShape,
    context: Text,
    searchable: z.boolean(),
    mined: z.enum(["pending", "facts", "nothing", "failed", "skipped"]),
    buffer: Text.exactOptional(),
  }),
  z.object({
    type: z.literal("buffer"),
    buffer: z.object({
      tenant: Text,
      channel: Text,
      id: Text,
      startedAt: Time,
      updatedAt: Time,
      flushAt: Time,
    }),
  }),
  z.object({ type: z.literal("version"), memory: MemoryShape, change: Happened }),
  z.object({ type: z.literal("event"), memoryId: Text, change: Happened, meta: Meta }),
  z.object({
    type: z.literal("relation"),
    relation: z.object({
      from: Text,
      to: Text,
      type: z.literal("related_to"),
      strength: z.number(),
      createdAt: Time,
    }),
  }),
  z.object({ type: z.literal("review"), review: ReviewShape }),
  z.object({
    type: z.literal("checkpoint"),
    user: Text,
    thread: Text,
    data: z.unknown(),
    createdAt: Time,
    updatedAt: Time,
  }),
  z.object({
    type: z.literal("job"),
    job: z.object({ id: Text, tenant: Text, name: Text, key: Text, payload: Meta, runAt: Time }),
  }),
  z.object({ type: z.literal("thread"), thread: Text, revision: Count }),
  z.object({
    type: z.literal("delta"),
    thread: Text,
    revision: Count,
    memoryId: Text,
    event: z.enum(["created", "updated", "merged", "deleted", "soft_deleted", "restored"]),
    at: Time,
  }),
  z.object({ type: z.literal("access"), memoryId: Text, lastAt: Time, times: Count }),
  z.object({
    type: z.literal("import"),
    import: z.object({
      id: Text,
      format: Text,
      source: Text,
      state: z.enum(["running", "done", "undone"]),
      startedAt: Time,
      endedAt: Time.exactOptional(),
    }),
  }),
  z.object({
    type: z.literal("imported"),
    imported: z.object({
      key: Text,
      importId: Text,
      item: z.enum(["message", "memory", "review", "none"]),
      itemId: Text,
      outcome: z.enum(["intended", "added", "merged", "passed"]),
    }),
  }),
]);

/** Undefined for a line that is none of ours. */
export function parseRecord(value: unknown): StoredRecord | undefined {
  const parsed = RecordShape.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** The first line says what the rest is; the last one that nothing is missing. */
export const Header = z.object({
  mneme: z.literal("export"),
  version: z.int(),
  tenant: Text,
  createdAt: Time,
  subject: Text.exactOptional(),
});
export const EXPORT_VERSION = 1;
export const End = z.object({ type: z.literal("end"), records: Count });
