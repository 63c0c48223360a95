// Whether a record tells of something that was erased here. A person who was erased takes with them what they said and
// what is about them.

import type { StoredRecord } from "../ports/transfer-store.ts";
import type { Step } from "./database.ts";
import { isErased } from "./erase.ts";

export function* wasErased(tenant: string, record: StoredRecord): Step<boolean> {
  for (const [item, id] of marksOf(record))
    if (id !== undefined && (yield* isErased(tenant, item, id))) return true;
  return false;
}

type Mark = readonly [item: "message" | "memory" | "subject", id: string | undefined];

function marksOf(record: StoredRecord): readonly Mark[] {
  switch (record.type) {
    case "message": {
      const { id, author, user } = record.message;
      return [
        ["message", id],
        ["subject", author.id],
        ["subject", user],
      ];
    }
    case "version": {
      const { id, subject, user } = record.memory;
      return [
        ["memory", id],
        ["subject", subject],
        ["subject", user],
      ];
    }
    case "event":
      return [["memory", record.memoryId]];
    case "relation":
      return [
        ["memory", record.relation.from],
        ["memory", record.relation.to],
      ];
    case "review":
      return [["subject", record.review.user]];
    case "checkpoint":
      return [["subject", record.user]];
    // These name a memory by its id and hold none of its words; they stay where it was erased, too.
    case "access":
    case "delta":
    case "buffer":
    case "job":
    case "thread":
    case "tombstone":
    case "import":
    case "imported":
      return [];
  }
}
