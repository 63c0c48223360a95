// What every upkeep job is given, the numbers it keeps to, and how it groups memories by who may see them.

import type { Screen } from "../curate/actor-context.ts";
import type { Job } from "../model/job.ts";
import type { Memory } from "../model/memory.ts";
import type { Author } from "../model/message.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Files } from "../ports/files.ts";
import type { Judge } from "../ports/language.ts";
import { NARRATION_LIMITS, type NarrationLimits } from "../ports/narrator.ts";
import type { Store } from "../ports/store.ts";
import type { FlushDeps } from "./jobs/flush.ts";

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
    restorableDays: number;
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

// Every number of upkeep in one place, settable in configuration.

export type UpkeepPolicy = Readonly<{
  /** Where the tenant's day begins, as `Europe/Lisbon`. */
  timeZone: (tenant: string) => string;
  /** What nobody used for so long, and is less important than this, is forgotten. */
  forgetAfterDays: number;
  forgetBelowImportance: number;
  /** More than this share of what is active, and more than this many, is a mass that someone has to confirm. */
  massShare: number;
  massCount: number;
  /** A clock that moved on by more than this at once is not believed for as long again; so many may go meanwhile. */
  leapMinutes: number;
  fewAfterLeap: number;
  /** A night that is longer ago is made up for first (P9). */
  catchUpHours: number;
  /** Files are written when nothing was written for so long. */
  quietSeconds: number;
  narration: NarrationLimits;
  insightImportance: 1 | 2 | 3 | 4 | 5;
  insightsApartHours: number;
  /** Active insights of one person, the newest first. */
  insightsKept: number;
  mergeVolatileAfterDays: number;
  volatileBatch: number;
  summaryDays: number;
  /** Active lines of one subject, the newest first (F9). */
  keepNewest: Readonly<Record<"fact" | "lore", number>>;
  snapshotMinutes: number;
  consolidation: ConsolidationPolicy;
}>;

export type ConsolidationPolicy = Readonly<{
  poolHours: number;
  poolImportance: number;
  /** So is what was handed out most often: so many of a hundred. */
  mostUsedPercent: number;
  /** How long a run may take; what is left waits for the next. */
  minutes: number;
  /** Both of a pair were last changed in so many days. */
  pairDays: number;
  /** Below this cosine of their vectors two lines are not one. */
  minCosine: number;
  /** Least share of the shorter line's words that the other has; or they differ in their numbers alone. */
  minOverlap: number;
  pairsOfUserDay: number;
  /** Pairs put before the judge at once. */
  pairsAtOnce: number;
  fingerprintDays: number;
}>;

export const DEFAULT_UPKEEP_POLICY: UpkeepPolicy = {
  timeZone: () => "UTC",
  forgetAfterDays: 60,
  forgetBelowImportance: 3,
  massShare: 0.2,
  massCount: 50,
  leapMinutes: 60,
  fewAfterLeap: 10,
  catchUpHours: 24,
  quietSeconds: 1,
  narration: NARRATION_LIMITS,
  insightImportance: 2,
  insightsApartHours: 24,
  insightsKept: 9,
  mergeVolatileAfterDays: 7,
  volatileBatch: 5,
  summaryDays: 7,
  keepNewest: { fact: 80, lore: 120 },
  snapshotMinutes: 5,
  consolidation: {
    poolHours: 72,
    poolImportance: 3,
    mostUsedPercent: 10,
    minutes: 30,
    pairDays: 90,
    minCosine: 0.5,
    minOverlap: 0.3,
    pairsOfUserDay: 50,
    pairsAtOnce: 10,
    fingerprintDays: 14,
  },
};

// Sorts memories by who may see them, so that nothing told of several says to one what only another may know.

export type Visibility = Readonly<{ scope: string; user?: string }>;

/** The owner counts only where the scope is theirs alone. */
export function visibilityOf({ scope, user }: Pick<Memory, "scope" | "user">): Visibility {
  return scope === "user" && user !== undefined ? { scope, user } : { scope };
}

/** One list for each place, the places in order of their names. */
export function groupByVisibility(memories: readonly Memory[]): readonly (readonly Memory[])[] {
  const groups = new Map<string, Memory[]>();
  for (const memory of memories) {
    const { scope, user = "" } = visibilityOf(memory);
    const key = JSON.stringify([scope, user]);
    groups.set(key, [...(groups.get(key) ?? []), memory]);
  }
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

// Who stands behind some user ids, as they were last heard.

/** An id that never spoke is left out. */
export async function peopleOf(
  tenant: string,
  ids: Iterable<string>,
  store: Pick<Store, "messages">,
): Promise<readonly Author[]> {
  const people: Author[] = [];
  for (const author of new Set(ids)) {
    const [message] = await store.messages.list(hostViewer(tenant), { author, limit: 1 });
    if (message !== undefined && !message.author.isBot) people.push(message.author);
  }
  return people;
}
