// `mneme/openai-agents`: sessions of the OpenAI Agents SDK that survive the process. Items are kept as they are.

import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type AgentInputItem,
  applySessionHistoryMutations,
  type Session,
  type SessionHistoryRewriteAwareSession,
  type SessionHistoryTransaction,
  type SessionHistoryTransactionAwareSession,
} from "@openai/agents-core";
import { MemoryError } from "../../errors.ts";
import type { Frameworks } from "../../operations/admin/frameworks.ts";
import type { MemoryEngine } from "../../operations/engine.ts";

export type SessionOptions = Readonly<{
  tenant: string;
  /** A new session when none is given. */
  sessionId?: string;
  /** Whose session it is; erasing that person ends it. */
  user?: string;
}>;

export type MnemeSession = SessionHistoryRewriteAwareSession &
  SessionHistoryTransactionAwareSession &
  Required<Pick<Session, "replaceHistoryWithCompaction">>;

type Items = readonly AgentInputItem[];
type Kept = Readonly<{ frameworks: Frameworks; options: SessionOptions; session: string }>;

export function mnemeSession(
  { admin: { frameworks } }: Pick<MemoryEngine, "admin">,
  options: SessionOptions,
): MnemeSession {
  const kept: Kept = { frameworks, options, session: options.sessionId ?? randomUUID() };
  return {
    getSessionId: async () => kept.session,
    getItems: (limit) => getItems(kept, limit),
    addItems: (items) => append(kept, plain(items)),
    popItem: () => popItem(kept),
    clearSession: () => frameworks.sessions.clear(keyOf(kept)),
    replaceHistoryWithCompaction: async (items) => rewrite(kept, constant(plain(items))),
    applyHistoryMutations: async ({ mutations }) =>
      rewrite(kept, (before) => plain(applySessionHistoryMutations([...before], mutations))),
    applyHistoryTransaction: async ({ operationId, transaction }) =>
      transact(kept, operationId, transaction),
  };
}

function keyOf({ options, session }: Kept) {
  return { tenant: options.tenant, session };
}

async function getItems(kept: Kept, limit: number | undefined): Promise<AgentInputItem[]> {
  if (limit !== undefined && limit <= 0) return [];
  const items = await kept.frameworks.sessions.items(keyOf(kept), limit);
  return [...items] as AgentInputItem[];
}

async function append(kept: Kept, items: Items): Promise<void> {
  if (items.length > 0) await rewrite(kept, (before) => [...before, ...items]);
}

async function popItem(kept: Kept): Promise<AgentInputItem | undefined> {
  let popped: AgentInputItem | undefined;
  await rewrite(kept, (before) => {
    popped = before.at(-1);
    return before.slice(0, -1);
  });
  return popped;
}

function constant(items: Items): (before: Items) => Items {
  return () => items;
}

type Operation = Readonly<{ id: string; digest: string }>;

async function rewrite(
  kept: Kept,
  change: (before: Items) => Items,
  operation?: Operation,
): Promise<void> {
  const { frameworks, options } = kept;
  await frameworks.sessions.rewrite(keyOf(kept), {
    change: (before) => change(before as Items),
    at: frameworks.now(),
    ...(options.user === undefined ? {} : { user: options.user }),
    ...(operation === undefined ? {} : { operation }),
  });
}

async function transact(
  kept: Kept,
  operationId: string,
  transaction: SessionHistoryTransaction,
): Promise<void> {
  if (typeof operationId !== "string" || operationId.trim() === "")
    throw new MemoryError("invalid_input", "`operationId` is empty.");
  const change = changeOf(transaction);
  await rewrite(kept, change, { id: operationId, digest: digestOf(plainTransaction(transaction)) });
}

function plainTransaction(transaction: SessionHistoryTransaction): unknown {
  return JSON.parse(JSON.stringify(transaction));
}

function changeOf(transaction: SessionHistoryTransaction): (before: Items) => Items {
  if (transaction.type === "append_items") {
    const items = plain(transaction.items);
    return (before) => [...before, ...items];
  }
  const suffix = plain(transaction.expectedSuffix);
  const replacement = plain(transaction.replacement);
  return (before) => {
    if (!endsWith(before, suffix))
      throw new MemoryError("conflict", "The end of the session is not what the change expects.");
    return [...before.slice(0, before.length - suffix.length), ...replacement];
  };
}

// Items of a session as JSON: checked on their way in, compared by what they say, and named by a hash.

/** The item as it will come back. What JSON would lose without a word is refused instead. */
function plain(items: readonly AgentInputItem[]): readonly AgentInputItem[] {
  return items.map((item) => {
    refuseUnkeepable(item, []);
    return JSON.parse(JSON.stringify(item));
  });
}

function refuseUnkeepable(value: unknown, around: readonly unknown[]): void {
  if (value === null || ["string", "boolean", "undefined"].includes(typeof value)) return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (typeof value !== "object" || around.includes(value) || !isPlain(value))
    throw new MemoryError("invalid_input", "A session item holds something that is not JSON.");
  for (const inner of Object.values(value)) refuseUnkeepable(inner, [...around, value]);
}

function isPlain(value: object): boolean {
  const made: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || made === Object.prototype || made === null;
}

function endsWith(items: readonly unknown[], suffix: readonly unknown[]): boolean {
  return (
    suffix.length <= items.length &&
    isDeepStrictEqual(items.slice(items.length - suffix.length), suffix)
  );
}

/** The same for the same content, in whatever order its fields were written. */
function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([field, inner]) => [field, sorted(inner)]);
}
