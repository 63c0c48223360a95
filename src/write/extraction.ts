// From an extractor's findings to proposals: what part of a message is read, what it may write, and what is noted
// about it.

import { asMemoryError } from "../errors.ts";
import type { Activity } from "../model/audit.ts";
import type { Candidate, Proposal } from "../model/candidate.ts";
import type { Change, ChangeSet, MinedOutcome } from "../model/change-set.ts";
import { LORE_SUBJECT, POLICIES } from "../model/kinds.ts";
import type { Message, NewMessage } from "../model/message.ts";
import { joined } from "../model/metadata.ts";
import { omitUndefined } from "../model/omit-undefined.ts";
import { provenanceOf } from "../model/origin.ts";
import { type LeftClause, type Outcome, type Receipt, receiptOf } from "../model/receipt.ts";
import { cut } from "../model/text.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Extraction } from "../ports/extractor.ts";
import type { Store } from "../ports/store.ts";
import type { Act, IngestDeps, ReadLimits } from "./act.ts";
import { planCommit, runStages } from "./remember.ts";
import { emptyBatchState } from "./settle.ts";

export type MiningPolicy = Readonly<{
  /** Characters of a message that are read for facts. */
  maxCharacters: number;
  maxFacts: number;
  /** A turn longer than this may hold several facts; fewer of them are kept. */
  longTurnCharacters: number;
  maxWritesOfLongTurn: number;
  /** Memories that one person's messages of one day may write. */
  maxWritesOfUserDay: number;
  /** How long "remember that…" is kept. */
  noteTtlDays: number;
}>;

type Read = Extract<Extraction, { type: "ok" }>;

const DAY_MS = 86_400_000;

/** The part of a message that is read; a prefix, so that spans point into the whole. */
function partToRead(message: Message, policy: MiningPolicy): Message {
  if (message.text.length <= policy.maxCharacters) return message;
  const part = cut(message.text, policy.maxCharacters);
  const atWord = part.lastIndexOf(" ");
  return { ...message, text: atWord > policy.maxCharacters / 2 ? part.slice(0, atWord) : part };
}

/** How many memories one turn may write (S13); its candidates may be more. */
function maxWrites(message: Message, policy: MiningPolicy): number {
  const isLong = message.text.length > policy.longTurnCharacters;
  return isLong ? policy.maxWritesOfLongTurn : policy.maxFacts;
}

function proposalFrom(
  message: Message,
  candidate: Candidate,
  { now, policy }: Readonly<{ now: Date; policy: MiningPolicy }>,
): Proposal {
  const { kind, field, tags = [], subject } = candidate;
  return omitUndefined({
    tenant: message.tenant,
    kind,
    text: candidate.text,
    scope: message.scope,
    category: candidate.category,
    confidence: candidate.confidence,
    importance: candidate.importance,
    pinned: false,
    stability: kind === "log" ? "volatile" : POLICIES[kind].stability,
    evidence: candidate.evidence,
    derivedFrom: [],
    participants: [],
    provenance: provenanceOf(message.origin),
    writer: { actor: message.author.id, role: message.role },
    user: subject === LORE_SUBJECT ? undefined : (message.user ?? message.author.id),
    subject,
    title: candidate.title,
    tags: field === undefined ? tags : [...tags, `field:${field}`],
    section: candidate.section,
    sensitivity: candidate.sensitivity,
    validFrom: candidate.validFrom,
    validTo: candidate.validTo,
    expiresAt: kind === "log" ? expiryOf(message, now, policy) : undefined,
    channel: message.thread ?? message.channel,
    metadata: joined(message.metadata, candidate.metadata),
  });
}

/** Counted from when it was heard: a note out of an old log is not over before it is read. */
function expiryOf(message: Message, now: Date, policy: MiningPolicy): string {
  const from = Math.max(Date.parse(message.at), now.getTime());
  return new Date(from + policy.noteTtlDays * DAY_MS).toISOString();
}

export const REASON_CHARACTERS = 120;

/** Why the rest of a message was not kept; an extractor that cannot tell is quoted with the whole of it. */
export function reasonsOf(
  { text }: Message,
  { candidates, left = [] }: Read,
): readonly LeftClause[] {
  if (left.length > 0 || candidates.length > 0) return left;
  return [{ clause: cut(text, REASON_CHARACTERS), reason: "nothing found" }];
}

// What is written down about the reading of a message: that it was read, what came of it, or why it failed.

type Deps = Pick<IngestDeps, "now">;

export function readChanges(
  message: NewMessage,
  outcomes: readonly Outcome[],
  deps: Deps,
): readonly Change[] {
  const outcome: MinedOutcome = outcomes.length === 0 ? "nothing" : "facts";
  const call = {
    op: "memory_extract_call",
    status: outcome === "facts" ? "ok" : "skipped",
    ...(message.source === undefined ? {} : { detail: message.source }),
  } as const;
  const facts = outcomes.flatMap((one) =>
    one.type === "stored" || one.type === "merged"
      ? [{ op: "memory_fact", memoryId: one.id, detail: one.type }]
      : [],
  );
  return [
    { type: "mined", messageId: message.id, outcome },
    ...[call, ...facts].map((what): Change => {
      return { type: "record", activity: activityOf(message, deps, what) };
    }),
  ];
}

/** What may pass stays pending; what will not is marked. Both are logged. */
export function readFailedChanges(
  message: NewMessage,
  { type, reason }: Exclude<Extraction, { type: "ok" }>,
  deps: Deps,
): readonly Change[] {
  const activity = activityOf(message, deps, {
    op: "memory_extract_error",
    status: "error",
    detail: reason,
  });
  const done: readonly Change[] =
    type === "rejected" ? [{ type: "mined", messageId: message.id, outcome: "failed" }] : [];
  return [{ type: "record", activity }, ...done];
}

function activityOf(
  message: NewMessage,
  deps: Deps,
  what: Pick<Activity, "op"> & Partial<Activity>,
): Activity {
  return {
    tenant: message.tenant,
    at: deps.now().toISOString(),
    node: "hotpath",
    status: "ok",
    messageId: message.id,
    user: message.author.id,
    ...what,
  };
}

// Reads messages that were kept together, in their order, and commits what came of them together: a commit for each
// took as long as a tenth of the reading. Each finds what those before it wrote as if it had been committed.

export type Extracted = Readonly<{
  message: Message;
  scene: Scene;
  extraction: Extract<Extraction, { type: "ok" }>;
}>;

/** Throws when anything of it could not be kept; then nothing was, and each can be read alone. */
export async function rememberBatch(
  extracted: readonly Extracted[],
  deps: IngestDeps,
): Promise<readonly Receipt[]> {
  const soFar = emptyBatchState();
  const sets: ChangeSet[] = [];
  const receipts: Receipt[] = [];
  try {
    for (const one of extracted) {
      const { proposals, act } = await proposalsOf(one, deps);
      const judged = await runStages(proposals, act, deps);
      const { outcomes, set } = await planCommit(judged, { act, isThorough: false, soFar }, deps);
      sets.push(set);
      receipts.push(receiptOf(outcomes, reasonsOf(one.message, one.extraction)));
      countWrites(one.message, deps.store, receipts.at(-1)?.stored.length ?? 0);
    }
    if (sets.length > 0) await deps.store.commit(...sets);
  } catch (thrown) {
    for (const [index, { stored }] of receipts.entries()) {
      const message = extracted[index]?.message;
      if (message !== undefined) countWrites(message, deps.store, -stored.length);
    }
    throw thrown;
  }
  return receipts;
}

/** What a message gives to remember, and in which act. */
export async function proposalsOf(
  { message, scene, extraction }: Extracted,
  deps: IngestDeps,
): Promise<Readonly<{ proposals: readonly Proposal[]; act: Act }>> {
  const policy = deps.listening.mining;
  const proposals = extraction.candidates.map((candidate) =>
    proposalFrom(message, candidate, { now: deps.now(), policy }),
  );
  const act: Act = {
    tenant: message.tenant,
    actor: message.author.id,
    cause: "listen",
    sources: {
      messages: new Map([[message.id, message]]),
      names: [message, ...scene.before].map((one) => one.author.name),
    },
    ...(proposals.length === 0 ? {} : { reading: await readingOf(message, scene, deps) }),
    alongside: (written) => readChanges(message, written, deps),
  };
  return { proposals, act };
}

async function readingOf(
  message: Message,
  { heldFor }: Scene,
  deps: IngestDeps,
): Promise<ReadLimits> {
  const { mining } = deps.listening;
  const ofTurn = maxWrites(message, mining);
  const ofDay = mining.maxWritesOfUserDay - (await writesOfDay(message, deps.store));
  return ofDay < ofTurn
    ? { heldFor, maxWrites: Math.max(0, ofDay), limit: "daily_limit" }
    : { heldFor, maxWrites: ofTurn, limit: "turn_limit" };
}

// Asks the extractor what a message says. What speaks to the model is not read; as it stands it goes before a person.

/** What a message is read in: what was said before it, and why it waits for a person, when it does. */
export type Scene = Readonly<{ before: readonly Message[]; heldFor: string | undefined }>;

const HELD_CHARACTERS = 2_000;

/** A reader that breaks is one that failed: the message is kept, and it is read again later. */
export async function readMessage(
  message: Message,
  { before, heldFor }: Scene,
  deps: IngestDeps,
): Promise<Extraction> {
  if (heldFor !== undefined) return wholeMessage(message);
  try {
    const part = partToRead(message, deps.listening.mining);
    return await deps.extractor.extract({ message: part, before });
  } catch (thrown) {
    return { type: "retryable", reason: asMemoryError(thrown).code };
  }
}

function wholeMessage({ id, text }: Message): Extraction {
  const quote = cut(text, HELD_CHARACTERS);
  const evidence = [{ type: "span", messageId: id, start: 0, end: quote.length, quote }] as const;
  const note = {
    kind: "log",
    text: quote,
    category: "other",
    confidence: 0.5,
    importance: 1,
    evidence,
  } as const;
  return { type: "ok", candidates: [note] };
}

// How many memories a person's messages of one day may still write (S13). By the time of what was said, so that
// an old log is not cut short by the day it is read on.

const MESSAGES_OF_DAY = 10_000;
const MAX_COUNTS = 20_000;

/** Only a cache of what the store can tell: a count that is not here is read from there. */
const counts = new WeakMap<Store, Map<string, number>>();

async function writesOfDay(message: Message, store: Store): Promise<number> {
  const known = countsOf(store);
  const key = keyOf(message);
  const count = known.get(key) ?? (await readCount(message, store));
  remember(known, key, count);
  return count;
}

export function countWrites(message: Message, store: Store, writes: number): void {
  const known = countsOf(store);
  const key = keyOf(message);
  const count = known.get(key);
  if (count !== undefined) remember(known, key, count + writes);
}

function countsOf(store: Store): Map<string, number> {
  const known = counts.get(store) ?? new Map<string, number>();
  counts.set(store, known);
  return known;
}

function keyOf({ tenant, author, at }: Message): string {
  return JSON.stringify([tenant, author.id, at.slice(0, 10)]);
}

function remember(known: Map<string, number>, key: string, count: number): void {
  known.delete(key);
  known.set(key, count);
  const [oldest] = known.keys();
  if (known.size > MAX_COUNTS && oldest !== undefined) known.delete(oldest);
}

async function readCount({ tenant, author, at }: Message, store: Store): Promise<number> {
  const start = Date.parse(`${at.slice(0, 10)}T00:00:00.000Z`);
  const messages = await store.messages.list(hostViewer(tenant), {
    author: author.id,
    after: new Date(start - 1).toISOString(),
    before: new Date(start + DAY_MS).toISOString(),
    limit: MESSAGES_OF_DAY,
  });
  const ids = messages.map((message) => message.id);
  return (await store.memories.restingOn(tenant, { item: "message", ids })).length;
}
