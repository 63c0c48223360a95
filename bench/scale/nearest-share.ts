// Of the ten nearest by meaning, how many the store finds. What is true is computed by a plain loop over every vector in
// the file, which is read row by row and never held: the same at a million as at a thousand.

import { DatabaseSync } from "@photostructure/sqlite";
import { modelKey } from "../../src/model/embedding-text.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { NOW, TENANT } from "../recall-speed/fill-store.ts";
import { type Percentiles, percentiles } from "../run/timing.ts";

export type NearestShare = Percentiles &
  Readonly<{
    questions: number;
    /** Of all questions together, and of the question that came off worst. */
    share: number;
    lowest: number;
  }>;

const NEAREST = 10;
/** Rows that are equally near may stand for one another; 32-bit floats tell no closer ones apart. */
const AS_NEAR = 1e-6;

type Found = Readonly<{ vector: Float32Array; ids: ReadonlySet<string>; ms: number }>;
/** `best`: the highest of all scores, falling; `found`: those of the rows that the store found. */
type Scores = Readonly<{ best: number[]; found: number[] }>;

export async function nearestShare(
  path: string,
  questions: readonly string[],
): Promise<NearestShare> {
  const found = await foundByStore(path, questions);
  const shares = exactScores(path, found).map(shareOf);
  return {
    ...percentiles(found.map(({ ms }) => ms)),
    questions: found.length,
    share: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    lowest: Math.min(...shares),
  };
}

async function foundByStore(path: string, questions: readonly string[]): Promise<Found[]> {
  const embedder = builtinEmbedder();
  const vectors = await embedder.embed(questions, "query", { tenant: TENANT });
  const options = { durability: "normal", keepsFiles: false, now: () => NOW } as const;
  const store = await openSqliteStore({ path, ...options });
  const model = modelKey(embedder.model);
  const look = { now: NOW.toISOString() };
  const nearest = (vector: Float32Array) =>
    store.search.memoryVectors(hostViewer(TENANT), {
      ...{ model, vector, filter: {}, look, limit: NEAREST },
    });
  try {
    const found: Found[] = [];
    // The first reads every vector into memory, and is not counted.
    for (const vector of vectors.slice(0, 1)) await nearest(vector);
    for (const vector of vectors) {
      const began = performance.now();
      const hits = await nearest(vector);
      const ids = new Set(hits.map(({ item }) => item.id));
      found.push({ vector, ids, ms: performance.now() - began });
    }
    return found;
  } finally {
    await store.close();
  }
}

function exactScores(path: string, asked: readonly Found[]): readonly Scores[] {
  const all = asked.map(({ vector, ids }) => {
    const scores: Scores = { best: [], found: [] };
    return { vector, length: Math.hypot(...vector), ids, scores };
  });
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare("SELECT item_id, vector FROM vectors WHERE item = 'memory'");
  for (const { item_id: id, vector: bytes } of rows.iterate()) {
    if (!(bytes instanceof Uint8Array)) throw new Error("A vector that is not one.");
    const row = new Float32Array(bytes.slice().buffer);
    const length = Math.sqrt(product(row, row));
    for (const one of all) {
      const score = product(one.vector, row) / (one.length * length);
      keepBest(one.scores.best, score);
      if (one.ids.has(String(id))) one.scores.found.push(score);
    }
  }
  db.close();
  return all.map(({ scores }) => scores);
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function keepBest(best: number[], score: number): void {
  if (best.length === NEAREST && score <= (best.at(-1) ?? 0)) return;
  best.push(score);
  best.sort((a, b) => b - a);
  best.length = Math.min(best.length, NEAREST);
}

function shareOf({ best, found }: Scores): number {
  const least = (best.at(-1) ?? Number.NaN) - AS_NEAR;
  return found.filter((score) => score >= least).length / best.length;
}
