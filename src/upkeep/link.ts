// Ties memories that were stored together to their nearest neighbours, each other among them.

import type { Change } from "../model/change-set.ts";
import { modelKey } from "../model/embedding-text.ts";
import type { Job } from "../model/job.ts";
import { hostViewer } from "../model/viewer.ts";
import { giveWay } from "../write/give-way.ts";
import { edges } from "../write/link.ts";
import type { WriteDeps } from "../write/remember.ts";

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
    await giveWay();
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
