// The memories at the other end of edges. What a search has read of them, or of their edges, is not read again.

import type { Memory, Relation } from "../../model/memory.ts";
import type { Related } from "../../ports/store.ts";
import { number, text, time } from "../columns.ts";
import { all, jsonRows, type Row, type Step } from "../database.ts";
import type { Condition } from "../dialect.ts";
import { type CachedEdge, cacheEdges, cacheRow } from "../search/search-cache.ts";
import type { SearchView } from "../search/search-target.ts";
import { both } from "../where.ts";
import { rowsAt, selectMemories } from "./memory-select.ts";

/** As many as one question is answered with, the strongest of them: a hub may have any number. */
const MAX_EDGES = 200;

/** Many edges end at the same memory, whose row is read once. */
export function* readRelated(
  view: SearchView<Memory>,
  ids: readonly string[],
): Step<readonly Related[]> {
  const edges = yield* edgesAt(view, ids);
  yield* readEnds(view, edges);
  return edges.flatMap(({ near, far, relation }) => {
    const memory = view.seen.byId.get(far);
    return memory === undefined ? [] : [{ to: near, relation, memory }];
  });
}

/** Strongest first, out of those that were read before and those that were not. */
function* edgesAt(view: SearchView<Memory>, ids: readonly string[]): Step<readonly CachedEdge[]> {
  const { seen } = view;
  const unknown = ids.filter((id) => !seen.edges.has(id));
  const read = unknown.length === 0 ? [] : yield* readEdges(view, unknown);
  const isWhole = read.length < MAX_EDGES;
  if (isWhole) cacheEdges(seen, unknown, read);
  if (unknown.length === ids.length) return read;
  if (!isWhole) return yield* readEdges(view, ids);
  return ids
    .flatMap((id) => seen.edges.get(id) ?? [])
    .sort(byStrength)
    .slice(0, MAX_EDGES);
}

/** As the database orders them. */
function byStrength(one: CachedEdge, other: CachedEdge): number {
  return (
    other.relation.strength - one.relation.strength ||
    inOrder(one.far, other.far) ||
    Number(one.relation.to === one.near) - Number(other.relation.to === other.near) ||
    inOrder(one.near, other.near)
  );
}

function inOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Those to what is seen. Mostly there are few enough to read them all, with their ends, and see then. */
function* readEdges(view: SearchView<Memory>, ids: readonly string[]): Step<readonly CachedEdge[]> {
  const found = yield* strongest(view, ids, undefined);
  if (found.length === MAX_EDGES) return yield* strongest(view, ids, view.searched.wanted());
  yield* readEnds(view, found);
  return found.filter(({ far }) => view.seen.byId.has(far));
}

/** Of all edges, or only of those that end at a memory `m` that meets a condition. */
function* strongest(
  { searched }: SearchView<Memory>,
  ids: readonly string[],
  where: Condition | undefined,
): Step<readonly CachedEdge[]> {
  const { dialect, tenant, look } = searched;
  const from = rowsAt(tenant, look);
  const ends =
    where === undefined
      ? NO_CONDITION
      : {
          sql: `JOIN ${from.sql} ON m.tenant = r.tenant AND m.id = r.far_id WHERE ${where.sql}`,
          values: [...from.values, ...where.values],
        };
  const wanted = JSON.stringify(ids);
  const rows = yield* all(
    `SELECT r.from_id, r.to_id, r.strength, r.created_at AS linked_at, r.near_id, r.far_id FROM
       (SELECT tenant, from_id, to_id, strength, created_at, from_id AS near_id, to_id AS far_id FROM relations
          WHERE tenant = ? AND ${dialect.anyOf("from_id")}
        UNION ALL
        SELECT tenant, from_id, to_id, strength, created_at, to_id AS near_id, from_id AS far_id FROM relations
          WHERE tenant = ? AND ${dialect.anyOf("to_id")}) r
     ${ends.sql} ORDER BY r.strength DESC, r.far_id LIMIT 200`,
    [tenant, wanted, tenant, wanted, ...ends.values],
  );
  return rows.map((row) => ({
    near: text(row, "near_id"),
    far: text(row, "far_id"),
    relation: relationOf(row),
  }));
}

const NO_CONDITION: Condition = { sql: "", values: [] };

function relationOf(row: Row): Relation {
  return {
    from: text(row, "from_id"),
    to: text(row, "to_id"),
    type: "related_to",
    strength: number(row, "strength"),
    createdAt: time(row, "linked_at"),
  };
}

function* readEnds(
  { searched, seen }: SearchView<Memory>,
  edges: readonly CachedEdge[],
): Step<void> {
  const unread = new Set<string>();
  for (const { far } of edges) if (!seen.byId.has(far)) unread.add(far);
  if (unread.size === 0) return;
  const { dialect, tenant, look } = searched;
  const from = rowsAt(tenant, look);
  // From the side of the list: left to choose, a planner reads all of a person that the filter names.
  const ends = {
    sql: `${dialect.elements} line CROSS JOIN ${from.sql}`,
    values: [jsonRows([...unread].map((id) => [id])), ...from.values],
  };
  const where = both(searched.wanted(), { sql: "m.id = (line.value ->> 0)", values: [] });
  const read = yield* selectMemories(ends, where, { sql: "", values: [] });
  for (const memory of read) cacheRow(seen, memory);
}
