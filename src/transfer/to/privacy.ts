// Everything that is kept of one person, for that person: what they said, what is remembered of them, what was decided
// and what was done, with a page that explains it and the shapes of the records. Nothing that others said is in it.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { modelKey } from "../../model/embedding-text.ts";
import type { Evidence, Memory } from "../../model/memory.ts";
import { hostViewer } from "../../model/viewer.ts";
import { PARTS, type StoredRecord } from "../../ports/transfer-store.ts";
import { EXPORT_VERSION, RecordShape } from "../own/record-shapes.ts";
import { pagesOf } from "../pages-of.ts";
import { type Exporter, type ExportFile, textFile } from "./export-file.ts";
import { line } from "./own.ts";

type Deps = Parameters<Exporter>[1];
/** Whose it is, and what of the tenant's is theirs. */
type Person = Readonly<{
  tenant: string;
  subject: string;
  messages: ReadonlySet<string>;
  memories: ReadonlySet<string>;
  /** Memories that also tell of others. */
  shared: number;
}>;

export const toPrivacy: Exporter = async function* ({ tenant, subject }, deps) {
  if (subject === undefined)
    throw new MemoryError("invalid_input", "A privacy bundle needs a subject.");
  const person = await personOf(tenant, subject, deps);
  yield { name: "export.jsonl", chunks: records(person, deps) };
  yield { name: "activities.jsonl", chunks: activities(person, deps) };
  yield await embeddings(person, deps);
  yield textFile("schema.json", `${JSON.stringify(z.toJSONSchema(RecordShape), undefined, 2)}\n`);
  yield textFile("README.md", readme(person, deps));
};

/** The latest version of a memory says whose it is. */
async function personOf(tenant: string, subject: string, { store }: Deps): Promise<Person> {
  const messages = new Set<string>();
  for await (const record of pagesOf(store, tenant, "message"))
    if (record.type === "message" && isSaidBy(subject, record)) messages.add(record.message.id);
  const memories = new Set<string>();
  const shared = new Set<string>();
  for await (const record of pagesOf(store, tenant, "version")) {
    if (record.type !== "version") continue;
    const { id } = record.memory;
    memories.delete(id);
    shared.delete(id);
    if (!isAbout(subject, record.memory)) continue;
    if (tellsOfOthers(subject, record.memory)) shared.add(id);
    else memories.add(id);
  }
  return { tenant, subject, messages, memories, shared: shared.size };
}

function isSaidBy(subject: string, { message }: Extract<StoredRecord, { type: "message" }>) {
  return message.author.id === subject || message.user === subject;
}

function isAbout(subject: string, memory: Memory): boolean {
  return (
    memory.subject === subject || memory.user === subject || memory.participants.includes(subject)
  );
}

function tellsOfOthers(subject: string, { participants, user, subject: about }: Memory): boolean {
  return [...participants, user, about].some((one) => one !== undefined && one !== subject);
}

async function* records(person: Person, deps: Deps): AsyncGenerator<string> {
  const { tenant, subject } = person;
  const createdAt = deps.now().toISOString();
  yield line({ mneme: "export", version: EXPORT_VERSION, tenant, createdAt, subject });
  let count = 0;
  for (const part of PARTS)
    for await (const record of pagesOf(deps.store, tenant, part)) {
      const own = ownPart(record, person);
      if (own === undefined) continue;
      count += 1;
      yield line(own);
    }
  yield line({ type: "end", records: count });
}

/** The record with only what is the person's in it; undefined when nothing is. */
function ownPart(record: StoredRecord, person: Person): StoredRecord | undefined {
  if (!isOwn(record, person)) return undefined;
  // What surrounds a message are others' words too.
  if (record.type === "message") return { ...record, context: "" };
  if (record.type === "version")
    return { ...record, memory: withOwnEvidence(record.memory, person.messages) };
  return record;
}

/** A type of record that is not here has nothing of anyone in it. */
const OWN: Readonly<{
  [T in StoredRecord["type"]]?: (
    record: Extract<StoredRecord, { type: T }>,
    person: Person,
  ) => boolean;
}> = {
  message: ({ message }, { messages }) => messages.has(message.id),
  version: ({ memory }, { memories }) => memories.has(memory.id),
  event: ({ memoryId, meta }, { memories }) => memories.has(memoryId) && isOwnLink(meta, memories),
  relation: ({ relation: { from, to } }, { memories }) => memories.has(from) && memories.has(to),
  review: ({ review }, { subject }) => review.user === subject,
  checkpoint: ({ user }, { subject }) => user === subject,
  job: ({ job }, person) => namesOwn(job.key, person),
  access: ({ memoryId }, { memories }) => memories.has(memoryId),
};

function isOwn<T extends StoredRecord["type"]>(
  record: Extract<StoredRecord, { type: T }>,
  person: Person,
): boolean {
  const rule: ((of: Extract<StoredRecord, { type: T }>, person: Person) => boolean) | undefined =
    OWN[record.type as T];
  return rule?.(record, person) ?? false;
}

function withOwnEvidence(memory: Memory, messages: ReadonlySet<string>): Memory {
  const isOwn = (piece: Evidence) => piece.type === "statement" || messages.has(piece.messageId);
  return { ...memory, evidence: memory.evidence.filter(isOwn) };
}

function isOwnLink(meta: Readonly<Record<string, unknown>>, memories: ReadonlySet<string>) {
  return typeof meta["to"] !== "string" || memories.has(meta["to"]);
}

function namesOwn(key: string, { memories, messages }: Person): boolean {
  const id = key.replace(/^message:/, "");
  return memories.has(id) || messages.has(id);
}

const MAX_ACTIVITIES = 100_000;

async function* activities({ tenant, subject }: Person, { store }: Deps): AsyncGenerator<string> {
  const query = { limit: MAX_ACTIVITIES };
  const done = await store.upkeep.activities(hostViewer(tenant), query);
  for (const activity of done) if (activity.user === subject) yield line(activity);
}

/** Which model has made numbers of what; the numbers themselves say nothing to anyone. */
async function embeddings(person: Person, { store, embedder }: Deps): Promise<ExportFile> {
  const model = modelKey(embedder.model);
  const found: Record<string, number> = {};
  for (const item of ["memory", "message"] as const) {
    const ids = [...(item === "memory" ? person.memories : person.messages)];
    const vectors = await store.search.vectors(person.tenant, { item, model, ids });
    found[item] = vectors.size;
  }
  const told = { model, dimensions: embedder.model.dims, embedded: found };
  return textFile("embeddings.json", `${JSON.stringify(told, undefined, 2)}\n`);
}

function readme({ subject, memories, messages, shared }: Person, { now }: Deps): string {
  return `# What is kept of you

Made on ${now().toISOString()} for the person known here as ${JSON.stringify(subject)}.

- \`export.jsonl\`: ${messages.size} messages of yours, ${memories.size} memories about you in every version they had,
  what links them, what you were asked to agree to and what was decided. One JSON record a line; \`schema.json\` gives
  the shape of each.
- \`activities.jsonl\`: what the program did that concerns you.
- \`embeddings.json\`: which model has turned your lines into numbers for searching.

${shared} memories also tell of other people and are not in here. What others wrote is in none of these files.
`;
}
