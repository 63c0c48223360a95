// How many memories a person's messages of one day may still write (S13). By the time of what was said, so that
// an old log is not cut short by the day it is read on.

import type { Message } from "../model/message.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Store } from "../ports/store.ts";

const DAY_MS = 86_400_000;
const MESSAGES_OF_DAY = 10_000;
const MAX_COUNTS = 20_000;

/** Only a cache of what the store can tell: a count that is not here is read from there. */
const counts = new WeakMap<Store, Map<string, number>>();

export async function writesOfDay(message: Message, store: Store): Promise<number> {
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
