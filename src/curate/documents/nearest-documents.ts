// Which documents of a folder are nearest in meaning to a question. Exact: every vector there is compared.

import type { Folder, Shelf } from "../../model/document.ts";
import { modelKey } from "../../model/embedding-text.ts";
import type { CurateDeps } from "../doing.ts";

export type NearDocument = Readonly<{ id: string; score: number }>;

export type NearestInput = Readonly<{ shelf: Shelf; folder: Folder; query: string }>;

/** Best first; a document counts by the best of its parts. Those without a vector are not in it. */
export async function nearestDocuments(
  { shelf, folder, query }: NearestInput,
  { store, embedder }: Pick<CurateDeps, "store" | "embedder">,
): Promise<readonly NearDocument[]> {
  const [asked] = await embedder.embed([query], "query", { tenant: shelf.tenant });
  if (asked === undefined) return [];
  const model = modelKey(embedder.model);
  const best = new Map<string, number>();
  for (const { id, vector } of await store.frameworks.documents.vectors(shelf, { folder, model })) {
    const score = dot(asked, vector);
    if (score > (best.get(id) ?? Number.NEGATIVE_INFINITY)) best.set(id, score);
  }
  return [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}

/** Vectors are of unit length, so this is the cosine. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}
