// Reads vectors back by id, whichever way the database keeps them.

import type { Item } from "../../model/change-set.ts";
import { text } from "../columns.ts";
import { all, type Row, type Step } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import {
  cachedVectors,
  cacheVector,
  emptyTenantCache,
  type TenantCache,
} from "../search/search-cache.ts";
import { vectorOf } from "./sqlite-vectors.ts";

type Wanted = Readonly<{ tenant: string; item: Item; model: string; ids: readonly string[] }>;

export function* readVectors<T>(
  dialect: Dialect,
  wanted: Wanted,
  held: TenantCache<T> = emptyTenantCache(),
): Step<ReadonlyMap<string, Float32Array>> {
  const known = cachedVectors(held, wanted.model);
  if (known === undefined) return yield* readAll(dialect, wanted);
  const { tenant, item, model } = wanted;
  const ids = wanted.ids.filter((id) => !known.has(id));
  const read = ids.length === 0 ? NONE : yield* readAll(dialect, { tenant, item, model, ids });
  for (const id of ids) cacheVector(held, known, { id, vector: read.get(id) ?? null });
  const found = new Map<string, Float32Array>();
  for (const id of wanted.ids) {
    const vector = known.get(id);
    if (vector !== undefined && vector !== null) found.set(id, vector);
  }
  return found;
}

const NONE: ReadonlyMap<string, Float32Array> = new Map();

function* readAll(
  dialect: Dialect,
  { tenant, item, model, ids }: Wanted,
): Step<ReadonlyMap<string, Float32Array>> {
  const rows = yield* all(
    `SELECT item_id, dims, vector FROM vectors WHERE tenant = ? AND item = ? AND model = ? AND ${dialect.anyOf("item_id")}`,
    [tenant, item, model, JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [text(row, "item_id"), decoded(row)]));
}

/** pgvector answers with text such as `[0.1,0.2]`, SQLite with bytes. */
function decoded(row: Row): Float32Array {
  const { vector } = row;
  if (typeof vector !== "string") return vectorOf(row);
  return Float32Array.from(vector.slice(1, -1).split(","), Number);
}

/** Whether a vector points anywhere. One that does not is near to nothing, and PostgreSQL would rank it first. */
export function hasDirection(vector: Float32Array): boolean {
  let length = 0;
  for (const value of vector) length += Math.abs(value);
  return length > 0 && length < Number.POSITIVE_INFINITY;
}
