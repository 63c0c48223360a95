// The one contract a database must honour. `test/support/store-conformance` is its executable definition:
// a database passes all of it or is not one of ours.

import type { StoredKey } from "../model/access-key.ts";
import type { AuditAct, AuditEntry, AuditHead } from "../model/audit.ts";
import type { ChangeSet, Item, MinedOutcome } from "../model/change-set.ts";
import type { Checkpoint, CheckpointKey } from "../model/checkpoint.ts";
import type { Look, MemoryFilter } from "../model/filter.ts";
import type { Delta, HistoryEntry } from "../model/history.ts";
import type { Job, JobRun, NewJob } from "../model/job.ts";
import type {
  HandedOut,
  Memory,
  MemoryLine,
  Relation,
  Retrieval,
  Timestamp,
} from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import type { Review, ReviewState } from "../model/review.ts";
import type { State } from "../model/state.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Ids } from "./clock.ts";
import type { FrameworkStore } from "./framework-store.ts";
import type { OverviewReader } from "./overview-reader.ts";
import type { TransferStore } from "./transfer-store.ts";
import type { UpkeepStore } from "./upkeep-store.ts";

export type { EraseTarget } from "./upkeep-store.ts";

export interface Store {
  /**
   * Applies every change with its history in one transaction, set after set: all of them or none. Throws `conflict`
   * when one was decided on an old version.
   */
  commit(...sets: readonly ChangeSet[]): Promise<void>;
  readonly memories: MemoryReader;
  readonly messages: MessageReader;
  readonly search: SearchReader;
  readonly overview: OverviewReader;
  readonly jobs: JobQueue;
  readonly reviews: ReviewReader;
  readonly checkpoints: CheckpointStore;
  readonly ledger: TokenLedger;
  readonly files: FileOutbox;
  readonly upkeep: UpkeepStore;
  readonly keys: KeyStore;
  readonly audit: AuditLog;
  readonly frameworks: FrameworkStore;
  readonly transfer: TransferStore;
  info(): Promise<StoreInfo>;
  close(): Promise<void>;
}

export type StoreInfo = Readonly<{
  database: "sqlite" | "postgres";
  version: string;
  schema: number;
  durability: "normal" | "full";
  vectors: "ready" | "unavailable";
  /** A file that can only be read: every change is refused. */
  isReadOnly: boolean;
}>;

export type Page = Readonly<{ limit: number; after?: string }>;

export interface MemoryReader {
  /** Undefined when absent, ended, in another tenant or scope, or in a category the viewer may not read. */
  get(viewer: Viewer, id: string, look: Look): Promise<Memory | undefined>;
  /** Newest first. `after` is the id of the last one seen. */
  list(
    viewer: Viewer,
    query: { filter: MemoryFilter; look: Look; page: Page },
  ): Promise<readonly Memory[]>;
  /** Of each subject the few that matter most, in no order. */
  weightiest(viewer: Viewer, query: WeightQuery): Promise<readonly Memory[]>;
  /** Oldest first. Survives soft deletion; purging is what ends it. */
  history(viewer: Viewer, id: string): Promise<readonly HistoryEntry[]>;
  /** Every version of a memory, oldest first. */
  versions(viewer: Viewer, id: string): Promise<readonly Memory[]>;
  counts(viewer: Viewer): Promise<readonly MemoryCount[]>;
  /** What changed in a thread after a revision, oldest first, with the thread's revision now. */
  delta(
    viewer: Viewer,
    query: { thread: string; since: number; limit: number },
  ): Promise<{
    revision: number;
    changes: readonly Delta[];
  }>;
  /** The other end of every edge at some memories, where it meets the filter; strongest first. */
  related(
    viewer: Viewer,
    query: { ids: readonly string[]; filter?: MemoryFilter; look: Look },
  ): Promise<readonly Related[]>;
  /** Memories that rest on a message or were derived from a memory. */
  restingOn(
    tenant: string,
    source: { item: Item; ids: readonly string[] },
  ): Promise<readonly Memory[]>;
  /** Those of some messages that a sensitive memory rests on which this viewer may not read. */
  sensitiveSources(viewer: Viewer, ids: readonly string[]): Promise<readonly string[]>;
  /** Memories of any kind, in whatever state, with this person among their participants. */
  tellingOf(tenant: string, person: string): Promise<readonly Memory[]>;
  /** How often it was handed out and why it scored as it did the last time; undefined like `get`. */
  retrieval(viewer: Viewer, id: string, look: Look): Promise<Retrieval | undefined>;
  /** Marks memories as used now. */
  touch(tenant: string, handed: readonly HandedOut[], at: Timestamp): Promise<void>;
  tenants(): Promise<readonly string[]>;
}

/**
 * `each`: how many of a subject. Those whose ids are in `first` go before all others, then the more important, then the
 * newer.
 */
export type WeightQuery = Readonly<{
  filter: MemoryFilter;
  look: Readonly<{ now: Timestamp }>;
  each: number;
  first: readonly string[];
}>;

export type MemoryCount = Readonly<{
  kind: string;
  state: State;
  scope: string;
  category: string;
  count: number;
}>;

export interface MessageReader {
  get(viewer: Viewer, ids: readonly string[]): Promise<readonly Message[]>;
  /**
   * What was said in a channel just before a position (last of all when none is given), oldest first. What the
   * guard holds is not part of a talk.
   */
  before(
    tenant: string,
    query: { channel: string; position?: number; limit: number },
  ): Promise<readonly Message[]>;
  /** Around a position, both sides, oldest first. */
  around(
    viewer: Viewer,
    query: { channel: string; position: number; radius: number },
  ): Promise<readonly Message[]>;
  list(viewer: Viewer, query: MessageQuery): Promise<readonly Message[]>;
  minedOutcome(tenant: string, id: string): Promise<MinedOutcome | undefined>;
  /** Accepted but not yet read for facts, oldest first, of all tenants. */
  unmined(limit: number): Promise<readonly Message[]>;
  buffer(tenant: string, channel: string): Promise<Buffer | undefined>;
  /** Of one tenant, or of all. */
  dueBuffers(query: {
    now: Timestamp;
    limit: number;
    tenant?: string | undefined;
  }): Promise<readonly Buffer[]>;
  inBuffer(tenant: string, buffer: string): Promise<readonly Message[]>;
}

export type MessageQuery = Readonly<{
  channel?: string;
  author?: string;
  /** The owner of messages that only they may see. */
  user?: string;
  after?: Timestamp;
  before?: Timestamp;
  /** Older than the message at this position, to read on from a page. */
  beforePosition?: number;
  /** Without what the guard holds. */
  isSearchable?: true;
  limit: number;
}>;

export type Buffer = Readonly<{
  tenant: string;
  channel: string;
  id: string;
  startedAt: Timestamp;
  updatedAt: Timestamp;
  flushAt: Timestamp;
}>;

export type Gathering = Readonly<{ limit: number; at: Timestamp; ids: Ids }>;

export interface JobQueue {
  enqueue(jobs: readonly NewJob[]): Promise<void>;
  /** Makes jobs of the memories that wait to be tied to their neighbours; gives how many they were. */
  gather(gathering: Gathering): Promise<number>;
  /** Takes due jobs under a lease; no two workers ever hold the same one. */
  claim(query: {
    names: readonly string[];
    now: Timestamp;
    leaseUntil: Timestamp;
    limit: number;
  }): Promise<readonly Job[]>;
  /** False when the lease was lost to another worker: then nothing of it may count. */
  extend(job: Job, leaseUntil: Timestamp): Promise<boolean>;
  complete(job: Job, run: JobRun): Promise<boolean>;
  /** Back to the queue, or to the dead letters when no retry is given. */
  fail(job: Job, failure: { error: string; at: Timestamp; retryAt?: Timestamp }): Promise<boolean>;
  /** Back to the queue as it was before it was claimed. */
  release(job: Job): Promise<boolean>;
  list(
    tenant: string,
    query: { states: readonly string[]; limit: number },
  ): Promise<readonly Job[]>;
  retry(tenant: string, id: string, at: Timestamp): Promise<boolean>;
  lastRun(tenant: string, name: string): Promise<JobRun | undefined>;
  /** Jobs of these names that still have work to do. */
  waiting(names: readonly string[]): Promise<number>;
}

export type ReviewQuery = Readonly<{
  states: readonly ReviewState[];
  limit: number;
  user?: string;
  /** Leaves out pending ones whose time is over by then. */
  openAt?: Timestamp;
  after?: Pick<Review, "createdAt" | "id">;
}>;

export interface ReviewReader {
  get(tenant: string, id: string): Promise<Review | undefined>;
  pendingByHash(tenant: string, hash: string): Promise<Review | undefined>;
  /** Oldest first, after one of them where one is given. */
  list(tenant: string, query: ReviewQuery): Promise<readonly Review[]>;
  /** Pending ones whose time is over, those that have waited longest first. */
  lapsed(tenant: string, now: Timestamp, limit: number): Promise<readonly Review[]>;
}

export interface CheckpointStore {
  save(key: CheckpointKey, data: unknown, at: Timestamp): Promise<void>;
  load(key: CheckpointKey): Promise<Checkpoint | undefined>;
  list(tenant: string, user: string): Promise<readonly Checkpoint[]>;
  /** Of every tenant, in the order of their keys, after one of them. */
  page(query: { after?: CheckpointKey; limit: number }): Promise<readonly Checkpoint[]>;
  delete(key: CheckpointKey): Promise<boolean>;
}

export type LedgerEntry = Readonly<{ tenant: string; day: string; user: string; model: string }>;

export interface TokenLedger {
  /** Reserves tokens unless that would pass the tenant's or the user's budget of the day. */
  reserve(
    entry: LedgerEntry,
    tokens: number,
    budget: { tenant: number; user: number },
  ): Promise<boolean>;
  settle(
    entry: LedgerEntry,
    reserved: number,
    used: { input: number; output: number },
  ): Promise<void>;
  list(
    tenant: string,
  ): Promise<readonly (LedgerEntry & { input: number; output: number; calls: number })[]>;
}

export interface KeyStore {
  add(key: StoredKey): Promise<void>;
  /** Of whatever tenant, and whether or not it is still good: the key is what says so. */
  find(id: string): Promise<StoredKey | undefined>;
  /** Newest first. */
  list(tenant: string): Promise<readonly StoredKey[]>;
  /** False when there is none of that id that is not revoked already. */
  revoke(tenant: string, id: string, at: Timestamp): Promise<boolean>;
  /** Adds the next key and sets an end to the old one, together; false when the old one is not there to rotate. */
  rotate(next: StoredKey, old: { id: string; endsAt: Timestamp }): Promise<boolean>;
  used(tenant: string, id: string, at: Timestamp): Promise<void>;
  /** Whether anyone, in any tenant, could come in. */
  isAnyUsable(now: Timestamp): Promise<boolean>;
}

// Finds what might answer a question: rows that share words with it, and rows near to it in meaning.

export interface SearchReader {
  /** By shared words and, where the question has a meaning, by that too; and what those are linked to. In one look. */
  memoryCandidates(viewer: Viewer, query: LinkedQuery): Promise<LinkedCandidates>;
  messageCandidates(viewer: Viewer, query: WordQuery): Promise<Candidates<Message>>;
  /** Memories that share words with the question, the rarest words counting most. */
  memoryWords(viewer: Viewer, query: WordQuery): Promise<WordHits<Memory>>;
  messageWords(viewer: Viewer, query: WordQuery): Promise<WordHits<Message>>;
  /** Nearest in meaning, exact inside what the viewer may see. */
  memoryVectors(viewer: Viewer, query: VectorQuery): Promise<readonly VectorHit<MemoryLine>[]>;
  messageVectors(viewer: Viewer, query: VectorQuery): Promise<readonly VectorHit<Message>[]>;
  /** The turns just before and after the messages at some positions, each in its own channel. */
  messagesBeside(
    viewer: Viewer,
    query: {
      positions: readonly number[];
      filter: MemoryFilter;
      look: Look;
      meaning?: QueryMeaning;
    },
  ): Promise<BesideHits>;
  /** Vectors of the given items that exist under a model. */
  vectors(
    tenant: string,
    query: { item: Item; model: string; ids: readonly string[] },
  ): Promise<ReadonlyMap<string, Float32Array>>;
  /** Items that have no vector under a model, oldest first. */
  unembedded(query: {
    item: Item;
    model: string;
    limit: number;
    tenant?: string;
  }): Promise<readonly { tenant: string; id: string }[]>;
}

/** The question as a vector of one model. */
export type QueryMeaning = Readonly<{ model: string; vector: Float32Array }>;

export type WordQuery = Readonly<{
  terms: readonly string[];
  filter: MemoryFilter;
  look: Look;
  limit: number;
  /** What the items found are compared with as well. */
  meaning?: QueryMeaning;
}>;
/** `linkSeeds`: so many of the first by words, and of the first by meaning, are followed along their edges. */
export type LinkedQuery = WordQuery & Readonly<{ linkSeeds: number }>;
export type VectorQuery = Readonly<{
  model: string;
  vector: Float32Array;
  filter: MemoryFilter;
  look: Look;
  limit: number;
  /** Nothing further away than this is looked at. */
  minScore?: number;
}>;

export type WordHits<T> = Readonly<{
  items: readonly T[];
  /** In how many items of the tenant each word stands, and how many items there are. */
  frequency: ReadonlyMap<string, number>;
  total: number;
  /** By the id of each item that has a vector, when there is a meaning to compare with. */
  cosines: ReadonlyMap<string, number>;
}>;
export type VectorHit<T> = Readonly<{ item: T; score: number }>;
export type Candidates<T> = WordHits<T> & Readonly<{ near: readonly VectorHit<T>[] }>;
export type LinkedCandidates = Candidates<Memory> &
  Readonly<{
    /** The other end of every edge at the seeds, where it meets the filter; strongest first. */
    links: readonly Related[];
    /** By id, of the memories found that have one of the question's model but no cosine here. */
    vectors: ReadonlyMap<string, Float32Array>;
  }>;
export type Related = Readonly<{ to: string; relation: Relation; memory: Memory }>;
/** `message` stands on that side of the message `id`. */
export type BesideMessage = Readonly<{ id: string; side: "before" | "after"; message: Message }>;
export type BesideHits = Readonly<{
  pairs: readonly BesideMessage[];
  cosines: ReadonlyMap<string, number>;
}>;

// The audit trail as the engine asks for it.

/** `after` is the last entry seen, in either direction; 0 before any was. */
export type AuditQuery = Readonly<{
  after: number;
  limit: number;
  isNewestFirst?: boolean;
  act?: string;
  target?: string;
}>;

export interface AuditLog {
  append(act: AuditAct): Promise<void>;
  /** In order after a place in the trail, or newest first before it. */
  page(tenant: string, query: AuditQuery): Promise<readonly AuditEntry[]>;
  /** Where the trail ends, kept apart from it, so that a missing tail shows. */
  head(tenant: string): Promise<AuditHead>;
  /** Who is behind these aliases; an erased person is behind none. */
  names(tenant: string, aliases: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

// Lines on their way to files: committed with what they tell of, written afterwards.

export interface FileOutbox {
  /** Lines that are committed but not yet in their file, oldest first; fewer than the limit when these are all. */
  waiting(limit: number): Promise<readonly FileLine[]>;
  /** Days of one tenant that have lines for a journal among them. */
  waitingDays(tenant: string): Promise<readonly string[]>;
  written(lines: readonly FileLine[]): Promise<void>;
}

/**
 * `file` is `vault`, or the day of a journal such as `2026-05-01`. Lines of the vault are made from the history of
 * memories, the others wait as they are.
 */
export type FileLine = Readonly<{
  from: "history" | "outbox";
  seq: number;
  tenant: string;
  file: string;
  itemId: string;
  line: string;
}>;
