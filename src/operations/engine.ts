// The engine as its callers see it: what every program uses at the top, what only some need in groups below.

import type { z } from "zod";
import type { Compacted, Rebuilt } from "../curate/vault-file.ts";
import type { Credential } from "../model/access-key.ts";
import type { Receipt } from "../model/receipt.ts";
import type { CheckpointStore } from "../ports/store.ts";
import type { RunOutcome } from "../upkeep/run-now.ts";
import type { ModelReport } from "./admin/check-models.ts";
import type { Frameworks } from "./admin/frameworks.ts";
import type { MessageInput } from "./inputs.ts";
import type { Operations } from "./operations.ts";
import type { TransferStreams } from "./transfer/streams.ts";

export type OperationName = keyof Operations;
/** What a caller passes to an operation. */
export type InputOf<Name extends OperationName> = z.input<Operations[Name]["input"]>;
/** What it gives back. */
export type OutputOf<Name extends OperationName> = Operations[Name] extends {
  run(parsed: never, context: never): Promise<infer Output>;
}
  ? Output
  : never;
export type Method<Name extends OperationName> = (input: InputOf<Name>) => Promise<OutputOf<Name>>;

export interface MemoryEngine {
  /** Takes in one message. Resolves when it has been read for facts; a full queue answers with the status `dropped`. */
  ingest: Method<"ingest">;
  /** Takes in many, waiting for room; one receipt each, in their order. */
  ingestMany(
    messages: Iterable<MessageInput> | AsyncIterable<MessageInput>,
  ): Promise<readonly Receipt[]>;
  /** Stores one memory as it is told; the receipt says what became of it. */
  remember: Method<"remember">;
  /** Stores up to 500 of one writer in one commit, a receipt each. */
  rememberMany: Method<"rememberMany">;
  /** Finds what is known, with the reasons and the messages behind each line. */
  search: Method<"search">;
  /** Answers a question with the lines it rests on; without a language model these are the answer. */
  answer: Method<"answer">;
  /** The snake_case search that older agents call; new programs use `search`. */
  query: Method<"query">;
  /** The lines that matter now, inside a token budget, ready for a prompt. */
  context: Method<"context">;
  /** One memory by its id. */
  get: Method<"get">;
  /** Memories, newest first, under a filter. */
  list: Method<"list">;
  /** Changes a memory; the old version stays in its history. */
  edit: Method<"edit">;
  /** Takes a memory out of use; `restore` brings it back for thirty days. */
  forget: Method<"forget">;
  restore: Method<"restore">;
  /** Says that a memory helped or is wrong, which moves it among hits; `none` takes that back. */
  feedback: Method<"feedback">;
  /** Deletes a person or a message for good, with everything that was made of it. */
  erase: Method<"erase">;
  /** What is known of a person, by section, every line with its sources. */
  profile: Method<"profile">;
  /** Ends the open conversations now, of one tenant or of all; how many jobs that took. */
  flush(input?: string | Readonly<{ tenant?: string }>): Promise<number>;
  /** Runs a background job now, for one tenant or for all; what it counted, by tenant. */
  runJob(job: string | JobRequest, tenant?: string): Promise<RunOutcome>;
  /** Resolves when everything taken in has been read, stored and embedded, and its lines are in their files. */
  drain(): Promise<void>;
  /** Counts by kind, state, scope and category, and what the store is. */
  stats: Method<"stats">;
  close(): Promise<void>;
  readonly vault: VaultMethods;
  readonly review: ReviewMethods;
  readonly transfer: TransferMethods;
  readonly keys: KeyMethods;
  readonly jobs: JobMethods;
  readonly admin: AdminMethods;
}

export type JobRequest = Readonly<{
  name: string;
  /** Every tenant when none is named. */
  tenant?: string;
  /** Say what would be done, and change nothing. */
  dryRun?: boolean;
  /** Go on although much would be lost at once. */
  confirm?: boolean;
  /** For the job `verify`: mend what it finds. */
  repair?: boolean;
}>;

/** Canon, and registers by topic. */
export interface VaultMethods {
  updateByTopic: Method<"updateByTopic">;
  promote: Method<"promote">;
  search: Method<"vaultSearch">;
  candidates: Method<"vaultCandidates">;
  deletions: Method<"vaultDeletions">;
  stats: Method<"vaultStats">;
  /** Takes the history out of the vault file, of one tenant or of all; the only thing that rewrites it. */
  compact(input?: Readonly<{ tenant?: string; actor?: string }>): Promise<Compacted>;
  /** Makes an empty store anew from the vault file alone. */
  rebuild(): Promise<Rebuilt>;
}

/** What a person decides. */
export interface ReviewMethods {
  list: Method<"review">;
  approve: Method<"approve">;
  reject: Method<"reject">;
  quarantine: Method<"quarantine">;
  release: Method<"release">;
}

/** Imports and exports, as streams or as text. */
export interface TransferMethods extends TransferStreams {
  importText: Method<"import">;
  exportText: Method<"export">;
  list: Method<"imports">;
}

/** Access keys: who may come in over HTTP or MCP. */
export interface KeyMethods {
  create: Method<"createKey">;
  list: Method<"listKeys">;
  revoke: Method<"revokeKey">;
  rotate: Method<"rotateKey">;
  /** Who holds this key; nobody when it is none of ours, has run out or was revoked. */
  authenticate(input: Readonly<{ key: string }>): Promise<Credential | undefined>;
  /** Whether any key, of any tenant, would let someone in. */
  any(): Promise<boolean>;
}

/** Background jobs. */
export interface JobMethods {
  list: Method<"jobs">;
  retry: Method<"retryJob">;
  /** As `runJob` for one tenant, with an entry in the audit trail. */
  run: Method<"upkeep">;
  schedule: Method<"schedule">;
}

/** For those who look after the memory, and for what is built on it. */
export interface AdminMethods {
  rememberLine: Method<"rememberLine">;
  history: Method<"history">;
  retrieval: Method<"retrieval">;
  delta: Method<"delta">;
  pin: Method<"pin">;
  forgetMany: Method<"forgetMany">;
  merge: Method<"merge">;
  unmerge: Method<"unmerge">;
  message: Method<"message">;
  messages: Method<"messages">;
  taught: Method<"taught">;
  conversations: Method<"conversations">;
  editMessage: Method<"editMessage">;
  withdrawMessage: Method<"withdrawMessage">;
  people: Method<"people">;
  correctProfile: Method<"correctProfile">;
  deleteProfile: Method<"deleteProfile">;
  overview: Method<"overview">;
  facets: Method<"facets">;
  graph: Method<"graph">;
  usage: Method<"usage">;
  events: Method<"events">;
  /** A failure of the program around the engine: a bot or a voice session (F18). */
  reportError: Method<"reportError">;
  agents: Method<"agents">;
  settings: Method<"settings">;
  snapshot: Method<"snapshot">;
  refreshSnapshot: Method<"refreshSnapshot">;
  /** Where events are sent, and what waits or was given up. */
  webhooks: Method<"webhooks">;
  testWebhook: Method<"testWebhook">;
  audit: Method<"audit">;
  verifyAudit: Method<"verifyAudit">;
  /** Which models serve, checked with one real call each, and what they cost this tenant so far. */
  checkModels(input: Readonly<{ tenant: string }>): Promise<ModelReport>;
  /** A hash over every memory and version: equal stores have equal hashes. */
  stateHash(): Promise<string>;
  /** Any operation by the name it has over HTTP and MCP, for surfaces that are made from the list of them. */
  call<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  /** Whether the database can only be read, as on a read-only disk: every change is refused. */
  readonly isReadOnly: boolean;
  readonly checkpoints: CheckpointStore;
  /** What integrations with agent frameworks keep. */
  readonly frameworks: Frameworks;
  /** Spans for whoever traces the program; a surface goes on in its caller's trace. */
  readonly tracing: Tracing;
}

export interface Tracing {
  /** Runs an operation inside a span of its own. */
  operation<T>(name: string, act: () => Promise<T>): Promise<T>;
  /** Goes on in the trace that a caller sent along, as `traceparent` and `tracestate`. */
  within<T>(carrier: Readonly<Record<string, unknown>>, act: () => T): T;
}
