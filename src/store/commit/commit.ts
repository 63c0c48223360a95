// Applies change sets, in order, inside one transaction.

import { MemoryError } from "../../errors.ts";
import type { AuditAct } from "../../model/audit.ts";
import type { Change, ChangeSet } from "../../model/change-set.ts";
import { appendAudit } from "../audit-log.ts";
import type { Step } from "../database.ts";
import type { TextEntry } from "../dialect.ts";
import { noteImported } from "../transfer-ledger.ts";
import { leaveUntied } from "../untied.ts";
import { hasDirection } from "../vector-direction.ts";
import { writeLinks } from "./links.ts";
import { createMemory, purgeMemory, reviseMemory } from "./memory-changes.ts";
import {
  bufferMessage,
  closeBuffer,
  emptyBuffer,
  journalLine,
  keepMessage,
  setMined,
  withdrawMessage,
} from "./message-changes.ts";
import { type HistoryLine, noteDown, writeHistory } from "./notes.ts";
import { type ThreadLog, writeThreadLogs } from "./thread-log.ts";
import { writeWords } from "./words.ts";
import { addActivity, addJob, addReview, decideReview } from "./work-changes.ts";
import type { CommitWriting, Writing } from "./writing.ts";

export function* applyChanges(sets: readonly ChangeSet[], writing: Writing): Step<void> {
  const { dialect } = writing;
  const words: TextEntry[] = [];
  const history: HistoryLine[] = [];
  const logs: ThreadLog[] = [];
  for (const set of sets) {
    refuseOtherTenants(set);
    const waiting = { deltas: [], notes: [], untied: new Set<string>(), links: [] };
    const committing: CommitWriting = { ...waiting, words, history, ...writing };
    yield* applySet(set, committing);
    logs.push({ set, deltas: committing.deltas });
  }
  yield* writeHistory({ dialect, history });
  yield* writeWords({ dialect, words });
  yield* writeThreadLogs(logs, dialect);
  for (const set of sets) if (set.isDeliberate === true) yield* appendAudit(auditedAct(set));
}

function* applySet(set: ChangeSet, writing: CommitWriting): Step<void> {
  for (const change of set.changes) {
    if (change.type === "link") writing.links.push(change.relation);
    else if (change.type === "tie") for (const id of change.ids) writing.untied.add(id);
    else yield* apply(change, set, writing);
  }
  noteDown(set, writing);
  yield* leaveUntied(set.tenant, [...writing.untied], writing.dialect);
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
    case "mined":
    case "imported":
      return undefined;
  }
}

function apply(
  change: Exclude<Change, { type: "link" | "tie" }>,
  set: ChangeSet,
  writing: CommitWriting,
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
    case "mined":
      return setMined(change, set);
    case "propose":
      return addReview(change.review);
    case "decide":
      return decideReview(change.review);
    case "enqueue":
      return addJob(change.job, set.at);
    case "record":
      return addActivity(change.activity, set);
    case "imported":
      return noteImported(set.tenant, change.imported);
  }
}

function embedItem(
  { item, id, model, vector }: Extract<Change, { type: "embed" }>,
  { tenant }: ChangeSet,
  { dialect }: Writing,
): Step<void> {
  if (!hasDirection(vector))
    throw new MemoryError("invalid_input", "A vector must be of finite numbers, not all zero.");
  return dialect.putVector({ tenant, item, id, model, vector });
}
