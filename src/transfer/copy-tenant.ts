// Copies everything a tenant has into another store, vectors included, so that what would happen can be tried there.

import type { Change, Item } from "../model/change-set.ts";
import { modelKey } from "../model/embedding-text.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Store } from "../ports/store.ts";
import { PARTS, type StoredRecord } from "../ports/transfer-store.ts";
import { pagesOf } from "./pages-of.ts";

export type Copying = Readonly<{ from: Store; to: Store; embedder: Embedder }>;

const AT_ONCE = 200;

export async function copyTenant(tenant: string, { from, to, embedder }: Copying): Promise<void> {
  for (const part of PARTS) {
    let batch: StoredRecord[] = [];
    const flush = async () => {
      await to.transfer.restore(tenant, batch);
      await copyVectors(tenant, batch, { from, to, embedder });
      batch = [];
    };
    for await (const record of pagesOf(from, tenant, part)) {
      batch.push(record);
      if (batch.length >= AT_ONCE) await flush();
    }
    await flush();
  }
}

async function copyVectors(
  tenant: string,
  records: readonly StoredRecord[],
  { from, to, embedder }: Copying,
): Promise<void> {
  const model = modelKey(embedder.model);
  const ids: Record<Item, Set<string>> = { memory: new Set(), message: new Set() };
  for (const record of records) {
    if (record.type === "version") ids.memory.add(record.memory.id);
    if (record.type === "message") ids.message.add(record.message.id);
  }
  const changes: Change[] = [];
  for (const item of ["memory", "message"] as const) {
    const query = { item, model, ids: [...ids[item]] };
    const found = query.ids.length === 0 ? new Map() : await from.search.vectors(tenant, query);
    for (const [id, vector] of found) changes.push({ type: "embed", item, id, model, vector });
  }
  if (changes.length === 0) return;
  const at = new Date(0).toISOString();
  await to.commit({ tenant, at, actor: "copy", cause: "copy", changes });
}
