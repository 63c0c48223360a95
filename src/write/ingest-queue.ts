// Bounded per-tenant queue for incoming messages: one promise a message, one worker a tenant, tenants in turn.

import type { NewMessage } from "../model/message.ts";
import { emptyReceipt, type Receipt } from "../model/receipt.ts";
import { yieldToEventLoop } from "./event-loop.ts";

export type QueueLimits = Readonly<{ waiting: number; tenantsAtOnce: number }>;

export interface IngestQueue {
  /** When the queue is full the oldest that may be dropped is; its receipt says `dropped`. */
  add(message: NewMessage): Promise<Receipt>;
  /** Waits for room instead, and is never dropped. */
  addWithRoom(message: NewMessage): Promise<{ done: Promise<Receipt> }>;
  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void>;
}

/** Messages of one tenant that waited together: a promise each, in their order. */
type Listen = (messages: readonly NewMessage[]) => readonly Promise<Receipt>[];

type Entry = {
  readonly message: NewMessage;
  readonly mayDrop: boolean;
  readonly resolve: (receipt: Receipt) => void;
  readonly reject: (thrown: unknown) => void;
};

type Queue = {
  readonly listen: Listen;
  readonly limits: QueueLimits;
  readonly byTenant: Map<string, Entry[]>;
  readonly running: Set<string>;
  readonly inFlight: Map<string, Readonly<{ text: string; promise: Promise<Receipt> }>>;
  /** Called, once each, when something ends. */
  waiters: (() => void)[];
  size: number;
};

/** Messages handled before other work of the process gets its turn. */
const HEARD_TOGETHER = 16;

export function createIngestQueue(listen: Listen, limits: QueueLimits): IngestQueue {
  const queue: Queue = {
    listen,
    limits,
    byTenant: new Map(),
    running: new Set(),
    inFlight: new Map(),
    waiters: [],
    size: 0,
  };
  return {
    add: (message) => enqueue(queue, message, true),
    addWithRoom: async (message) => {
      while (queue.size >= limits.waiting) await somethingEnds(queue);
      return { done: enqueue(queue, message, false) };
    },
    idle: async () => {
      while (queue.size > 0 || queue.running.size > 0) await somethingEnds(queue);
    },
  };
}

function somethingEnds(queue: Queue): Promise<void> {
  return new Promise((resolve) => queue.waiters.push(resolve));
}

function ended(queue: Queue): void {
  const waiters = queue.waiters;
  queue.waiters = [];
  for (const wake of waiters) wake();
}

function enqueue(queue: Queue, message: NewMessage, mayDrop: boolean): Promise<Receipt> {
  const key = JSON.stringify([message.tenant, message.id]);
  const shared = queue.inFlight.get(key);
  if (shared?.text === message.text) return shared.promise;
  // The same id with other words: once the first is kept, its receipt says that these are not.
  if (shared !== undefined) {
    const again = () => enqueue(queue, message, mayDrop);
    return shared.promise.then(again, again);
  }
  if (queue.size >= queue.limits.waiting) dropOldest(queue);
  const promise = new Promise<Receipt>((resolve, reject) => {
    const entries = queue.byTenant.get(message.tenant) ?? [];
    entries.push({ message, mayDrop, resolve, reject });
    queue.byTenant.set(message.tenant, entries);
    queue.size += 1;
  }).finally(() => queue.inFlight.delete(key));
  queue.inFlight.set(key, { text: message.text, promise });
  // A caller that does not wait for its receipt still gets its message in; the failure is in the action log.
  promise.catch(() => undefined);
  startWorkers(queue);
  return promise;
}

function dropOldest(queue: Queue): void {
  for (const [tenant, entries] of queue.byTenant) {
    const index = entries.findIndex((entry) => entry.mayDrop);
    if (index < 0) continue;
    const [dropped] = entries.splice(index, 1);
    if (entries.length === 0) queue.byTenant.delete(tenant);
    queue.size -= 1;
    dropped?.resolve(emptyReceipt("dropped", "queue_full"));
    return;
  }
}

/** The tenant that waited longest is first in the map; a served one goes to its end. */
function startWorkers(queue: Queue): void {
  for (const tenant of queue.byTenant.keys()) {
    if (queue.running.size >= queue.limits.tenantsAtOnce) return;
    if (queue.running.has(tenant)) continue;
    queue.running.add(tenant);
    work(queue, tenant).catch(() => undefined);
  }
}

async function work(queue: Queue, tenant: string): Promise<void> {
  try {
    const entries = nextOf(queue, tenant);
    const heard = queue.listen(entries.map(({ message }) => message));
    await Promise.all(
      entries.map(async ({ resolve, reject }, index) => {
        await heard[index]?.then(resolve, reject);
        ended(queue);
      }),
    );
  } finally {
    await yieldToEventLoop();
    queue.running.delete(tenant);
    const entries = queue.byTenant.get(tenant);
    if (entries !== undefined) {
      queue.byTenant.delete(tenant);
      queue.byTenant.set(tenant, entries);
    }
    ended(queue);
    startWorkers(queue);
  }
}

function nextOf(queue: Queue, tenant: string): readonly Entry[] {
  const entries = queue.byTenant.get(tenant) ?? [];
  const taken = entries.splice(0, HEARD_TOGETHER);
  if (entries.length === 0) queue.byTenant.delete(tenant);
  queue.size -= taken.length;
  return taken;
}
