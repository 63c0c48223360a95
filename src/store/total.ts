// How many items of a sort a tenant has: it says how rare a word is, and what it costs to look through all of them.

import type { Item } from "../model/change-set.ts";
import { number } from "./columns.ts";
import { first, type Step } from "./database.ts";
import type { Searched } from "./searched.ts";
import type { Held } from "./standing.ts";

export type Total = { rows: number; uses: number };

/** A tenant of more rows than this is not counted for every question. */
const LARGE = 500;
/** Questions until it is, by its rows and at the least: counting a million takes as long as a few answers. */
const COUNTED_AGAIN = { perRow: 0.01, atLeast: 64 };
const MAX_TOTALS = 1_000;
const COUNTED = {
  memory: "SELECT count(*) AS n FROM memories WHERE tenant = ?",
  message: "SELECT count(*) AS n FROM messages WHERE tenant = ?",
} as const satisfies Record<Item, string>;

/** A large tenant's rows are counted again now and then: nothing rests on the count being exact. */
export function* totalOf<T>(
  { item, tenant }: Searched<T>,
  held: Held<T>,
  totals: Map<string, Total>,
): Step<number> {
  const key = `${item} ${tenant}`;
  const known = totals.get(key);
  if (known !== undefined && known.rows >= LARGE && known.uses < mostUses(known)) {
    known.uses += 1;
    return known.rows;
  }
  if (held.total !== undefined && held.total < LARGE) return held.total;
  const counted = yield* first(COUNTED[item], [tenant]);
  const rows = counted === undefined ? 0 : number(counted, "n");
  if (totals.size >= MAX_TOTALS) totals.clear();
  totals.set(key, { rows, uses: 0 });
  return rows;
}

function mostUses({ rows }: Total): number {
  return Math.max(COUNTED_AGAIN.atLeast, rows * COUNTED_AGAIN.perRow);
}
