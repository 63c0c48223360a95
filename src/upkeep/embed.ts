// Embeds what was committed without a vector, because its model is not in this process, and links it.

import type { Change } from "../model/change-set.ts";
import { memoryEmbeddingText, messageEmbeddingText, modelKey } from "../model/embedding-text.ts";
import type { Job } from "../model/job.ts";
import { hostViewer } from "../model/viewer.ts";
import { edges } from "../write/link.ts";
import type { WriteDeps } from "../write/remember.ts";

export async function embed(job: Job, deps: WriteDeps): Promise<Readonly<Record<string, unknown>>> {
  const id = String(job.payload["id"]);
  const changes =
    job.payload["item"] === "message"
      ? await messageVector(job.tenant, id, deps)
      : await memoryVector(job.tenant, id, deps);
  const at = deps.now().toISOString();
  if (changes.length > 0)
    await deps.store.commit({
      tenant: job.tenant,
      at,
      actor: "job:embed",
      cause: "embed",
      changes,
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
