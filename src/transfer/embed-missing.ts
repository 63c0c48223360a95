// Makes the vectors of what was put back: an export carries words, not numbers of a model.

import type { Change, Item } from "../model/change-set.ts";
import { memoryEmbeddingText, messageEmbeddingText, modelKey } from "../model/embedding-text.ts";
import { STATES } from "../model/state.ts";
import { hostViewer } from "../model/viewer.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Store } from "../ports/store.ts";

type Deps = Readonly<{ store: Store; embedder: Embedder; now: () => Date }>;

const AT_ONCE = 64;

export async function embedMissing(tenant: string, deps: Deps): Promise<void> {
  for (const item of ["memory", "message"] as const) {
    const tried = new Set<string>();
    while (true) {
      const query = { item, tenant, model: modelKey(deps.embedder.model), limit: AT_ONCE };
      const missing = await deps.store.search.unembedded(query);
      const fresh = missing.map(({ id }) => id).filter((id) => !tried.has(id));
      // A database without vectors goes on asking for the same ones.
      if (fresh.length === 0) break;
      for (const id of fresh) tried.add(id);
      await embedSome(tenant, { item, ids: fresh }, deps);
    }
  }
}

async function embedSome(
  tenant: string,
  { item, ids }: Readonly<{ item: Item; ids: readonly string[] }>,
  deps: Deps,
): Promise<void> {
  const { store, embedder } = deps;
  const at = deps.now().toISOString();
  const items = await textsOf(tenant, { item, ids }, deps);
  const texts = items.map(({ text }) => text);
  const vectors = await embedder.embed(texts, "document", { tenant });
  const model = modelKey(embedder.model);
  const changes = items.flatMap(({ id }, index): Change[] => {
    const vector = vectors[index];
    // A text with no word in it has no direction.
    const isEmpty = vector === undefined || vector.every((value) => value === 0);
    return isEmpty ? [] : [{ type: "embed", item, id, model, vector }];
  });
  if (changes.length > 0)
    await store.commit({ tenant, at, actor: "import", cause: "import", changes });
}

async function textsOf(
  tenant: string,
  { item, ids }: Readonly<{ item: Item; ids: readonly string[] }>,
  { store, now }: Deps,
): Promise<readonly Readonly<{ id: string; text: string }>[]> {
  const viewer = hostViewer(tenant);
  if (item === "message")
    return (await store.messages.get(viewer, ids)).map((message) => ({
      id: message.id,
      text: messageEmbeddingText(message),
    }));
  const memories = await store.memories.list(viewer, {
    filter: { ids },
    look: { now: now().toISOString(), states: STATES },
    page: { limit: ids.length },
  });
  return memories.map((memory) => ({ id: memory.id, text: memoryEmbeddingText(memory) }));
}
