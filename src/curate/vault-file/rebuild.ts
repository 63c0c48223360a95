// Restores a store from the vault file alone: every version of every memory, its history, tags and sources, and the
// marks of what is gone. The text index comes with each version; vectors are made anew.

import { MemoryError } from "../../errors.ts";
import type { Change, ChangeSet } from "../../model/change-set.ts";
import { memoryEmbeddingText, modelKey } from "../../model/embedding-text.ts";
import { STATES } from "../../model/state.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { Files } from "../../ports/files.ts";
import type { Store } from "../../ports/store.ts";
import { parseVaultLine, recordKey, type VaultRecord } from "./vault-record.ts";

export type RebuildDeps = Readonly<{ store: Store; files: Files; embedder: Embedder }>;
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
