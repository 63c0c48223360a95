// Puts records back as they were: the rows themselves, with their times, versions and history, and what is found
// through them. Nothing that was erased here comes back.

import type { Imported, Restored, StoredRecord } from "../../ports/transfer-store.ts";
import { jsonText, number } from "../columns.ts";
import { fileAnew, putSources, putTags, replaceVersion } from "../commit/record-changes.ts";
import { addActivity, addJob } from "../commit/work-changes.ts";
import { type WriteContext, writeWords } from "../commit/write-context.ts";
import { first, run, type Step, send } from "../database.ts";
import type { TextEntry } from "../dialect.ts";
import { isErased } from "../erase/erase.ts";
import { hashId } from "../erase/removal.ts";
import { INSERT_MEMORY, maybeMs, memoryValues, metadataText, ms } from "../read/memory-row.ts";
import { memoryEntry } from "../search/text-entry.ts";
import {
  checkpointKey,
  knownRecords,
  noteImported,
  runKeyOf,
  startImport,
  threadKey,
} from "./import-ledger.ts";

type Of<T extends StoredRecord["type"]> = Extract<StoredRecord, { type: T }>;
type Given = Readonly<{ tenant: string; writing: WriteContext; importId: string | undefined }>;
type Place = Given & Readonly<{ writing: WriteContext & Readonly<{ words: TextEntry[] }> }>;

export function* restoreRecords(
  given: Given,
  records: readonly StoredRecord[],
): Step<readonly Restored[]> {
  const place: Place = { ...given, writing: { ...given.writing, words: [] } };
  const restored: Restored[] = [];
  for (const record of records) {
    const became = yield* restoreOne(place, record);
    if (became === "added" && record.type !== "version") yield* noteFor(place, record);
    restored.push(became);
  }
  yield* writeWords(place.writing);
  return restored;
}

function* restoreOne(place: Place, record: StoredRecord): Step<Restored> {
  if (yield* wasErased(place.tenant, record)) return "erased";
  switch (record.type) {
    case "message":
      return yield* restoreMessage(place, record);
    case "version":
      return yield* restoreVersion(place, record);
    case "event":
      return yield* restoreEvent(place.tenant, record);
    case "review":
      return yield* restoreReview(place.tenant, record);
    case "run":
      return added(yield* restoreRun(place, record));
    case "activity":
      return yield* restoreActivity(place, record);
    default:
      return added(yield* restorePlain(place.tenant, record));
  }
}

/** In the same transaction, so that an import cut short still knows what is its own. */
function* noteFor({ tenant, importId }: Place, record: StoredRecord): Step<void> {
  if (importId === undefined) return;
  const item = itemOf(record);
  if (item !== undefined) {
    const key = `stored:${item.item}:${hashId(tenant, item.itemId)}`;
    yield* noteImported(tenant, { key, importId, ...item, outcome: "added" });
  }
  const key = plainKeyOf(tenant, record);
  if (key !== undefined)
    yield* noteImported(tenant, { key, importId, item: "none", itemId: "", outcome: "added" });
}

/** Of rows that have no id: as they are now, so that what is changed later is not taken for the import's own. */
function plainKeyOf(tenant: string, record: StoredRecord): string | undefined {
  if (record.type === "checkpoint")
    return checkpointKey(tenant, { ...record, updatedAt: ms(record.updatedAt) });
  return record.type === "thread" ? threadKey(tenant, record) : undefined;
}

function itemOf(record: StoredRecord): Pick<Imported, "item" | "itemId"> | undefined {
  if (record.type === "message") return { item: "message", itemId: record.message.id };
  if (record.type === "review") return { item: "review", itemId: record.review.id };
  return record.type === "version" ? { item: "memory", itemId: record.memory.id } : undefined;
}

function added(rows: number): Restored {
  return rows > 0 ? "added" : "known";
}

function* restoreMessage({ tenant, writing }: Place, record: Of<"message">): Step<Restored> {
  const { message, context, searchable, mined, buffer, journal } = record;
  const rows = yield* run(
    `INSERT INTO messages (tenant, id, channel, thread, at, author_id, author_name, is_bot, text, context, role,
       origin, scope, user_id, source, place, metadata, searchable, mined, buffer)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, id) DO NOTHING`,
    [
      ...[tenant, message.id, message.channel, message.thread ?? null, ms(message.at)],
      ...[message.author.id, message.author.name, message.author.isBot ? 1 : 0, message.text],
      ...[
        context,
        message.role,
        message.origin,
        message.scope,
        message.user ?? null,
        message.source ?? null,
        message.place === undefined ? null : JSON.stringify(message.place),
        metadataText(message),
      ],
      ...[searchable ? 1 : 0, mined, buffer ?? null],
    ],
  );
  if (rows === 0) return "known";
  const { id, text } = message;
  const filing = searchable ? "first" : "never";
  writing.words.push({ item: "message", tenant, id, filing, text, context });
  if (writing.keepsFiles && journal !== undefined)
    yield* send("INSERT INTO file_outbox (tenant, file, item_id, line) VALUES (?, ?, ?, ?)", [
      ...[tenant, message.at.slice(0, 10), message.id, journal],
    ]);
  return "added";
}

function* restoreVersion(place: Place, record: Of<"version">): Step<Restored> {
  const { tenant, writing } = place;
  const memory = { ...record.memory, tenant };
  const row = yield* first("SELECT version FROM memories WHERE tenant = ? AND id = ?", [
    tenant,
    memory.id,
  ]);
  const reached = row === undefined ? undefined : number(row, "version");
  if (reached !== undefined && reached >= memory.version) return "known";
  const isPut =
    reached === undefined
      ? (yield* run(`${INSERT_MEMORY} ON CONFLICT DO NOTHING`, memoryValues(memory))) === 1
      : yield* replaceVersion(memory, reached);
  if (!isPut) return "held";
  if (reached === undefined) {
    // A later version of a memory that was here before is not the import's own.
    yield* noteFor(place, record);
    yield* putTags(memory);
    writing.words.push(memoryEntry(memory, "first"));
  } else yield* fileAnew(memory, writing);
  yield* putSources(memory);
  yield* addHistory(tenant, {
    ...record.change,
    memoryId: memory.id,
    versions: [memory.version > 1 ? memory.version - 1 : null, memory.version],
    meta: "{}",
    unwritten: writing.keepsFiles ? 1 : null,
  });
  return "added";
}

type HistoryRow = Of<"event">["change"] &
  Readonly<{
    memoryId: string;
    versions: readonly [number | null, number | null];
    meta: string;
    unwritten: 1 | null;
  }>;

function* addHistory(tenant: string, row: HistoryRow): Step<void> {
  yield* send(
    `INSERT INTO history (tenant, memory_id, event, old_version, new_version, actor, cause, reason, meta, at, unwritten)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[tenant, row.memoryId, row.event, ...row.versions],
      ...[row.actor, row.cause, row.reason, row.meta, ms(row.at), row.unwritten],
    ],
  );
}

/** The same link at the same time is the same event. */
function* restoreEvent(tenant: string, { memoryId, change, meta }: Of<"event">): Step<Restored> {
  const written = jsonText(meta, "What happened");
  const same = yield* first(
    `SELECT 1 AS found FROM history WHERE tenant = ? AND memory_id = ? AND event = ? AND at = ? AND meta = ?`,
    [tenant, memoryId, change.event, ms(change.at), written],
  );
  if (same !== undefined) return "known";
  const versions = [null, null] as const;
  yield* addHistory(tenant, { ...change, memoryId, versions, meta: written, unwritten: null });
  return "added";
}

function* restoreReview(tenant: string, { review }: Of<"review">): Step<Restored> {
  const rows = yield* run(
    `INSERT INTO reviews (tenant, id, user_id, field, why, act, hash, state, signals, created_at, lapses_at,
       decided_at, decided_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [
      ...[tenant, review.id, review.user ?? null, review.field ?? null, review.why],
      ...[jsonText(review.act, "A review"), review.hash, review.state, review.signals],
      ...[ms(review.createdAt), ms(review.lapsesAt), maybeMs(review.decidedAt)],
      review.decidedBy ?? null,
    ],
  );
  return added(rows);
}

/** Under the name of the import, so that it goes with it. */
function* restoreRun({ tenant, importId = "" }: Place, { run: ran }: Of<"run">): Step<number> {
  const values = [tenant, ran.name, ms(ran.startedAt)];
  const same = yield* first(
    "SELECT 1 AS found FROM job_runs WHERE tenant = ? AND name = ? AND started_at = ?",
    values,
  );
  if (same !== undefined) return 0;
  return yield* run(
    `INSERT INTO job_runs (tenant, name, started_at, job_key, ended_at, outcome, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[...values, runKeyOf(importId), ms(ran.endedAt), ran.outcome],
      jsonText(ran.detail, "A job's report"),
    ],
  );
}

/** The ledger knows it by its old name, and the row itself by the name of the import, so that it goes with it. */
function* restoreActivity(
  { tenant, importId, writing }: Place,
  { key: name, activity }: Of<"activity">,
): Step<Restored> {
  if (importId === undefined) return "known";
  const key = `stored:activity:${hashId(tenant, name)}`;
  const [known] = yield* knownRecords(writing.dialect, tenant, [key]);
  if (known !== undefined) return "known";
  yield* addActivity({ ...activity, tenant, detail: runKeyOf(importId) });
  yield* noteImported(tenant, { key, importId, item: "none", itemId: "", outcome: "added" });
  return "added";
}

type Plain = Exclude<
  StoredRecord,
  { type: "message" | "version" | "event" | "review" | "run" | "activity" }
>;

function* restorePlain(tenant: string, record: Plain): Step<number> {
  switch (record.type) {
    case "tombstone":
      return yield* run(
        "INSERT INTO tombstones (tenant, item, item_hash, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [tenant, record.item, record.hash, ms(record.at)],
      );
    case "buffer": {
      const { channel, id, startedAt, updatedAt, flushAt } = record.buffer;
      return yield* run(
        `INSERT INTO buffers (tenant, channel, id, started_at, updated_at, flush_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
        [tenant, channel, id, ms(startedAt), ms(updatedAt), ms(flushAt)],
      );
    }
    case "relation": {
      const { from, to, type, strength, createdAt } = record.relation;
      return yield* run(
        `INSERT INTO relations (tenant, from_id, to_id, type, strength, created_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
        [tenant, from, to, type, strength, ms(createdAt)],
      );
    }
    case "checkpoint":
      return yield* run(
        `INSERT INTO checkpoints (tenant, user_id, thread, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
        [
          ...[tenant, record.user, record.thread, jsonText(record.data, "A checkpoint")],
          ...[ms(record.createdAt), ms(record.updatedAt)],
        ],
      );
    case "job":
      yield* addJob({ ...record.job, tenant }, record.job.runAt);
      return 1;
    default:
      return yield* restoreCount(tenant, record);
  }
}

type Counted = Extract<Plain, { type: "thread" | "delta" | "access" | "import" | "imported" }>;

function* restoreCount(tenant: string, record: Counted): Step<number> {
  switch (record.type) {
    case "thread":
      return yield* run(
        `INSERT INTO thread_revisions (tenant, thread, revision) VALUES (?, ?, ?) ON CONFLICT (tenant, thread)
         DO UPDATE SET revision = excluded.revision WHERE excluded.revision > thread_revisions.revision`,
        [tenant, record.thread, record.revision],
      );
    case "delta":
      return yield* restoreDelta(tenant, record);
    case "access":
      return yield* run(
        "INSERT INTO memory_access (tenant, memory_id, last_at, times) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [tenant, record.memoryId, ms(record.lastAt), record.times],
      );
    case "import":
      return yield* startImport(tenant, record.import);
    case "imported":
      yield* noteImported(tenant, record.imported);
      return 1;
  }
}

function* restoreDelta(tenant: string, record: Of<"delta">): Step<number> {
  const values = [tenant, record.thread, record.revision, record.memoryId, record.event];
  const same = yield* first(
    `SELECT 1 AS found FROM change_log
     WHERE tenant = ? AND thread = ? AND revision = ? AND memory_id = ? AND event = ?`,
    values,
  );
  if (same !== undefined) return 0;
  return yield* run(
    "INSERT INTO change_log (tenant, thread, revision, memory_id, event, at) VALUES (?, ?, ?, ?, ?, ?)",
    [...values, ms(record.at)],
  );
}

/**
 * Whether a record tells of something that was erased here. A person who was erased takes with them what they said and
 * what is about them.
 */
function* wasErased(tenant: string, record: StoredRecord): Step<boolean> {
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
    case "activity":
      return [
        ["subject", record.activity.user],
        ["memory", record.activity.memoryId],
      ];
    // These name a memory by its id and hold none of its words; they stay where it was erased, too.
    case "access":
    case "delta":
    case "buffer":
    case "job":
    case "run":
    case "thread":
    case "tombstone":
    case "import":
    case "imported":
      return [];
  }
}
