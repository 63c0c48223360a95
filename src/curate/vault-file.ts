// vault.jsonl, the append-only copy of every version: written from an outbox, compacted, and read back by a rebuild.

import { createHash } from "node:crypto";
import { z } from "zod";
import { MemoryError } from "../errors.ts";
import type { Change, ChangeSet } from "../model/change-set.ts";
import { memoryEmbeddingText, modelKey } from "../model/embedding-text.ts";
import { HISTORY_EVENTS } from "../model/history.ts";
import type { Memory } from "../model/memory.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Files } from "../ports/files.ts";
import type { Store } from "../ports/store.ts";
import { findAll } from "./actor-context.ts";
import { MemoryShape } from "./stored-shapes.ts";

const VaultChange = z.object({
  event: z.enum(HISTORY_EVENTS),
  actor: z.string(),
  cause: z.string(),
  reason: z.string().default(""),
  at: z.iso.datetime({ precision: 3 }),
});

const Version = z
  .object({ memory: MemoryShape, change: VaultChange })
  .transform(({ memory, change }) => ({ type: "version" as const, memory, change }));

const Purged = z
  .object({ id: z.string(), tenant: z.string(), purged: z.literal(true), change: VaultChange })
  .transform(({ id, tenant, change }) => ({ type: "purged" as const, id, tenant, change }));

const Line = z.union([Version, Purged]);
export type VaultRecord = Readonly<z.infer<typeof Line>>;

/** Undefined for a line that cannot be read. */
export function parseVaultLine(line: string): VaultRecord | undefined {
  const parsed = Line.safeParse(parseJson(line, withoutRefused));
  return parsed.success ? parsed.data : undefined;
}

/** What a line is about, without reading all of it. */
const Head = z.object({
  id: z.string(),
  tenant: z.string(),
  version: z.number().optional(),
  tier: z.string().optional(),
  purged: z.boolean().optional(),
});
type VaultHead = z.infer<typeof Head>;

/** Each value of it is looked at by name, so no key can do harm, and none has to be asked about. */
export function vaultHead(line: string): VaultHead | undefined {
  const parsed = Head.safeParse(parseJson(line));
  return parsed.success ? parsed.data : undefined;
}

const REFUSED = new Set(["__proto__", "constructor", "prototype"]);

function withoutRefused(key: string, value: unknown): unknown {
  return REFUSED.has(key) ? undefined : value;
}

function parseJson(line: string, reviver?: typeof withoutRefused): unknown {
  try {
    return JSON.parse(line, reviver);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** The line without somebody's name as the writer of the memory or of this version. */
export function unsigned(line: string, person: string): string {
  if (!line.includes(JSON.stringify(person))) return line;
  const parsed: unknown = JSON.parse(line, function (this: object, key, value: unknown) {
    if (key !== "actor" || value !== person) return value;
    return "event" in this ? "" : undefined;
  });
  return JSON.stringify(parsed);
}

/** Ids are unique inside a tenant only. */
export function recordKey({ tenant, id }: Readonly<{ tenant: string; id: string }>): string {
  return JSON.stringify([tenant, id]);
}

// Moves committed lines into their files. A line leaves the outbox only when it is on the disk, and the files take
// back what a dead process wrote of a batch it never finished, so none is lost and none is doubled.

const BATCH = 500;

/** How many lines were moved. */
export async function drainOutbox(store: Pick<Store, "files">, files: Files): Promise<number> {
  const [waiting] = await store.files.waiting(1);
  if (waiting === undefined) return 0;
  return files.exclusively(() => drainHeld(store, files));
}

/**
 * The same for a caller that already holds the folder. All lines there were when it began are moved; it does not wait
 * for writers to rest, who might never do so.
 */
export async function drainHeld(store: Pick<Store, "files">, files: Files): Promise<number> {
  for (let moved = 0; ; ) {
    const lines = await store.files.waiting(BATCH);
    if (lines.length > 0) {
      await files.append(lines);
      await store.files.written(lines);
      moved += lines.length;
    }
    if (lines.length < BATCH) return moved;
  }
}

// Shrinks the vault file to the latest version of each memory. Of one that is gone only the line that says so stays.
// Besides erasing, the only thing that rewrites the file.

export type Compacted = Readonly<{ kept: number; dropped: number }>;

type Deps = Readonly<{ store: Pick<Store, "files">; files: Files }>;

/** The lines of one tenant only, where one is named: what others see of the file stays as it was. */
export async function compact({ store, files }: Deps, tenant?: string): Promise<Compacted> {
  return files.exclusively(async () => {
    await drainHeld(store, files);
    const { latest, lines } = await latestVersions(files, tenant);
    if (lines === latest.size) return wouldKeep({ latest, lines });
    let kept = 0;
    const dropped = await files.rewriteVault((line) => {
      const head = vaultHead(line);
      // A line nobody can read is not ours to throw away.
      if (head === undefined || head.tenant !== (tenant ?? head.tenant)) return line;
      const key = recordKey(head);
      if (latest.get(key) !== rankOf(head)) return undefined;
      latest.delete(key);
      kept += 1;
      return line;
    });
    return { kept, dropped };
  });
}

/** What compacting would do to the file as it is. */
export async function previewCompact(files: Files, tenant?: string): Promise<Compacted> {
  return wouldKeep(await latestVersions(files, tenant));
}

function wouldKeep({ latest, lines }: Latest): Compacted {
  return { kept: latest.size, dropped: lines - latest.size };
}

type Latest = Readonly<{ latest: Map<string, number>; lines: number }>;

/** With the number of lines they are in: where each has one, the file is as small as it can be. */
async function latestVersions(files: Files, tenant: string | undefined): Promise<Latest> {
  const latest = new Map<string, number>();
  let lines = 0;
  for await (const line of files.readVault()) {
    const head = vaultHead(line);
    if (head === undefined || head.tenant !== (tenant ?? head.tenant)) continue;
    const key = recordKey(head);
    latest.set(key, Math.max(latest.get(key) ?? 0, rankOf(head)));
    lines += 1;
  }
  return { latest, lines };
}

/** The end comes after every version. */
function rankOf({
  purged,
  version,
}: Readonly<{ purged?: boolean | undefined; version?: number | undefined }>): number {
  return purged === true ? Number.POSITIVE_INFINITY : (version ?? 0);
}

/**
 * One hash over everything a store remembers: each memory as it is and every version it had. Two stores that remember
 * the same have the same hash, whatever database is below them and in whatever order it was written.
 */
export async function stateHash(store: Store): Promise<string> {
  const digests: string[] = [];
  for (const tenant of await store.memories.tenants()) {
    const viewer = hostViewer(tenant);
    const wanted = { filter: {}, states: STATES };
    for await (const memory of findAll(viewer, wanted, { store, now: () => new Date(0) })) {
      const versions = await store.memories.versions(viewer, memory.id);
      digests.push(digestOf(memory, versions));
    }
  }
  return sha256(digests.sort().join("\n"));
}

function digestOf(memory: Memory, versions: readonly Memory[]): string {
  return sha256(canonical([memory, ...versions]));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** JSON with the keys of every object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

// Restores a store from the vault file alone: every version of every memory, its history, tags and sources, and the
// marks of what is gone. The text index comes with each version; vectors are made anew.

type RebuildDeps = Readonly<{ store: Store; files: Files; embedder: Embedder }>;
export type Rebuilt = Readonly<{
  lines: number;
  memories: number;
  embedded: number;
  /** Lines that could not be read, by their number in the file. */
  unreadable: readonly number[];
}>;

const COMMITTED_AT_ONCE = 200;
const EMBEDDED_AT_ONCE = 64;
/** No version comes after the end. */
const GONE = Number.POSITIVE_INFINITY;

export async function rebuild(deps: RebuildDeps): Promise<Rebuilt> {
  await refuseUsed(deps.store);
  return deps.files.exclusively(async () => {
    const replayed = await replay(deps);
    return { ...replayed, embedded: await embedAll(deps) };
  });
}

async function refuseUsed(store: Store): Promise<void> {
  const tenants = await store.memories.tenants();
  const waiting = await store.files.waiting(1);
  if (tenants.length + waiting.length > 0)
    throw new MemoryError("invalid_input", "A store is rebuilt only where there is none yet.");
}

async function replay({ store, files }: RebuildDeps): Promise<Omit<Rebuilt, "embedded">> {
  /** The version each memory has reached. */
  const versions = new Map<string, number>();
  const unreadable: number[] = [];
  let lines = 0;
  let batch: VaultRecord[] = [];
  for await (const line of files.readVault()) {
    lines += 1;
    const record = parseVaultLine(line);
    if (record === undefined) unreadable.push(lines);
    else batch.push(record);
    if (batch.length < COMMITTED_AT_ONCE) continue;
    await apply(batch, versions, store);
    batch = [];
  }
  await apply(batch, versions, store);
  const memories = [...versions.values()].filter((version) => version !== GONE).length;
  return { lines, memories, unreadable };
}

async function apply(
  batch: readonly VaultRecord[],
  versions: Map<string, number>,
  store: Store,
): Promise<void> {
  for (const set of changeSets(batch, versions)) await store.commit(set);
  for (const record of batch) {
    // What is gone without ever having been read, as after a compaction, still leaves its mark.
    if (record.type === "purged")
      await store.upkeep.erase(
        record.tenant,
        { memories: [record.id], messages: [] },
        record.change.at,
      );
  }
  // These lines are in the file already.
  await store.files.written(await store.files.waiting(Number.MAX_SAFE_INTEGER));
}

/** What was committed together is committed together again. */
function changeSets(
  batch: readonly VaultRecord[],
  versions: Map<string, number>,
): readonly ChangeSet[] {
  const sets: { set: Omit<ChangeSet, "changes">; changes: Change[] }[] = [];
  for (const record of batch) {
    const change = changeOf(record, versions);
    if (change === undefined) continue;
    const tenant = record.type === "version" ? record.memory.tenant : record.tenant;
    const { at, actor, cause } = record.change;
    const last = sets.at(-1);
    const isSame =
      last?.set.tenant === tenant &&
      last.set.at === at &&
      last.set.actor === actor &&
      last.set.cause === cause;
    if (isSame) last.changes.push(change);
    else sets.push({ set: { tenant, at, actor, cause }, changes: [change] });
  }
  return sets.map(({ set, changes }) => ({ ...set, changes }));
}

/** A version that is there already, as after a line written twice, changes nothing. */
function changeOf(record: VaultRecord, versions: Map<string, number>): Change | undefined {
  const { change } = record;
  const { reason } = change;
  const key = recordKey(record.type === "version" ? record.memory : record);
  const reached = versions.get(key);
  if (record.type === "purged") {
    versions.set(key, GONE);
    if (reached === undefined || reached === GONE) return undefined;
    return { type: "purge", id: record.id, expect: reached, reason };
  }
  const { memory } = record;
  if (reached !== undefined && memory.version <= reached) return undefined;
  versions.set(key, memory.version);
  if (reached === undefined) return { type: "create", memory, reason };
  return { type: "revise", memory, expect: reached, event: change.event, reason };
}

async function embedAll({ store, embedder }: RebuildDeps): Promise<number> {
  const query = {
    item: "memory",
    model: modelKey(embedder.model),
    limit: EMBEDDED_AT_ONCE,
  } as const;
  const tried = new Set<string>();
  while (true) {
    const missing = await store.search.unembedded(query);
    const fresh = missing.filter((item) => !tried.has(recordKey(item)));
    // A database without vectors goes on asking for the same ones.
    if (fresh.length === 0) return tried.size - missing.length;
    for (const [tenant, ids] of byTenant(fresh)) await embedSome(tenant, ids, { store, embedder });
    for (const item of fresh) tried.add(recordKey(item));
  }
}

async function embedSome(
  tenant: string,
  ids: readonly string[],
  { store, embedder }: Pick<RebuildDeps, "store" | "embedder">,
): Promise<void> {
  const now = new Date(0).toISOString();
  const memories = await store.memories.list(hostViewer(tenant), {
    filter: { ids },
    look: { now, states: STATES },
    page: { limit: ids.length },
  });
  const vectors = await embedder.embed(memories.map(memoryEmbeddingText), "document", { tenant });
  const model = modelKey(embedder.model);
  const changes = memories.flatMap(({ id }, index): Change[] => {
    const vector = vectors[index];
    return vector === undefined ? [] : [{ type: "embed", item: "memory", id, model, vector }];
  });
  await store.commit({ tenant, at: now, actor: "rebuild", cause: "rebuild", changes });
}

function byTenant(
  items: readonly Readonly<{ tenant: string; id: string }>[],
): ReadonlyMap<string, readonly string[]> {
  const grouped = new Map<string, string[]>();
  for (const { tenant, id } of items) grouped.set(tenant, [...(grouped.get(tenant) ?? []), id]);
  return grouped;
}
