// Applies a change set, in order, inside one transaction.

import { MemoryError } from "../../errors.ts";
import type { Change, ChangeSet } from "../../model/change-set.ts";
import type { Step } from "../database.ts";
import {
  createMemory,
  linkMemories,
  purgeMemory,
  raiseRevision,
  reviseMemory,
} from "./memory-changes.ts";
import {
  bufferMessage,
  closeBuffer,
  emptyBuffer,
  journalLine,
  keepMessage,
  setMined,
  withdrawMessage,
} from "./message-changes.ts";
import { addActivity, addJob, addReview, decideReview } from "./work-changes.ts";
import type { Writing } from "./writing.ts";

export function* applyChanges(set: ChangeSet, writing: Writing): Step<void> {
  for (const thread of threadsOf(set)) yield* raiseRevision(set.tenant, thread);
  for (const change of set.changes) yield* apply(change, set, writing);
}

/** One change set is one revision of each thread it touches, taken in one order by every writer. */
function threadsOf(set: ChangeSet): string[] {
  const threads = new Set<string>();
  for (const change of set.changes) {
    if (change.type !== "create" && change.type !== "revise") continue;
    if (change.memory.tenant !== set.tenant)
      throw new MemoryError("internal", "A change set may only touch its own tenant.");
    threads.add(change.memory.thread ?? "");
  }
  return [...threads].sort();
}

function apply(change: Change, set: ChangeSet, writing: Writing): Step<void> {
  switch (change.type) {
    case "create":
      return createMemory(change, set, writing);
    case "revise":
      return reviseMemory(change, set, writing);
    case "purge":
      return purgeMemory(change, set, writing);
    case "embed":
      return writing.dialect.putVector({ ...change, tenant: set.tenant });
    case "link":
      return linkMemories(change, set);
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
  }
}
