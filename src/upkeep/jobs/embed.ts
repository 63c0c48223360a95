// The jobs that give a memory what its commit did not wait for: its vector, and the edges to its neighbours.

import type { Change } from "../../model/change-set.ts";
import { memoryEmbeddingText, messageEmbeddingText, modelKey } from "../../model/embedding-text.ts";
import type { Job } from "../../model/job.ts";
import { hostViewer } from "../../model/viewer.ts";
import { yieldToEventLoop } from "../../write/event-loop.ts";
import { edges } from "../../write/merge/link.ts";
import type { WriteDeps } from "../../write/remember.ts";

export async function embed(job: Job, deps: WriteDeps): Promise<Readonly<Record<string, unknown>>> {
  const id = String(job.payload["id"]);
  const changes =
    job.payload["item"] === "message"
      ? await messageVector(job.tenant, id, deps)
      : await memoryVector(job.tenant, id, deps);
  const at = deps.now().toISOString();
  const { tenant } = job;
  const activity = {
    tenant,
    at,
    node: "worker",
    op: "memory_embedding_call",
    status: "ok",
  } as const;
  const called: Change = { type: "record", activity };
  if (changes.length > 0)
    await deps.store.commit({
      tenant: job.tenant,
      at,
      actor: "job:embed",
      cause: "embed",
      changes: [...changes, called],
    });
  return { embedded: changes.length > 0 ? 1 : 0 };
}

async function messageVector(
  tenant: string,
  id: string,
  deps: WriteDeps,
): Promise<readonly Change[]> {
  const [message] = await deps.store.messages.get(hostViewer(tenant), [id]);
  if (message === undefined) return [];
  const [vector] = await deps.embedder.embed([messageEmbeddingText(message)], "document", {
    tenant,
  });
  return vector === undefined
    ? []
    : [{ type: "embed", item: "message", id, model: modelKey(deps.embedder.model), vector }];
}

async function memoryVector(
  tenant: string,
  id: string,
  deps: WriteDeps,
): Promise<readonly Change[]> {
  const now = deps.now().toISOString();
  const memory = await deps.store.memories.get(hostViewer(tenant), id, { now });
  if (memory === undefined) return [];
  const [vector] = await deps.embedder.embed([memoryEmbeddingText(memory)], "document", { tenant });
  if (vector === undefined) return [];
  const embedded = { model: modelKey(deps.embedder.model), vector };
  return [
    { type: "embed", item: "memory", id, ...embedded },
    ...(await edges(memory, { embedded, now }, deps)),
  ];
}

// Ties memories that were stored together to their nearest neighbours, each other among them.

/** Memories linked in one commit. */
const TOGETHER = 32;

export async function link(job: Job, deps: WriteDeps): Promise<Readonly<Record<string, unknown>>> {
  const given = job.payload["ids"];
  const ids = Array.isArray(given) ? given.map(String) : [];
  const pairs = new Set<string>();
  for (let from = 0; from < ids.length; from += TOGETHER)
    await linkSome({ tenant: job.tenant, ids: ids.slice(from, from + TOGETHER), pairs }, deps);
  return { memories: ids.length, links: pairs.size };
}

type Some = Readonly<{ tenant: string; ids: readonly string[]; pairs: Set<string> }>;

/** Linking again changes nothing: an edge that is there stays as it is. */
async function linkSome({ tenant, ids, pairs }: Some, deps: WriteDeps): Promise<void> {
  const now = deps.now().toISOString();
  const model = modelKey(deps.embedder.model);
  const living = await deps.store.memories.list(hostViewer(tenant), {
    ...{ filter: { ids }, look: { now }, page: { limit: ids.length } },
  });
  const vectors = await deps.store.search.vectors(tenant, { item: "memory", model, ids });
  const changes: Change[] = [];
  for (const memory of living) {
    const vector = vectors.get(memory.id);
    if (vector === undefined) continue;
    await yieldToEventLoop();
    const found = await edges(memory, { embedded: { model, vector }, now }, deps);
    changes.push(...found.filter((edge) => isNewPair(edge, pairs)));
  }
  if (changes.length > 0)
    await deps.store.commit({ tenant, at: now, actor: "job:link", cause: "link", changes });
}

/** Two of the same list find each other; one edge says it. */
function isNewPair(edge: Change, pairs: Set<string>): boolean {
  if (edge.type !== "link") return false;
  const pair = JSON.stringify([edge.relation.from, edge.relation.to].sort());
  if (pairs.has(pair)) return false;
  pairs.add(pair);
  return true;
}
