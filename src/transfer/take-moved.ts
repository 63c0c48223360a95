// Takes in the rows of a system that is moved here. They keep their ids, times and states, and are trusted as a person's
// word, since only who runs the engine may move them; but every word of them is screened like any other.

import {
  type GuardPolicy,
  guard,
  guardLabel,
  guardOf,
  ORDER_RULES,
  tolerating,
  type Verdict,
} from "../guard/guard.ts";
import type { Change, Item } from "../model/change-set.ts";
import { dayName } from "../model/dates.ts";
import { modelKey } from "../model/embedding-text.ts";
import type { Evidence, Memory } from "../model/memory.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import type { StoredRecord } from "../ports/transfer-store.ts";
import { acceptMessage } from "../write/accept-message.ts";
import type { IngestDeps } from "../write/act.ts";
import { journalLine } from "../write/message-changes.ts";
import { MAX_TEXT, storable } from "./drafts.ts";
import { putBack } from "./put-back.ts";
import { actorOf, type Of, type Taking } from "./taking.ts";

export async function takeMoved(
  rows: readonly Of<"moved">[],
  taking: Taking,
  deps: IngestDeps,
): Promise<void> {
  const records = rows.flatMap((row) => screened(row, taking, deps));
  const place = { ...taking, store: deps.store, instead: archived };
  await putBack(
    records.filter((record) => memoriesOf(record).length === 0),
    place,
  );
  await putBack(await withMemories(records, taking, deps), place);
}

/** The memories that a record is nothing without. */
function memoriesOf(record: StoredRecord): readonly string[] {
  switch (record.type) {
    case "event":
    case "delta":
    case "access":
      return [record.memoryId];
    case "relation":
      return [record.relation.from, record.relation.to];
    default:
      return [];
  }
}

/** Those of them that belong to memories that are here. */
async function withMemories(
  records: readonly StoredRecord[],
  { into, tally }: Taking,
  { store }: IngestDeps,
): Promise<readonly StoredRecord[]> {
  const resting = records.filter((record) => memoriesOf(record).length > 0);
  const ids = [...new Set(resting.flatMap(memoriesOf))];
  if (ids.length === 0) return [];
  const found = await store.memories.list(hostViewer(into.tenant), {
    filter: { ids },
    look: { now: into.at, states: STATES },
    page: { limit: ids.length },
  });
  const there = new Set(found.map(({ id }) => id));
  const kept = resting.filter((record) => memoriesOf(record).every((id) => there.has(id)));
  for (const _without of resting.slice(kept.length)) {
    tally.add("leftOut");
    tally.why("left out: of a memory that is not here");
  }
  return kept;
}

/** The same line in use twice is one line; the second is kept out of use. */
function archived(record: StoredRecord): StoredRecord | undefined {
  if (record.type !== "version" || record.memory.state !== "active") return undefined;
  return { ...record, memory: { ...record.memory, state: "archived" } };
}

function screened(row: Of<"moved">, taking: Taking, deps: IngestDeps): readonly StoredRecord[] {
  const record = timed(everyText(row.record, storable), taking.into.at);
  switch (record.type) {
    case "message":
      return screenedMessage({ ...row, record }, taking, deps);
    case "version":
      return screenedMemory({ ...row, record }, taking, deps);
    case "event":
      return [screenedEvent(record, deps)];
    default:
      return [record];
  }
}

/** What has no time of its own is of the time it was moved. */
function timed(record: StoredRecord, at: string): StoredRecord {
  switch (record.type) {
    case "message":
      return { ...record, message: { ...record.message, at: record.message.at || at } };
    case "version": {
      const { memory, change } = record;
      const createdAt = memory.createdAt || at;
      const updatedAt = memory.updatedAt || createdAt;
      return {
        ...record,
        memory: { ...memory, createdAt, updatedAt },
        change: { ...change, at: change.at || createdAt },
      };
    }
    case "relation": {
      const { relation } = record;
      return { ...record, relation: { ...relation, createdAt: relation.createdAt || at } };
    }
    case "event":
      return { ...record, change: { ...record.change, at: record.change.at || at } };
    case "delta":
      return { ...record, at: record.at || at };
    case "activity":
      return { ...record, activity: { ...record.activity, at: record.activity.at || at } };
    case "checkpoint":
      return { ...record, createdAt: record.createdAt || at, updatedAt: record.updatedAt || at };
    default:
      return record;
  }
}

/** Half characters and nul are not kept by every database. */
function everyText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => everyText(one, change)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [name, everyText(one, change)]),
  ) as T;
}

type Row<T extends StoredRecord["type"]> = Readonly<{
  where: string;
  record: Extract<StoredRecord, { type: T }>;
}>;

function screenedMessage(
  { where, record }: Row<"message">,
  { into, tally }: Taking,
  { listening, policy }: IngestDeps,
): readonly StoredRecord[] {
  if (isTooLong(record.message.text)) return bad(tally, where);
  const given = { ...record.message, tenant: into.tenant };
  const heard = acceptMessage(given, listening.capture, policy.guard);
  if (heard.type === "ignored") {
    tally.add("ignored");
    tally.why(`ignored: ${heard.reason}`);
    return [];
  }
  const { message, heldFor } = heard;
  const context = [message.author.name, dayName(new Date(message.at))].join(" ");
  const searchable = record.searchable && heldFor === undefined;
  return [{ ...record, message, context, searchable, journal: journalLine(message) }];
}

/** Digits of an id may look like somebody's number. */
function screenedEvent(
  record: Extract<StoredRecord, { type: "event" }>,
  { policy }: IngestDeps,
): StoredRecord {
  const { history_id, ...meta } = record.meta;
  const clean = everyText(meta, (text) => guard(text, policy.guard).text);
  return { ...record, meta: { ...clean, ...(history_id === undefined ? {} : { history_id }) } };
}

function screenedMemory(
  { where, record }: Row<"version">,
  { into, tally }: Taking,
  { policy }: IngestDeps,
): readonly StoredRecord[] {
  const given = { ...record.memory, tenant: into.tenant };
  if (isTooLong(given.text)) return bad(tally, where);
  const outcomes = new Set<string>();
  const taken = (verdict: Verdict) => {
    outcomes.add(verdict.outcome);
    return verdict.text;
  };
  const memory = screenedWords(given, {
    text: (text) => taken(guardMoved(given.kind, text, policy.guard)),
    label: (text) => taken(guardLabel(text, policy.guard)),
  });
  if (outcomes.has("drop")) {
    tally.add("dropped");
    tally.why("dropped: guard");
    return [];
  }
  const isHeld = outcomes.has("hold") && memory.state === "active";
  if (isHeld) tally.archived(where, memory.id);
  return [{ ...record, memory: isHeld ? { ...memory, state: "archived" } : memory }];
}

/**
 * Rules and souls are orders to the agent by what they are, and were in force where they come from. So the trained
 * reader, which tells orders from talk, has no say in them; an attack that its words give away is held all the same.
 */
function guardMoved(kind: Memory["kind"], text: string, policy: GuardPolicy): Verdict {
  if (kind !== "soul" && kind !== "rule") return guard(text, policy);
  return tolerating(guardOf(kind, text, policy), ORDER_RULES, policy);
}

type Clean = Readonly<Record<"text" | "label", (text: string) => string>>;

function screenedWords(memory: Memory, { text: clean, label }: Clean): Memory {
  const { title, topicId } = memory;
  return {
    ...memory,
    text: clean(memory.text),
    category: label(memory.category),
    tags: memory.tags.map(label),
    evidence: memory.evidence.map(
      (piece): Evidence =>
        piece.type === "span"
          ? { ...piece, quote: clean(piece.quote) }
          : { ...piece, text: clean(piece.text) },
    ),
    ...(title === undefined ? {} : { title: label(title) }),
    ...(topicId === undefined ? {} : { topicId: label(topicId) }),
  };
}

function isTooLong(text: string): boolean {
  return text.length > MAX_TEXT;
}

function bad(tally: Taking["tally"], where: string): readonly [] {
  tally.bad(where, `is longer than ${MAX_TEXT} characters`);
  return [];
}

/** For what is there and has none yet; where the model is another one, the words are embedded anew in the end. */
export async function takeVectors(
  records: readonly Of<"vector">[],
  { into, tally }: Taking,
  { store, embedder, now }: IngestDeps,
): Promise<void> {
  const { id: name, dims } = embedder.model;
  const usable = records.filter(
    ({ model, vector }) => isModel(model, name) && vector.length === dims,
  );
  for (const _other of records.slice(usable.length)) tally.why("vectors of another model");
  const model = modelKey(embedder.model);
  const changes: Change[] = [];
  for (const item of ["memory", "message"] as const) {
    const given = usable.filter((one) => one.item === item);
    const missing = await withoutVector(
      given.map(({ id }) => id),
      { item, model, tenant: into.tenant },
      store,
    );
    for (const { id, vector } of given) {
      const unit = unitOf(vector);
      if (missing.has(id) && unit !== undefined)
        changes.push({ type: "embed", item, id, model, vector: unit });
    }
  }
  if (changes.length === 0) return;
  tally.add("vectors", changes.length);
  const { tenant, importId } = into;
  const at = now().toISOString();
  await store.commit({ tenant, at, actor: actorOf(importId), cause: "import", changes });
}

/** Our names begin with the provider, `openai:text-embedding-3-small`; those of older systems do not. */
function isModel(given: string | undefined, own: string): boolean {
  return given === own || given === own.slice(own.indexOf(":") + 1);
}

type Wanted = Readonly<{ tenant: string; item: Item; model: string }>;

async function withoutVector(
  ids: readonly string[],
  { tenant, item, model }: Wanted,
  store: IngestDeps["store"],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const viewer = hostViewer(tenant);
  const there =
    item === "message"
      ? await store.messages.get(viewer, ids)
      : await store.memories.list(viewer, {
          filter: { ids },
          look: { now: new Date(0).toISOString(), states: STATES },
          page: { limit: ids.length },
        });
  const known = await store.search.vectors(tenant, { item, model, ids });
  return new Set(there.flatMap(({ id }) => (known.has(id) ? [] : [id])));
}

/** Undefined for one that points nowhere. */
function unitOf(vector: Float32Array): Float32Array | undefined {
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : undefined;
}
