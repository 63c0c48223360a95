// How many items of a sort a tenant has: it says how rare a word is.

import type { Item } from "../model/change-set.ts";
import { number } from "./columns.ts";
import { first, type Step } from "./database.ts";
import type { Searched } from "./searched.ts";
import type { Held } from "./standing.ts";

export type Total = { rows: number; uses: number };

/** Nobody counts further. */
export const COUNT_CAP = 10_000;
/** A tenant of more rows than this is not counted for every question. */
const LARGE = 500;
const COUNTED_AGAIN_AFTER = 64;
const MAX_TOTALS = 1_000;
const COUNTED = {
  memory: "SELECT count(*) AS n FROM (SELECT 1 FROM memories WHERE tenant = ? LIMIT ?) AS counted",
  message: "SELECT count(*) AS n FROM (SELECT 1 FROM messages WHERE tenant = ? LIMIT ?) AS counted",
} as const satisfies Record<Item, string>;

/** A large tenant's rows are counted again now and then: the count only says how rare a word is. */
export function* totalOf<T>(
  { item, tenant }: Searched<T>,
  held: Held<T>,
  totals: Map<string, Total>,
): Step<number> {
  const key = `${item} ${tenant}`;
  const known = totals.get(key);
  if (known !== undefined && known.rows >= LARGE && known.uses < COUNTED_AGAIN_AFTER) {
    known.uses += 1;
    return known.rows;
  }
  if (held.total !== undefined && held.total < LARGE) return held.total;
  const counted = yield* first(COUNTED[item], [tenant, COUNT_CAP]);
  const rows = counted === undefined ? 0 : number(counted, "n");
  if (totals.size >= MAX_TOTALS) totals.clear();
  totals.set(key, { rows, uses: 0 });
  return rows;
}
