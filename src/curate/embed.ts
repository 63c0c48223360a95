// The vector of a new wording: at once where the model is in this process, from the outbox where it is not.

import type { Change } from "../model/change-set.ts";
import { memoryEmbeddingText, modelKey } from "../model/embedding-text.ts";
import type { Memory } from "../model/memory.ts";
import type { CurateDeps } from "./doing.ts";

export async function embed(
  memory: Memory,
  { embedder, ids, now }: Pick<CurateDeps, "embedder" | "ids" | "now">,
): Promise<Change> {
  const { id, tenant } = memory;
  if (!embedder.inline) {
    const runAt = now().toISOString();
    const job = { id: ids(), tenant, name: "embed", key: id, payload: { id }, runAt };
    return { type: "enqueue", job };
  }
  const [vector = new Float32Array(embedder.model.dims)] = await embedder.embed(
    [memoryEmbeddingText(memory)],
    "document",
    { tenant },
  );
  return { type: "embed", item: "memory", id, model: modelKey(embedder.model), vector };
}
