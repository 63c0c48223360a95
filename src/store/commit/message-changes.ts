// Writes what was said, and the buffers that gather it into conversations.

import { MemoryError } from "../../errors.ts";
import type { Change, ChangeSet } from "../../model/change-set.ts";
import { type Step, send } from "../database.ts";
import { isErased } from "../erase.ts";
import { leaveContexts } from "../leave-contexts.ts";
import { ms } from "../memory-row.ts";
import { writeWords } from "./words.ts";
import type { CommitWriting, Writing } from "./writing.ts";

type Of<T extends Change["type"]> = Extract<Change, { type: T }>;

export function* keepMessage(
  change: Of<"keep">,
  set: ChangeSet,
  { words }: CommitWriting,
): Step<void> {
  const { message } = change;
  yield* send(
    `INSERT INTO messages (tenant, id, channel, thread, at, author_id, author_name, is_bot, text, context, role,
       origin, scope, user_id, source, searchable, mined)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')`,
    [
      set.tenant,
      message.id,
      message.channel,
      message.thread ?? null,
      ms(message.at),
      message.author.id,
      message.author.name,
      message.author.isBot ? 1 : 0,
      message.text,
      change.context,
      message.role,
      message.origin,
      message.scope,
      message.user ?? null,
      message.source ?? null,
      change.searchable ? 1 : 0,
    ],
  );
  yield* refuseErased(set.tenant, message.id);
  const { tenant } = set;
  const { id, text } = message;
  const { searchable, context } = change;
  const filing = searchable ? "first" : "never";
  words.push({ item: "message", tenant, id, filing, text, context });
}

/** After the row is in: a writer that waited for the erasing to end sees here that it did. */
function* refuseErased(tenant: string, id: string): Step<void> {
  if (yield* isErased(tenant, "message", id))
    throw new MemoryError("conflict", `The message ${id} was erased.`);
}

export function* journalLine(
  change: Of<"journal">,
  set: ChangeSet,
  { keepsFiles }: Writing,
): Step<void> {
  if (!keepsFiles) return;
  yield* send("INSERT INTO file_outbox (tenant, file, item_id, line) VALUES (?, ?, ?, ?)", [
    set.tenant,
    change.day,
    change.messageId,
    change.line,
  ]);
}

export function* withdrawMessage(
  change: Of<"withdraw">,
  set: ChangeSet,
  writing: CommitWriting,
): Step<void> {
  const { dialect } = writing;
  yield* writeWords(writing);
  yield* leaveContexts(dialect, set.tenant, change.messageId);
  yield* dialect.removeText("message", set.tenant, change.messageId);
  yield* dialect.removeVectors("message", set.tenant, change.messageId);
  const at = [set.tenant, change.messageId];
  yield* send("DELETE FROM file_outbox WHERE tenant = ? AND item_id = ? AND file <> 'vault'", at);
  yield* send("DELETE FROM messages WHERE tenant = ? AND id = ?", at);
}

export function* setMined(change: Of<"mined">, set: ChangeSet): Step<void> {
  yield* send("UPDATE messages SET mined = ? WHERE tenant = ? AND id = ?", [
    change.outcome,
    set.tenant,
    change.messageId,
  ]);
}

/** The channel's open buffer wins over the id we would open one under, so two writers share one. */
export function* bufferMessage(change: Of<"buffer">, set: ChangeSet): Step<void> {
  const said = ms(change.at);
  yield* send(
    `INSERT INTO buffers (tenant, channel, id, started_at, updated_at, flush_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, channel) DO UPDATE SET updated_at = excluded.updated_at, flush_at = excluded.flush_at`,
    [set.tenant, change.channel, change.buffer, said, said, ms(change.flushAt)],
  );
  yield* send(
    `UPDATE messages SET buffer = (SELECT b.id FROM buffers b WHERE b.tenant = ? AND b.channel = ?)
     WHERE tenant = ? AND id = ?`,
    [set.tenant, change.channel, set.tenant, change.messageId],
  );
}

export function* closeBuffer(change: Of<"close_buffer">, set: ChangeSet): Step<void> {
  yield* send("DELETE FROM buffers WHERE tenant = ? AND channel = ? AND id = ?", [
    set.tenant,
    change.channel,
    change.buffer,
  ]);
}

export function* emptyBuffer(change: Of<"empty_buffer">, set: ChangeSet): Step<void> {
  yield* send("UPDATE messages SET buffer = NULL WHERE tenant = ? AND buffer = ?", [
    set.tenant,
    change.buffer,
  ]);
}
