// What upkeep asks of the store: what has run out, what nobody used, what is due, whether the indexes are whole.

import type { Activity } from "../model/audit.ts";
import type { NewJob } from "../model/job.ts";
import type { Memory, Timestamp } from "../model/memory.ts";
import type { Viewer } from "../model/viewer.ts";

export interface UpkeepStore {
  expired(tenant: string, now: Timestamp, limit: number): Promise<readonly Memory[]>;
  purgeable(tenant: string, now: Timestamp, limit: number): Promise<readonly Memory[]>;
  /** Active memories last used (or made) before a time, less important than a bound, not pinned. */
  stale(query: {
    before: Timestamp;
    importanceBelow: number;
    limit: number;
    tenant: string;
  }): Promise<readonly Memory[]>;
  /** So many of a hundred of the memories in use: those used most. */
  mostUsed(tenant: string, percent: number): Promise<readonly string[]>;
  /** Adds jobs whose key neither waits, runs, lies dead nor has run already; gives how many. */
  schedule(jobs: readonly NewJob[]): Promise<number>;
  /** Ends the record of runs before a time, but for the last one of each job. */
  trimRuns(before: Timestamp): Promise<number>;
  /** Events of searches; there is one for each. */
  trimSearches(before: Timestamp): Promise<number>;
  /** Ends the marks of pairs looked at before a time, which may be looked at again; gives how many. */
  trimPairs(before: Timestamp): Promise<number>;
  /** Active ones beyond the newest `keep` of each subject. */
  beyond(query: {
    kind: string;
    keep: number;
    limit: number;
    tenant: string;
    subject: string;
  }): Promise<readonly Memory[]>;
  /** Adds to the events. */
  record(activities: readonly Activity[]): Promise<void>;
  activities(viewer: Viewer, query: { limit: number; op?: string }): Promise<readonly Activity[]>;
  activityCounts(
    viewer: Viewer,
  ): Promise<readonly { node: string; op: string; status: string; count: number }[]>;
  fingerprint(
    tenant: string,
    pair: string,
    looked: Readonly<{ at: Timestamp; days: number }>,
  ): Promise<boolean>;
  /** Pairs that begin with these letters and were looked at since a time. */
  pairsSince(tenant: string, prefix: string, since: Timestamp): Promise<readonly string[]>;
  /** Removes the vectors of every other model; gives how many. */
  dropVectors(tenant: string, exceptModel: string): Promise<number>;
  /** Where the indexes and the rows they are of do not agree. */
  indexFaults(tenant: string, model: string): Promise<IndexFaults>;
  /** Indexes words that are not, and removes entries of what is gone; vectors that are missing are not made here. */
  repairIndex(tenant: string): Promise<void>;
  /** Removes every trace of the given items; the counts are of rows by table. */
  erase(
    tenant: string,
    target: EraseTarget,
    at: Timestamp,
  ): Promise<Readonly<Record<string, number>>>;
  /** The counts that `erase` would give now; nothing is changed. */
  previewErase(
    tenant: string,
    target: EraseTarget,
    at: Timestamp,
  ): Promise<Readonly<Record<string, number>>>;
  isErased(tenant: string, item: string, id: string): Promise<boolean>;
  /**
   * Clears what removed rows left behind in the database's files: the write-ahead log, index segments, dead rows.
   * False when a reader in another process kept it from the end; then it must be called again.
   */
  scrub(): Promise<boolean>;
}

export type IndexFaults = Readonly<{
  /** Memories and searchable messages that no word finds. */
  withoutWords: number;
  /** Entries whose memory or message is gone. */
  strayWords: number;
  strayVectors: number;
  /** Active memories and searchable messages with no vector of the model. */
  withoutVector: number;
  otherModels: number;
}>;

export type EraseTarget = Readonly<{
  memories: readonly string[];
  messages: readonly string[];
  reviews?: readonly string[];
  user?: string;
}>;
