// What the suite stores: plain records that a case changes only where it matters.

import type { ErrorCode } from "../../../src/errors.ts";
import type { Activity } from "../../../src/model/audit.ts";
import type { Change, ChangeSet } from "../../../src/model/change-set.ts";
import type { Look } from "../../../src/model/filter.ts";
import type { JobRun, NewJob } from "../../../src/model/job.ts";
import type { Memory, Timestamp } from "../../../src/model/memory.ts";
import type { NewMessage } from "../../../src/model/message.ts";
import type { Review } from "../../../src/model/review.ts";
import { hostViewer, type Viewer } from "../../../src/model/viewer.ts";
import type { Store } from "../../../src/ports/store.ts";

export const TENANT = "acme";
export const MODEL = "test-embedder";
const START = Date.parse("2026-05-01T10:00:00.000Z");
const MINUTE_MS = 60_000;

/** Minutes after the start of the story. */
export function at(minutes: number): Timestamp {
  return new Date(START + minutes * MINUTE_MS).toISOString();
}

export const NOW: Look = { now: at(0) };
export const host: Viewer = hostViewer(TENANT);

export function agent(name: string, user?: string): Viewer {
  const as = { type: "agent", agent: name, ...(user === undefined ? {} : { user }) } as const;
  return { tenant: TENANT, as, categories: "all" };
}

export function userViewer(user: string): Viewer {
  return { tenant: TENANT, as: { type: "user", user }, categories: "all" };
}

/** The kind is one that may repeat a line, so that cases about other things do not trip over the rule against it. */
export function memory(fields: Partial<Memory> = {}): Memory {
  return {
    id: "m1",
    tenant: TENANT,
    scope: "shared",
    kind: "log",
    category: "preference",
    text: "Ana drinks green tea",
    tags: [],
    participants: [],
    confidence: 0.9,
    importance: 3,
    pinned: false,
    stability: "stable",
    sensitivity: "normal",
    origins: ["user"],
    trust: 3,
    evidence: [],
    derivedFrom: [],
    state: "active",
    version: 1,
    createdAt: at(0),
    updatedAt: at(0),
    writer: {},
    ...fields,
  };
}

export function message(fields: Partial<NewMessage> = {}): NewMessage {
  return {
    tenant: TENANT,
    id: "g1",
    channel: "general",
    at: at(0),
    author: { id: "u1", name: "Ana", isBot: false },
    text: "I drink green tea",
    role: "user",
    origin: "user",
    scope: "shared",
    ...fields,
  };
}

export function review(fields: Partial<Review> = {}): Review {
  return {
    id: "r1",
    tenant: TENANT,
    why: "needs consent",
    act: { type: "delete", id: "m1" },
    hash: "hash-1",
    state: "pending",
    signals: 1,
    createdAt: at(0),
    lapsesAt: at(60),
    ...fields,
  };
}

export function job(fields: Partial<NewJob> = {}): NewJob {
  return {
    id: "j1",
    tenant: TENANT,
    name: "embed",
    key: "m1",
    payload: { memory: "m1" },
    runAt: at(0),
    ...fields,
  };
}

export function jobRun(fields: Partial<JobRun> = {}): JobRun {
  return {
    tenant: TENANT,
    name: "embed",
    key: "m1",
    startedAt: at(0),
    endedAt: at(1),
    outcome: "ok",
    detail: { items: 1 },
    ...fields,
  };
}

export function activity(fields: Partial<Activity> = {}): Activity {
  return { tenant: TENANT, at: at(0), node: "worker", op: "embed", status: "ok", ...fields };
}

export const create = (fields: Partial<Memory> = {}): Change => ({
  type: "create",
  memory: memory(fields),
  reason: "said so",
});

/** The next version of a memory, decided on the version before it. */
export const revise = (fields: Partial<Memory> & { version: number }): Change => ({
  type: "revise",
  memory: memory(fields),
  expect: fields.version - 1,
  event: "UPDATE",
  reason: "corrected",
});

/** Fails whenever `m1` is there already. */
export const STALE_CREATE: Change = { type: "create", memory: memory(), reason: "" };

export const keep = (fields: Partial<NewMessage> = {}, context = ""): Change => ({
  type: "keep",
  message: message(fields),
  context,
  searchable: true,
});

export const link = (from: string, to: string, strength = 0.8): Change => ({
  type: "link",
  relation: { from, to, type: "related_to", strength, createdAt: at(0) },
});

export const embed = (id: string, vector: readonly number[], model = MODEL): Change => ({
  type: "embed",
  item: "memory",
  id,
  model,
  vector: Float32Array.from(vector),
});

export function changes(...list: readonly Change[]): ChangeSet {
  return { tenant: TENANT, at: at(0), actor: "tester", cause: "test", changes: list };
}

export async function commit(store: Store, ...list: readonly Change[]): Promise<void> {
  await store.commit(changes(...list));
}

/** As `commit`, in another tenant: every record of the list must belong to it. */
export async function commitIn(
  store: Store,
  tenant: string,
  list: readonly Change[],
): Promise<void> {
  await store.commit({ ...changes(...list), tenant });
}

export function ids(items: readonly Readonly<{ id: string }>[]): string[] {
  return items.map((item) => item.id);
}

/** The ids a viewer finds by plain listing. */
export async function listed(store: Store, viewer: Viewer): Promise<string[]> {
  const page = { limit: 100 };
  return ids(await store.memories.list(viewer, { filter: {}, look: NOW, page })).sort();
}

/** What a refusal looks like, for `rejects.toMatchObject`. */
export function refusal(code: ErrorCode): Readonly<{ name: string; code: ErrorCode }> {
  return { name: "MemoryError", code };
}
