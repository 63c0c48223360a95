// Writes the changes of a commit that concern messages and memories: their rows, versions and search entries.

import { MemoryError } from "../../errors.ts";
import type { Change, ChangeSet } from "../../model/change-set.ts";
import { memoryEmbeddingText } from "../../model/embedding-text.ts";
import { deltaEvent, type HistoryEvent } from "../../model/history.ts";
import type { Memory } from "../../model/memory.ts";
import { ownValue } from "../../model/own-value.ts";
import { maybeText } from "../columns.ts";
import { first, type Row, run, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { bury, isErased } from "../erase/erase.ts";
import { removeMemory, scrubContext } from "../erase/removal.ts";
import {
  COPY_VERSION,
  HOLD_MEMORY,
  INSERT_MEMORY,
  MEMORY_COLUMNS,
  memoryFromRow,
  memoryValues,
  metadataText,
  ms,
  revisionValues,
  UPDATE_MEMORY,
} from "../read/memory-row.ts";
import { memoryEntry } from "../search/text-entry.ts";
import {
  addHistoryLines,
  type CommitContext,
  type DeferredWords,
  type WriteContext,
  writeHistory,
  writeWords,
} from "./write-context.ts";

type Of<T extends Change["type"]> = Extract<Change, { type: T }>;

export function* createMemory(change: Of<"create">, writing: CommitContext): Step<void> {
  const { memory } = change;
  yield* send(INSERT_MEMORY, memoryValues(memory));
  yield* putTags(memory);
  yield* putSources(memory);
  writing.words.push(memoryEntry(memory, "first"));
  note({ memory, event: "ADD", reason: change.reason }, writing);
}

export function* reviseMemory(
  change: Of<"revise">,
  set: ChangeSet,
  writing: CommitContext,
): Step<void> {
  const { dialect } = writing;
  const { memory, expect, event, reason } = change;
  if (memory.version !== expect + 1)
    throw new MemoryError("internal", "A revision must be the version after the one it replaces.");
  const before = yield* first(FILED_UNDER, [set.tenant, memory.id]);
  if (!(yield* replaceVersion(memory, expect))) throw staleVersion(memory.id, expect);
  yield* putSources(memory);
  if (before === undefined || !isFiledAlike(before, memory)) yield* fileAnew(memory, writing);
  yield* dropStaleVectors(dialect, memory, expect);
  note({ memory, event, reason }, writing);
}

/** False when the memory is no longer at the version that is to be replaced. */
export function* replaceVersion(memory: Memory, replaced: number): Step<boolean> {
  const at = [memory.tenant, memory.id] as const;
  if ((yield* run(HOLD_MEMORY, [...at, replaced])) !== 1) return false;
  yield* send(COPY_VERSION, at);
  return (yield* run(UPDATE_MEMORY, revisionValues(memory, replaced))) === 1;
}

/** A vector of words that are gone would find the memory by them; without one it waits for a new one. */
function* dropStaleVectors(dialect: Dialect, memory: Memory, replaced: number): Step<void> {
  const row = yield* first(
    `SELECT ${MEMORY_COLUMNS} FROM memory_versions m WHERE m.tenant = ? AND m.id = ? AND m.version = ?`,
    [memory.tenant, memory.id, replaced],
  );
  if (row !== undefined && memoryEmbeddingText(memoryFromRow(row)) === memoryEmbeddingText(memory))
    return;
  yield* dialect.removeVectors("memory", memory.tenant, memory.id);
}

/** The version is checked by an update, which also keeps other writers away until this is done. */
export function* purgeMemory(
  change: Of<"purge">,
  set: ChangeSet,
  writing: CommitContext,
): Step<void> {
  const { dialect, notes, deltas } = writing;
  yield* writeWords(writing);
  addHistoryLines(set, writing);
  yield* writeHistory(writing);
  const at = [set.tenant, change.id] as const;
  const held = yield* run(
    "UPDATE memories SET state = 'purged' WHERE tenant = ? AND id = ? AND version = ?",
    [...at, change.expect],
  );
  if (held !== 1) throw staleVersion(change.id, change.expect);
  const row = yield* first("SELECT thread FROM memories WHERE tenant = ? AND id = ?", at);
  yield* removeMemory(dialect, ...at);
  yield* bury({ tenant: set.tenant, item: "memory", id: change.id, at: ms(set.at) });
  const thread = row === undefined ? undefined : maybeText(row, "thread");
  if (thread !== undefined) deltas.push({ id: change.id, thread, event: "deleted" });
  notes.push({ id: change.id, event: "DELETE", from: change.expect, to: null, reason: "" });
}

/** What the tags and the words of a memory are found by. */
const FILED_UNDER =
  "SELECT text, title, tags, category, section FROM memories WHERE tenant = ? AND id = ?";

function isFiledAlike(row: Row, memory: Memory): boolean {
  const { text, title = null, tags, category, section = null } = memory;
  const filed = { text, title, tags: JSON.stringify(tags), category, section };
  return Object.entries(filed).every(([name, value]) => ownValue(row, name) === value);
}

export function* fileAnew(memory: Memory, waiting: DeferredWords): Step<void> {
  const { tenant, id } = memory;
  yield* send("DELETE FROM memory_tags WHERE tenant = ? AND memory_id = ?", [tenant, id]);
  yield* putTags(memory);
  yield* writeWords(waiting);
  const taken = yield* waiting.dialect.removeText("memory", tenant, id);
  if (taken > 0) waiting.words.push(memoryEntry(memory, "again"));
}

function staleVersion(id: string, expect: number): MemoryError {
  return new MemoryError("conflict", `Memory ${id} has changed since version ${expect} was read.`, {
    details: { id, expect },
  });
}

export function* putTags(memory: Memory): Step<void> {
  for (const tag of new Set(memory.tags))
    yield* send("INSERT INTO memory_tags (tenant, tag, memory_id) VALUES (?, ?, ?)", [
      memory.tenant,
      tag,
      memory.id,
    ]);
}

/** Sources are only ever added: what a line once rested on must be found when that is erased. */
export function* putSources(memory: Memory): Step<void> {
  const spans = memory.evidence.flatMap((piece) =>
    piece.type === "span" ? [piece.messageId] : [],
  );
  const sources: [string, string][] = [
    ...[...new Set(spans)].map((id): [string, string] => ["message", id]),
    ...[...new Set(memory.derivedFrom)].map((id): [string, string] => ["memory", id]),
  ];
  for (const [source, id] of sources)
    yield* send(
      `INSERT INTO memory_sources (tenant, source, source_id, memory_id) VALUES (?, ?, ?, ?)
       ON CONFLICT (tenant, source, source_id, memory_id) DO NOTHING`,
      [memory.tenant, source, id, memory.id],
    );
}

type Noted = Readonly<{ memory: Memory; event: HistoryEvent; reason: string }>;

function note({ memory, event, reason }: Noted, { notes, deltas }: CommitContext): void {
  const { id, version } = memory;
  const from = version > 1 ? version - 1 : null;
  notes.push({ id, event, from, to: version, reason });
  const told = deltaEvent(event, memory);
  if (memory.thread !== undefined && told !== undefined)
    deltas.push({ id, thread: memory.thread, event: told });
}

/** Writes what was said, and the buffers that gather it into conversations. */
export function* keepMessage(
  change: Of<"keep">,
  set: ChangeSet,
  { words }: CommitContext,
): Step<void> {
  const { message } = change;
  yield* send(
    `INSERT INTO messages (tenant, id, channel, thread, at, author_id, author_name, is_bot, text, context, role,
       origin, scope, user_id, source, place, metadata, searchable, mined)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')`,
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
      message.place === undefined ? null : JSON.stringify(message.place),
      metadataText(message),
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
  { keepsFiles }: WriteContext,
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
  writing: CommitContext,
): Step<void> {
  const { dialect } = writing;
  yield* writeWords(writing);
  yield* scrubContext(dialect, set.tenant, change.messageId);
  yield* dialect.removeText("message", set.tenant, change.messageId);
  yield* dialect.removeVectors("message", set.tenant, change.messageId);
  const at = [set.tenant, change.messageId];
  yield* send("DELETE FROM file_outbox WHERE tenant = ? AND item_id = ? AND file <> 'vault'", at);
  yield* send("DELETE FROM messages WHERE tenant = ? AND id = ?", at);
}

export function* setPlace({ messageId, place }: Of<"place">, set: ChangeSet): Step<void> {
  yield* send("UPDATE messages SET place = ? WHERE tenant = ? AND id = ?", [
    JSON.stringify(place),
    set.tenant,
    messageId,
  ]);
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
