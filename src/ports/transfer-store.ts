// What moving memory in and out asks of the store: every record there is in pages, the way back in, and a ledger of
// what each import has brought, so that none brings anything twice and each can be taken back.

import type { Activity } from "../model/audit.ts";
import type { MinedOutcome } from "../model/change-set.ts";
import type { DeltaEvent, HistoryEvent } from "../model/history.ts";
import type { JobRun, NewJob } from "../model/job.ts";
import type { Memory, Relation, Timestamp } from "../model/memory.ts";
import type { NewMessage } from "../model/message.ts";
import type { Review } from "../model/review.ts";
import type { Imported } from "../model/transfer-format.ts";
import type { Buffer } from "./store.ts";

export type { Imported } from "../model/transfer-format.ts";

/** In the order in which they go back in: what was erased first, so that it stays so. */
export const PARTS = [
  "tombstone",
  "message",
  "buffer",
  "version",
  "event",
  "relation",
  "review",
  "checkpoint",
  "job",
  "thread",
  "delta",
  "access",
  "import",
  "imported",
] as const;
export type Part = (typeof PARTS)[number];

type Happened = Readonly<{
  event: HistoryEvent;
  actor: string;
  cause: string;
  reason: string;
  at: Timestamp;
}>;

/** One row of what a tenant has, in the words of the model. The tenant is the one it is read from or written to. */
export type StoredRecord =
  | Readonly<{ type: "tombstone"; item: string; hash: string; at: Timestamp }>
  | Readonly<{
      type: "message";
      message: NewMessage;
      context: string;
      searchable: boolean;
      mined: MinedOutcome;
      buffer?: string;
      /** Its line in the journal of its day, for a store that keeps files. */
      journal?: string;
    }>
  | Readonly<{ type: "buffer"; buffer: Buffer }>
  /** In the order in which they were made, all memories together. */
  | Readonly<{ type: "version"; memory: Memory; change: Happened }>
  /** What happened to a memory without a new version: a link. */
  | Readonly<{
      type: "event";
      memoryId: string;
      change: Happened;
      meta: Readonly<Record<string, unknown>>;
    }>
  | Readonly<{ type: "relation"; relation: Relation }>
  | Readonly<{ type: "review"; review: Review }>
  | Readonly<{
      type: "checkpoint";
      user: string;
      thread: string;
      data: unknown;
      createdAt: Timestamp;
      updatedAt: Timestamp;
    }>
  | Readonly<{ type: "job"; job: NewJob }>
  /** That a job ran elsewhere; of ours an export says nothing. */
  | Readonly<{ type: "run"; run: JobRun }>
  /** What an older system did; `key` is its own name for it. Of ours an export says nothing. */
  | Readonly<{ type: "activity"; key: string; activity: Activity }>
  | Readonly<{ type: "thread"; thread: string; revision: number }>
  | Readonly<{
      type: "delta";
      thread: string;
      revision: number;
      memoryId: string;
      event: DeltaEvent;
      at: Timestamp;
    }>
  | Readonly<{ type: "access"; memoryId: string; lastAt: Timestamp; times: number }>
  | Readonly<{ type: "import"; import: ImportRun }>
  | Readonly<{ type: "imported"; imported: Imported }>;

/** `held`: another record is in its place, such as the same line under another id. */
export type Restored = "added" | "known" | "erased" | "held";

export type ImportRun = Readonly<{
  id: string;
  format: string;
  /** What tells this source from others: a hash, never a name or a path. */
  source: string;
  state: "running" | "done" | "undone";
  startedAt: Timestamp;
  endedAt?: Timestamp;
}>;

export type PageOf = Readonly<{ after?: string; limit: number }>;
export type RecordPage = Readonly<{ records: readonly StoredRecord[]; next?: string }>;

export interface TransferStore {
  page(tenant: string, part: Part, query: PageOf): Promise<RecordPage>;
  /** Puts records back as they were, all or none, each with what became of it; what is new is noted for the import. */
  restore(
    tenant: string,
    records: readonly StoredRecord[],
    importId?: string,
  ): Promise<readonly Restored[]>;
  start(tenant: string, run: ImportRun): Promise<void>;
  end(
    tenant: string,
    id: string,
    as: Readonly<{ state: ImportRun["state"]; at: Timestamp }>,
  ): Promise<void>;
  /** Newest first. */
  runs(tenant: string, limit: number): Promise<readonly ImportRun[]>;
  /** The run of this source that was cut short, if one was. */
  unfinished(tenant: string, source: string): Promise<ImportRun | undefined>;
  known(tenant: string, keys: readonly string[]): Promise<readonly Imported[]>;
  note(tenant: string, imported: readonly Imported[]): Promise<void>;
  /** What an import brought, a page at a time; `after` is the key of the last one seen. */
  broughtBy(tenant: string, importId: string, query: PageOf): Promise<readonly Imported[]>;
  /** Removes rows as if they had never come: no mark stays, so that they may come again. */
  takeBack(
    tenant: string,
    what: Readonly<{
      memories: readonly string[];
      messages: readonly string[];
      reviews: readonly string[];
    }>,
  ): Promise<void>;
  /** The ledger of an import that is undone. */
  forgetImported(tenant: string, importId: string): Promise<void>;
  /** Every tenant that has this import in its ledger. */
  tenantsOf(importId: string): Promise<readonly string[]>;
  counts(tenant: string): Promise<Readonly<{ memories: number; messages: number }>>;
}
