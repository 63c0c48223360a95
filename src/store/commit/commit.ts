// Applies change sets, in order, inside one transaction.

import { MemoryError } from "../../errors.ts";
import type { AuditAct } from "../../model/audit.ts";
import type { Change, ChangeSet } from "../../model/change-set.ts";
import type { Relation } from "../../model/memory.ts";
import { number, text } from "../columns.ts";
import { all, first, type Step, send } from "../database.ts";
import type { Dialect, TextEntry } from "../dialect.ts";
import { addUnlinked } from "../jobs/unlinked.ts";
import { ms } from "../read/memory-row.ts";
import { noteImported } from "../transfer/import-ledger.ts";
import { hasDirection } from "../vectors/stored-vectors.ts";
import { appendAudit } from "./audit-log.ts";
import {
  bufferMessage,
  closeBuffer,
  createMemory,
  emptyBuffer,
  journalLine,
  keepMessage,
  purgeMemory,
  reviseMemory,
  setMined,
  setPlace,
  withdrawMessage,
} from "./record-changes.ts";
import { addActivity, addJob, addReview, decideReview } from "./work-changes.ts";
import {
  addHistoryLines,
  type CommitContext,
  type DeltaRow,
  type HistoryLine,
  insertRows,
  type WriteContext,
  writeHistory,
  writeWords,
} from "./write-context.ts";

export function* applyChanges(sets: readonly ChangeSet[], writing: WriteContext): Step<void> {
  const { dialect } = writing;
  const words: TextEntry[] = [];
  const history: HistoryLine[] = [];
  const logs: ThreadLog[] = [];
  for (const set of sets) {
    refuseOtherTenants(set);
    const waiting = { deltas: [], notes: [], untied: new Set<string>(), links: [] };
    const committing: CommitContext = { ...waiting, words, history, ...writing };
    yield* applySet(set, committing);
    logs.push({ set, deltas: committing.deltas });
  }
  yield* writeHistory({ dialect, history });
  yield* writeWords({ dialect, words });
  yield* writeThreadLogs(logs, dialect);
  for (const set of sets) if (set.isDeliberate === true) yield* appendAudit(auditedAct(set));
}

function* applySet(set: ChangeSet, writing: CommitContext): Step<void> {
  for (const change of set.changes) {
    if (change.type === "link") writing.links.push(change.relation);
    else if (change.type === "tie") for (const id of change.ids) writing.untied.add(id);
    else yield* apply(change, set, writing);
  }
  addHistoryLines(set, writing);
  yield* addUnlinked(set.tenant, [...writing.untied], writing.dialect);
  if (writing.links.length === 0) return;
  yield* writeHistory(writing);
  yield* writeLinks(set, writing.links, writing.dialect);
}

function refuseOtherTenants(set: ChangeSet): void {
  for (const change of set.changes) {
    const tenant = tenantOf(change);
    if (tenant !== undefined && tenant !== set.tenant)
      throw new MemoryError("internal", "A change set may only touch its own tenant.");
  }
}

/** What the audit trail says of a change set: the acts on memories and reviews in it, and none of their words. */
function auditedAct({ tenant, at, actor, cause, changes }: ChangeSet): AuditAct {
  const targets = changes.flatMap((change) => {
    if (change.type === "create" || change.type === "revise") return [change.memory.id];
    if (change.type === "propose" || change.type === "decide") return [change.review.id];
    return change.type === "purge" ? [change.id] : [];
  });
  return { tenant, at, actor, act: cause, targets: [...new Set(targets)], people: [] };
}

/** The tenant a change names by itself, if it does. */
function tenantOf(change: Change): string | undefined {
  switch (change.type) {
    case "create":
    case "revise":
      return change.memory.tenant;
    case "keep":
      return change.message.tenant;
    case "propose":
    case "decide":
      return change.review.tenant;
    case "enqueue":
      return change.job.tenant;
    case "record":
      return change.activity.tenant;
    case "purge":
    case "embed":
    case "link":
    case "tie":
    case "journal":
    case "buffer":
    case "close_buffer":
    case "empty_buffer":
    case "withdraw":
    case "place":
    case "mined":
    case "imported":
      return undefined;
  }
}

function apply(
  change: Exclude<Change, { type: "link" | "tie" }>,
  set: ChangeSet,
  writing: CommitContext,
): Step<void> {
  switch (change.type) {
    case "create":
      return createMemory(change, writing);
    case "revise":
      return reviseMemory(change, set, writing);
    case "purge":
      return purgeMemory(change, set, writing);
    case "embed":
      return embedItem(change, set, writing);
    case "keep":
      return keepMessage(change, set, writing);
    case "journal":
      return journalLine(change, set, writing);
    case "buffer":
      return bufferMessage(change, set);
    case "close_buffer":
      return closeBuffer(change, set);
    case "empty_buffer":
      return emptyBuffer(change, set);
    case "withdraw":
      return withdrawMessage(change, set, writing);
    case "place":
      return setPlace(change, set);
    case "mined":
      return setMined(change, set);
    case "propose":
      return addReview(change.review);
    case "decide":
      return decideReview(change.review);
    case "enqueue":
      return addJob(change.job, set.at);
    case "record":
      return addActivity(change.activity);
    case "imported":
      return noteImported(set.tenant, change.imported);
  }
}

function embedItem(
  { item, id, model, vector }: Extract<Change, { type: "embed" }>,
  { tenant }: ChangeSet,
  { dialect }: WriteContext,
): Step<void> {
  if (!hasDirection(vector))
    throw new MemoryError("invalid_input", "A vector must be of finite numbers, not all zero.");
  return dialect.putVector({ tenant, item, id, model, vector });
}

/** Writes the edges of a change set: those of one memory together, and each that is new with its line of history. */
function* writeLinks(set: ChangeSet, relations: readonly Relation[], dialect: Dialect): Step<void> {
  for (const [first, ...rest] of alike(relations)) {
    // Of two edges to one place the first stands. A memory that went while its neighbours were looked for has none.
    const strengths = new Map([...rest.reverse(), first].map(({ to, strength }) => [to, strength]));
    const { from, type, createdAt } = first;
    const added = yield* all(
      `INSERT INTO relations (tenant, from_id, to_id, type, strength, created_at)
         SELECT CAST(? AS text), CAST(? AS text), line.value ->> 0, CAST(? AS text),
           CAST((line.value ->> 1) AS double precision), CAST(? AS bigint)
         FROM ${dialect.elements} line 
         WHERE EXISTS (SELECT 1 FROM memories m WHERE m.tenant = ? AND m.id = ?)
           AND EXISTS (SELECT 1 FROM memories m WHERE m.tenant = ? AND m.id = line.value ->> 0)
       ON CONFLICT (tenant, from_id, to_id) DO NOTHING RETURNING to_id, strength`,
      [
        ...[set.tenant, from, type, ms(createdAt), JSON.stringify([...strengths])],
        ...[set.tenant, from, set.tenant],
      ],
    );
    const metas = added.map((row) => ({
      to: text(row, "to_id"),
      strength: number(row, "strength"),
    }));
    if (metas.length > 0) yield* noteLinks(set, { from, metas }, dialect);
  }
}

type Noted = Readonly<{ from: string; metas: readonly object[] }>;

function noteLinks(set: ChangeSet, { from, metas }: Noted, dialect: Dialect): Step<void> {
  const lines = JSON.stringify(metas.map((meta) => [JSON.stringify(meta)]));
  return send(
    `INSERT INTO history (tenant, memory_id, event, old_version, new_version, actor, cause, reason, meta, at)
       SELECT CAST(? AS text), CAST(? AS text), 'LINK', NULL, NULL, CAST(? AS text), CAST(? AS text), '',
         line.value ->> 0, CAST(? AS bigint)
       FROM ${dialect.elements} line`,
    [set.tenant, from, set.actor, set.cause, ms(set.at), lines],
  );
}

type Several = [Relation, ...Relation[]];

/** Those that differ in nothing but where they lead and how strongly. */
function alike(relations: readonly Relation[]): Iterable<Several> {
  const groups = new Map<string, Several>();
  for (const relation of relations) {
    const key = JSON.stringify([relation.from, relation.type, relation.createdAt]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [relation]);
    else known.push(relation);
  }
  return groups.values();
}

// The log of a thread: each change set is one revision of every thread it touches. The number is taken last, since a
// thread's other writers wait from then on until this one is committed, and in one order by every writer.

/** What a change set did to threads. */
type ThreadLog = Readonly<{ set: ChangeSet; deltas: readonly DeltaRow[] }>;

function* writeThreadLogs(logs: readonly ThreadLog[], dialect: Dialect): Step<void> {
  const all = logs.flatMap(({ set, deltas }) =>
    [...byThread(deltas)].map(
      ([thread, ofThread]): OfThread => ({ set, thread, deltas: ofThread }),
    ),
  );
  for (const { set, thread, deltas } of all.sort(byName)) {
    const revision = yield* raiseRevision(set.tenant, thread);
    const own = deltas.map(({ id, event }) => [id, event]);
    yield* insertRows("changeLog", {
      shared: [set.tenant, thread, revision, ms(set.at)],
      own,
      dialect,
    });
  }
}

type OfThread = ThreadLog & Readonly<{ thread: string }>;

function byThread(deltas: readonly DeltaRow[]): Map<string, DeltaRow[]> {
  const threads = new Map<string, DeltaRow[]>();
  for (const delta of deltas) {
    const known = threads.get(delta.thread);
    if (known === undefined) threads.set(delta.thread, [delta]);
    else known.push(delta);
  }
  return threads;
}

/** Of one thread the earlier set first, as they come. */
function byName(one: OfThread, other: OfThread): number {
  const [name, otherName] = [nameOf(one), nameOf(other)];
  if (name === otherName) return 0;
  return name < otherName ? -1 : 1;
}

function nameOf({ set, thread }: OfThread): string {
  return JSON.stringify([set.tenant, thread]);
}

function* raiseRevision(tenant: string, thread: string): Step<number> {
  const row = yield* first(
    `INSERT INTO thread_revisions (tenant, thread, revision) VALUES (?, ?, 1)
     ON CONFLICT (tenant, thread) DO UPDATE SET revision = thread_revisions.revision + 1
     RETURNING revision`,
    [tenant, thread],
  );
  if (row === undefined) throw new MemoryError("internal", "A thread did not take its number.");
  return number(row, "revision");
}
