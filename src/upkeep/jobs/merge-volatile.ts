// Short-lived notes that nobody gave an end are merged, five at a time, once they are a week old (N9).

import { findAll, isConflict } from "../../curate/actor-context.ts";
import { merge } from "../../curate/merge.ts";
import type { Job } from "../../model/job.ts";
import { POLICIES } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import { hostViewer } from "../../model/viewer.ts";
import { conclude } from "../conclude.ts";
import {
  ago,
  DAY_MS,
  groupByVisibility,
  isDryRun,
  type JobDeps,
  type Planned,
  type UpkeepJob,
} from "../upkeep-job.ts";

const SEPARATOR = " ";

export const mergeVolatile: UpkeepJob = async (job, deps) => {
  const batches = await batchesOf(job, deps);
  if (isDryRun(job)) {
    const would = batches.map((batch): Planned => {
      return { act: "merge", ids: batch.map((note) => note.id), why: "old and short-lived" };
    });
    return { notesMerged: batches.flat().length, summaries: batches.length, would };
  }
  const counts = { notesMerged: 0, summaries: 0 };
  for (const batch of batches)
    if (await mergeBatch(job, batch, deps)) {
      counts.notesMerged += batch.length;
      counts.summaries += 1;
    }
  return conclude(job, counts, deps);
};

/** Full batches only, the oldest notes first; of one owner, so that nobody is told another's. */
async function batchesOf(job: Job, deps: JobDeps): Promise<readonly (readonly Memory[])[]> {
  const { mergeVolatileAfterDays, volatileBatch } = deps.upkeep;
  const createdBefore = ago(mergeVolatileAfterDays * DAY_MS, deps);
  const filter = { kinds: ["log", "summary"], createdBefore } as const;
  const old: Memory[] = [];
  for await (const note of findAll(hostViewer(job.tenant), { filter, states: ["active"] }, deps))
    if (note.stability === "volatile" && note.expiresAt === undefined && !note.pinned)
      old.push(note);
  return groupByVisibility(old.slice(-deps.caps.items))
    .flatMap(byUser)
    .flatMap((notes) => inBatches(notes.toReversed(), volatileBatch));
}

function byUser(notes: readonly Memory[]): readonly (readonly Memory[])[] {
  const users = [...new Set(notes.map((note) => note.user ?? ""))].sort();
  return users.map((user) => notes.filter((note) => (note.user ?? "") === user));
}

function inBatches(notes: readonly Memory[], size: number): readonly (readonly Memory[])[] {
  const full = Math.floor(notes.length / size);
  return Array.from({ length: full }, (_, at) => notes.slice(at * size, (at + 1) * size));
}

async function mergeBatch(job: Job, batch: readonly Memory[], deps: JobDeps): Promise<boolean> {
  const ids = batch.map((note) => note.id);
  const text = joined(batch);
  const doing = { viewer: hostViewer(job.tenant), actor: `job:${job.name}` };
  try {
    await merge({ ...doing, ids, text, into: "summary" }, deps);
    return true;
  } catch (thrown) {
    // Someone ended or changed one of them meanwhile; the others wait for the next batch.
    if (!isConflict(thrown)) throw thrown;
    return false;
  }
}

/** Each as far as there is room for all; the whole of it stays in the originals. */
function joined(batch: readonly Memory[]): string {
  const room = Math.floor(POLICIES.summary.maxLength / batch.length) - SEPARATOR.length;
  return batch.map(({ text }) => clipped(text, room)).join(SEPARATOR);
}

function clipped(text: string, room: number): string {
  if (text.length <= room) return text;
  const cut = text.slice(0, room - 1);
  const atWord = cut.lastIndexOf(" ");
  return `${(atWord > room / 2 ? cut.slice(0, atWord) : cut).toWellFormed()}…`;
}
