// What every upkeep job is given, and what it gives back.

import type { Screen } from "../curate/doing.ts";
import type { Job } from "../model/job.ts";
import type { Files } from "../ports/files.ts";
import type { Judge } from "../ports/judge.ts";
import type { FlushDeps } from "./flush.ts";
import type { UpkeepPolicy } from "./policy.ts";

/** What one run may do at most; the rest waits for the next one. */
export type Caps = Readonly<{ items: number; minutes: number }>;

export type Progress = Readonly<{ job: string; tenant: string; done: number; left: number }>;

export type OnProgress = (progress: Progress) => void;

export type UpkeepDeps = FlushDeps &
  Readonly<{
    screen: Screen;
    judge: Judge;
    files: Files;
    upkeep: UpkeepPolicy;
    onProgress: OnProgress;
  }>;

export type JobDeps = UpkeepDeps & Readonly<{ caps: Caps }>;

/** Counts and codes, never words: they outlive the memories they are of. Only a dry run adds its plan. */
export type JobCounts = Readonly<Record<string, unknown>>;

export type UpkeepJob = (job: Job, deps: JobDeps) => Promise<JobCounts>;

/** One thing that a real run would do now. */
export type Planned = Readonly<{ act: string; ids: readonly string[]; why: string }>;

export function isDryRun({ payload }: Job): boolean {
  return payload["dryRun"] === true;
}

/** Someone saw what would go and said yes. */
export function isConfirmed({ payload }: Job): boolean {
  return payload["confirm"] === true;
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

export function ago(ms: number, { now }: Pick<JobDeps, "now">): string {
  return new Date(now().getTime() - ms).toISOString();
}

export function ahead(ms: number, deps: Pick<JobDeps, "now">): string {
  return ago(-ms, deps);
}

/** True once the run has used up its minutes. */
export function deadlineOf({ caps, now }: Pick<JobDeps, "caps" | "now">): () => boolean {
  const end = now().getTime() + caps.minutes * MINUTE_MS;
  return () => now().getTime() >= end;
}
