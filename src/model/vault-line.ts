// One version of a memory as a line of the vault file. The file alone can rebuild the store, so a line also says
// who made the version and why.

import type { ChangeSet } from "./change-set.ts";
import type { HistoryEvent } from "./history.ts";
import { POLICIES } from "./kinds.ts";
import type { Memory } from "./memory.ts";

type Ended = Readonly<{ set: Pick<ChangeSet, "actor" | "cause" | "at">; event: HistoryEvent }>;
export type Made = Ended & Readonly<{ reason: string }>;

export function vaultLine(memory: Memory, made: Made): string {
  return JSON.stringify({
    id: memory.id,
    version: memory.version,
    tenant: memory.tenant,
    text: memory.text,
    scope: memory.scope,
    category: memory.category,
    ...(POLICIES[memory.kind].vault ? { tier: memory.kind } : {}),
    topic_id: memory.topicId ?? null,
    tags: memory.tags,
    created_at: memory.createdAt,
    updated_at: memory.updatedAt,
    source: vaultSource(memory, made),
    deleted_at: memory.state === "soft_deleted" ? memory.updatedAt : null,
    memory,
    change: {
      event: made.event,
      actor: made.set.actor,
      cause: made.set.cause,
      reason: made.reason,
      at: made.set.at,
    },
  });
}

/** A memory that is gone leaves a line without content, so that a rebuild does not bring it back. */
export function purgedLine(tenant: string, id: string, made: Ended): string {
  const { actor, cause, at } = made.set;
  return JSON.stringify({
    id,
    tenant,
    purged: true,
    change: { event: made.event, actor, cause, at },
  });
}

/** Null for what was moved in and told of no source: nobody knows it. */
function vaultSource(memory: Memory, made: Made): string | null {
  if (memory.source !== undefined) return memory.source;
  if (memory.origins.every((origin) => origin === "import")) return null;
  if (made.set.cause === "promote") return "promotion";
  if (memory.origins.includes("operator")) return "operator";
  if (memory.evidence.some((piece) => piece.type === "span")) return "chat";
  return memory.writer.agent === undefined ? "manual" : "tool";
}
