// What is told to other programs: which changes are events, and what an event holds. Never the words of a memory or a
// message; whoever may read them asks for them by id.

import type { Change, ChangeSet } from "./change-set.ts";
import { type DeltaEvent, deltaEvent } from "./history.ts";
import type { Memory, Timestamp } from "./memory.ts";

export const WEBHOOK_EVENTS = [
  "memory.created",
  "memory.updated",
  "memory.merged",
  "memory.forgotten",
  "memory.restored",
  "memory.deleted",
  "message.received",
  "review.opened",
  "review.decided",
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

export type WebhookEvent = Readonly<{
  type: WebhookEventType;
  at: Timestamp;
  data: Readonly<Record<string, string | number>>;
}>;

const OF_MEMORY: Readonly<Record<DeltaEvent, WebhookEventType>> = {
  created: "memory.created",
  updated: "memory.updated",
  merged: "memory.merged",
  soft_deleted: "memory.forgotten",
  deleted: "memory.deleted",
  restored: "memory.restored",
};

export function webhookEvents(set: ChangeSet): readonly WebhookEvent[] {
  return set.changes.flatMap((change) => {
    const told = eventOf(change, set.cause);
    return told === undefined ? [] : [{ ...told, at: set.at }];
  });
}

function eventOf(change: Change, cause: string): Omit<WebhookEvent, "at"> | undefined {
  switch (change.type) {
    case "create":
      return { type: "memory.created", data: ofMemory(change.memory, cause) };
    case "revise": {
      const event = deltaEvent(change.event, change.memory);
      return event && { type: OF_MEMORY[event], data: ofMemory(change.memory, cause) };
    }
    case "purge":
      return { type: "memory.deleted", data: { id: change.id, cause } };
    case "keep": {
      const { id, channel } = change.message;
      return { type: "message.received", data: { id, channel } };
    }
    case "propose":
      return { type: "review.opened", data: ofReview(change.review) };
    case "decide":
      return { type: "review.decided", data: ofReview(change.review) };
    default:
      return undefined;
  }
}

function ofMemory(memory: Memory, cause: string) {
  const { id, version, kind, state, scope, user } = memory;
  return { id, version, kind, state, scope, cause, ...(user === undefined ? {} : { user }) };
}

function ofReview({ id, state, act }: Extract<Change, { type: "propose" }>["review"]) {
  return { id, state, would: act.type };
}
