// Our memories in mem0's shapes.

import { createHash } from "node:crypto";
import type { HistoryEntry } from "../../model/history.ts";
import type { Memory } from "../../model/memory.ts";
import type { Receipt } from "../../model/receipt.ts";

export function shownMemory(memory: Memory): Readonly<Record<string, unknown>> {
  const { id, text, category, createdAt, updatedAt, expiresAt } = memory;
  return {
    id,
    memory: text,
    user_id: memory.user ?? memory.subject ?? null,
    agent_id: memory.writer.agent ?? null,
    app_id: null,
    run_id: memory.channel ?? null,
    hash: createHash("sha256").update(text).digest("hex"),
    metadata: null,
    categories: [category],
    created_at: createdAt,
    updated_at: updatedAt,
    expiration_date: expiresAt ?? null,
  };
}

export function shownHistory(
  entries: readonly HistoryEntry[],
  memory: Memory | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  return entries.map((entry, place) => ({
    id: `${entry.memoryId}:${place + 1}`,
    memory_id: entry.memoryId,
    input: [],
    old_memory: entry.old?.text ?? null,
    new_memory: entry.event === "DELETE" ? null : (entry.new?.text ?? null),
    user_id: memory?.user ?? memory?.subject ?? null,
    categories: memory === undefined ? [] : [memory.category],
    event: entry.event,
    created_at: entry.at,
    updated_at: entry.at,
  }));
}

/** What was stored or joined something known. For what waits for a person or was refused mem0 has no word. */
export function shownReceipts(
  receipts: readonly Receipt[],
): readonly Readonly<Record<string, unknown>>[] {
  const shown = (event: string) => (of: Readonly<{ id: string; text: string }>) => ({
    id: of.id,
    memory: of.text,
    data: { memory: of.text },
    event,
  });
  return receipts.flatMap(({ stored, merged }) => [
    ...stored.map(shown("ADD")),
    ...merged.map(shown("UPDATE")),
  ]);
}
