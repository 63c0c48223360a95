// Reads vectors back by id, whichever way the database keeps them.

import type { Item } from "../model/change-set.ts";
import { text } from "./columns.ts";
import { all, type Row, type Step } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { vectorOf } from "./sqlite-vectors.ts";

type Wanted = Readonly<{ tenant: string; item: Item; model: string; ids: readonly string[] }>;

export function* readVectors(
  dialect: Dialect,
  wanted: Wanted,
): Step<ReadonlyMap<string, Float32Array>> {
  const rows = yield* all(
    `SELECT item_id, dims, vector FROM vectors WHERE tenant = ? AND item = ? AND model = ? AND ${dialect.anyOf("item_id")}`,
    [wanted.tenant, wanted.item, wanted.model, JSON.stringify(wanted.ids)],
  );
  return new Map(rows.map((row) => [text(row, "item_id"), decoded(row)]));
}

/** pgvector answers with text such as `[0.1,0.2]`, SQLite with bytes. */
function decoded(row: Row): Float32Array {
  const { vector } = row;
  if (typeof vector !== "string") return vectorOf(row);
  return Float32Array.from(vector.slice(1, -1).split(","), Number);
}
