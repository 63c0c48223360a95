// Finding memories for mem0's clients: by a question, by filters, one by its id.

import { createHash } from "node:crypto";
import { MemoryError } from "../../errors.ts";
import type { HistoryEntry } from "../../model/history.ts";
import type { Memory } from "../../model/memory.ts";
import type { NewMessage } from "../../model/message.ts";
import { ownValue } from "../../model/own-value.ts";
import type { Receipt } from "../../model/receipt.ts";
import {
  type Asking,
  call,
  type Fields,
  isFields,
  notSupported,
  present,
  refuseUnsupported,
  textOf,
} from "./asking.ts";
import { bothOf, metadataFilterOf } from "./metadata-filter.ts";

const READ_AT_ONCE = 200;
const MOST_LISTED = 10_000;
const PAGE_SIZE = 100;
const MOST_FOUND = 24;

export async function search(asking: Asking): Promise<unknown> {
  const { body } = asking;
  refuseUnsupported(body, [
    "metadata",
    "fields",
    "latest_only",
    "keyword_search",
    "reference_date",
  ]);
  if (body["show_expired"] === true) refuseUnsupported(body, ["show_expired"]);
  const top = Number(body["top_k"] ?? body["limit"] ?? 10);
  const { hits, unsure } = await call(asking, "search", {
    query: textOf(body["query"], "query"),
    limit: Math.min(MOST_FOUND, Math.max(1, Math.trunc(top))),
    threshold: body["threshold"],
    filters: filterOf(body["filters"]),
  });
  const results = hits.map((hit) => ({
    ...(hit.item === "memory" ? shownMemory(hit.memory) : shownMessage(hit.message)),
    score: hit.score,
  }));
  return { results, unsure };
}

export async function list(asking: Asking): Promise<unknown> {
  const page = counted(asking.query["page"], 1);
  const size = counted(asking.query["page_size"], PAGE_SIZE);
  const found = await all(asking, filterOf(asking.body["filters"]));
  const shown = found.slice((page - 1) * size, page * size);
  const link = (to: number) => `/v3/memories/?page=${to}&page_size=${size}`;
  return {
    count: found.length,
    next: page * size < found.length ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results: shown.map(shownMemory),
  };
}

function counted(given: unknown, otherwise: number): number {
  const count = given === undefined ? otherwise : Number(given);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new MemoryError("invalid_input", "`page` and `page_size` are whole numbers from 1 on.");
}

/** mem0 pages by number and tells how many there are, so all of them are looked at. */
export async function all(asking: Asking, filter: Fields): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  let after: string | undefined;
  do {
    const page = await call(asking, "list", { filter, limit: READ_AT_ONCE, after });
    found.push(...page);
    after = page.length < READ_AT_ONCE ? undefined : page.at(-1)?.id;
    if (found.length > MOST_LISTED)
      throw new MemoryError(
        "too_large",
        `More than ${MOST_LISTED} memories; name a narrower filter.`,
      );
  } while (after !== undefined);
  return found;
}

export async function get(asking: Asking): Promise<unknown> {
  return shownMemory(await existing(asking));
}

export async function existing(asking: Asking): Promise<Memory> {
  const memory = await call(asking, "get", { id: asking.parameters["id"] });
  if (memory !== undefined) return memory;
  throw new MemoryError("not_found", "There is no such memory.");
}

export async function history(asking: Asking): Promise<unknown> {
  const { id } = asking.parameters;
  const entries = await call(asking, "history", { id });
  if (entries.length === 0) throw new MemoryError("not_found", "There is no such memory.");
  return shownHistory(entries, await call(asking, "get", { id }));
}

// mem0's filters in our words: whose memories, from which run, of which category. A filter that means something else is
// refused.

/** mem0's name for each field of our filter. A person is whom a memory is about, a run the channel it came from. */
const NAMES: Readonly<Record<string, "subject" | "agent" | "channel" | "categories">> = {
  user_id: "subject",
  agent_id: "agent",
  run_id: "channel",
  categories: "categories",
};

/** mem0's `*`: any value. */
const ANY = "*";

export function filterOf(filters: unknown): Fields {
  if (filters === undefined || filters === null) return {};
  if (!isFields(filters)) throw new MemoryError("invalid_input", "`filters` must be an object.");
  const merged = new Map<string, unknown>();
  for (const [name, value] of Object.entries(filters)) {
    const parts = name === "AND" ? allOf(value) : [conditionOf(name, value)];
    for (const part of parts) join(merged, part);
  }
  return Object.fromEntries(merged);
}

function join(merged: Map<string, unknown>, part: Fields): void {
  for (const [field, wanted] of Object.entries(part)) {
    const known = merged.get(field);
    if (field === "metadata") merged.set(field, bothOf(known, wanted));
    else if ([undefined, wanted].includes(known)) merged.set(field, wanted);
    else throw notSupported("Two conditions on one field");
  }
}

function allOf(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.map(filterOf);
  throw new MemoryError("invalid_input", "`AND` must be a list.");
}

function conditionOf(name: string, value: unknown): Fields {
  if (name === "metadata" || name === "OR" || name === "NOT")
    return { metadata: metadataFilterOf({ [name]: value }) };
  const field = ownValue(NAMES, name);
  if (field === undefined) throw notSupported(`The filter \`${name}\``);
  if (value === ANY) return {};
  if (field === "categories") return { categories: categoriesOf(value) };
  return present({ [field]: textOf(value, name) });
}

function categoriesOf(value: unknown): readonly string[] {
  const list = isFields(value) ? (value["in"] ?? value["contains"]) : value;
  const wanted: readonly unknown[] = Array.isArray(list) ? list : [list];
  return wanted.map((category) => textOf(category, "categories") ?? "");
}

/** The entities named after the `?`. At least one, because all memories of a tenant are never meant by leaving it out. */
export function entitiesOf(query: Fields): Fields {
  const { user_id, agent_id, run_id, app_id } = query;
  if (app_id !== undefined) throw notSupported("`app_id`");
  const filter = filterOf(present({ user_id, agent_id, run_id }));
  if (Object.keys(filter).length > 0) return filter;
  throw new MemoryError("invalid_input", "Name a `user_id`, an `agent_id` or a `run_id`.");
}

/** Our memories in mem0's shapes. */
export function shownMemory(memory: Memory): Readonly<Record<string, unknown>> {
  const { id, text, category, createdAt, updatedAt, expiresAt } = memory;
  return {
    id,
    memory: text,
    user_id: memory.user ?? memory.subject ?? null,
    agent_id: memory.writer.agent ?? null,
    app_id: null,
    run_id: memory.channel ?? null,
    hash: createHash("sha256").update(text).digest("hex"),
    metadata: memory.metadata ?? null,
    categories: [category],
    created_at: createdAt,
    updated_at: updatedAt,
    expiration_date: expiresAt ?? null,
  };
}

/** What was said and not made into a memory of its own; the metadata says so, as mem0 has no word for it. */
function shownMessage(message: NewMessage): Readonly<Record<string, unknown>> {
  const { id, text, author, channel, at } = message;
  return {
    id,
    memory: text,
    user_id: author.id,
    agent_id: null,
    app_id: null,
    run_id: channel,
    hash: createHash("sha256").update(text).digest("hex"),
    metadata: { ...message.metadata, item: "message", said_by: author.name },
    categories: ["message"],
    created_at: at,
    updated_at: at,
    expiration_date: null,
  };
}

function shownHistory(
  entries: readonly HistoryEntry[],
  memory: Memory | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  return entries.map((entry, place) => ({
    id: `${entry.memoryId}:${place + 1}`,
    memory_id: entry.memoryId,
    input: [],
    old_memory: entry.old?.text ?? null,
    new_memory: entry.event === "DELETE" ? null : (entry.new?.text ?? null),
    user_id: memory?.user ?? memory?.subject ?? null,
    categories: memory === undefined ? [] : [memory.category],
    event: entry.event,
    created_at: entry.at,
    updated_at: entry.at,
  }));
}

/** What was stored or joined something known. For what waits for a person or was refused mem0 has no word. */
export function shownReceipts(
  receipts: readonly Receipt[],
): readonly Readonly<Record<string, unknown>>[] {
  const shown = (event: string) => (of: Readonly<{ id: string; text: string }>) => ({
    id: of.id,
    memory: of.text,
    data: { memory: of.text },
    event,
  });
  return receipts.flatMap(({ stored, merged }) => [
    ...stored.map(shown("ADD")),
    ...merged.map(shown("UPDATE")),
  ]);
}
