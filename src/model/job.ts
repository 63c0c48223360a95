// Work that waits in the outbox, committed together with what it is about.

import type { Timestamp } from "./memory.ts";

export type NewJob = Readonly<{
  id: string;
  tenant: string;
  name: string;
  /** Two waiting jobs of one name and key are one job. */
  key: string;
  payload: Readonly<Record<string, unknown>>;
  runAt: Timestamp;
}>;

export type JobState = "queued" | "running" | "done" | "dead";

export type Job = NewJob &
  Readonly<{
    state: JobState;
    attempts: number;
    /** Rises with every claim; a worker that lost its lease holds an old one and cannot finish the job. */
    fence: number;
    leaseUntil?: Timestamp;
    lastError?: string;
    createdAt: Timestamp;
    finishedAt?: Timestamp;
  }>;

export type JobRun = Readonly<{
  tenant: string;
  name: string;
  key: string;
  startedAt: Timestamp;
  endedAt: Timestamp;
  outcome: "ok" | "failed";
  detail: Readonly<Record<string, unknown>>;
}>;
