// Moves a tenant to the current embedding model: first a vector of it for everything, then the old vectors go. It
// goes on where it was stopped, since what is done is what has a vector; searches work by words meanwhile.

import type { Change, Item } from "../../model/change-set.ts";
import { memoryEmbeddingText, messageEmbeddingText, modelKey } from "../../model/embedding-text.ts";
import type { Job } from "../../model/job.ts";
import { hostViewer } from "../../model/viewer.ts";
import { conclude } from "../conclude.ts";
import { deadlineOf, isDryRun, type JobDeps, type UpkeepJob } from "../upkeep-job.ts";

const AT_ONCE = 64;

export const reembed: UpkeepJob = async (job, deps) => {
  const model = modelKey(deps.embedder.model);
  const faults = await deps.store.upkeep.indexFaults(job.tenant, model);
  if (isDryRun(job))
    return { embedded: faults.withoutVector, oldVectorsRemoved: faults.otherModels, would: [] };
  const { embedded, isWhole } = await embedAll(job, faults.withoutVector, deps);
  const oldVectorsRemoved = isWhole ? await deps.store.upkeep.dropVectors(job.tenant, model) : 0;
  const counts = await conclude(job, { embedded, oldVectorsRemoved }, deps);
  return isWhole ? counts : { ...counts, isUnfinished: true };
};

type Embedded = Readonly<{ embedded: number; isWhole: boolean }>;

async function embedAll(job: Job, total: number, deps: JobDeps): Promise<Embedded> {
  const isLate = deadlineOf(deps);
  let embedded = 0;
  for (const item of ["memory", "message"] as const) {
    const empty = new Set<string>();
    for (;;) {
      if (isLate() || embedded >= deps.caps.items) return { embedded, isWhole: false };
      const ids = await missing(job, { item, empty }, deps);
      if (ids.length === 0) break;
      embedded += await embedSome(job, { item, ids, empty }, deps);
      const { name, tenant } = job;
      deps.onProgress({ job: name, tenant, done: embedded, left: total - embedded });
    }
  }
  return { embedded, isWhole: true };
}

type Some = Readonly<{ item: Item; ids: readonly string[]; empty: Set<string> }>;

async function embedSome({ tenant }: Job, { item, ids, empty }: Some, deps: JobDeps) {
  const changes = await vectorsOf({ tenant, item, ids }, deps);
  const made = new Set(changes.map((change) => change.id));
  for (const id of ids) if (!made.has(id)) empty.add(id);
  const at = deps.now().toISOString();
  await deps.store.commit({ tenant, at, actor: "job:reembed", cause: "reembed", changes });
  return changes.length;
}

type Missing = Readonly<{ item: Item; empty: ReadonlySet<string> }>;

/** What has nothing in it to embed stays without a vector, and must not be asked for without end. */
async function missing(
  { tenant }: Job,
  { item, empty }: Missing,
  deps: JobDeps,
): Promise<readonly string[]> {
  const model = modelKey(deps.embedder.model);
  const limit = AT_ONCE + empty.size;
  const found = await deps.store.search.unembedded({ item, model, limit, tenant });
  return found.map(({ id }) => id).filter((id) => !empty.has(id));
}

type Batch = Readonly<{ tenant: string; item: Item; ids: readonly string[] }>;

async function vectorsOf(
  { tenant, item, ids }: Batch,
  deps: JobDeps,
): Promise<readonly Extract<Change, { type: "embed" }>[]> {
  const texts = await textsOf({ tenant, item, ids }, deps);
  const vectors = await deps.embedder.embed([...texts.values()], "document", { tenant });
  const model = modelKey(deps.embedder.model);
  return [...texts.keys()].flatMap((id, index) => {
    const vector = vectors[index];
    const isEmpty = vector === undefined || vector.every((value) => value === 0);
    return isEmpty ? [] : [{ type: "embed", item, id, model, vector } as const];
  });
}

async function textsOf(
  { tenant, item, ids }: Batch,
  deps: JobDeps,
): Promise<ReadonlyMap<string, string>> {
  const viewer = hostViewer(tenant);
  if (item === "message") {
    const messages = await deps.store.messages.get(viewer, ids);
    return new Map(messages.map((message) => [message.id, messageEmbeddingText(message)]));
  }
  const memories = await deps.store.memories.list(viewer, {
    filter: { ids },
    look: { now: deps.now().toISOString(), states: ["active"] },
    page: { limit: ids.length },
  });
  return new Map(memories.map((memory) => [memory.id, memoryEmbeddingText(memory)]));
}

// Proves that the search indexes hold what the store holds (R-DUR-6), and with `repair` makes it so.

export const verify: UpkeepJob = async (job, deps) => {
  const model = modelKey(deps.embedder.model);
  const faults = await deps.store.upkeep.indexFaults(job.tenant, model);
  const isWhole = Object.values(faults).every((count) => count === 0);
  if (isWhole || job.payload["repair"] !== true || isDryRun(job)) return { ...faults, isWhole };
  await deps.store.upkeep.repairIndex(job.tenant);
  const faultsMended = Object.values(faults).reduce((sum, count) => sum + count, 0);
  await conclude(job, { faultsMended }, deps);
  await reembed(job, deps);
  const after = await deps.store.upkeep.indexFaults(job.tenant, model);
  return {
    ...after,
    isWhole: Object.values(after).every((count) => count === 0),
    repaired: true,
  };
};
