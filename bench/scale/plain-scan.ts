// The yardstick of a search: embed the question, compare it with every vector in a plain loop, keep the ten nearest.
// No words, no filter, no row is read.

import { DatabaseSync } from "@photostructure/sqlite";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";

const NEAREST = 10;

export function plainScan(path: string): (query: string) => Promise<readonly number[]> {
  const embedder = builtinEmbedder();
  const { dims } = embedder.model;
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare("SELECT vector FROM vectors WHERE item = 'memory' ORDER BY seq");
  const kept: Float32Array[] = [];
  for (const row of rows.iterate()) {
    const bytes = row["vector"];
    if (bytes instanceof Uint8Array) kept.push(new Float32Array(bytes.slice().buffer));
  }
  db.close();
  const all = new Float32Array(kept.length * dims);
  kept.forEach((vector, at) => {
    all.set(vector, at * dims);
  });
  return async (query) => {
    const [vector = new Float32Array(dims)] = await embedder.embed([query], "query", {
      tenant: "scan",
    });
    return nearest(vector, all);
  };
}

function nearest(vector: Float32Array, all: Float32Array): readonly number[] {
  const dims = vector.length;
  const best: { row: number; score: number }[] = [];
  for (let row = 0; row * dims < all.length; row++) {
    let score = 0;
    for (let at = 0; at < dims; at++) score += (vector[at] ?? 0) * (all[row * dims + at] ?? 0);
    if (best.length === NEAREST && score <= (best.at(-1)?.score ?? 0)) continue;
    best.push({ row, score });
    best.sort((a, b) => b.score - a.score);
    best.length = Math.min(best.length, NEAREST);
  }
  return best.map(({ row }) => row);
}
