// The memories at the other end of edges. What a search has read of them, or of their edges, is not read again.

import type { Memory } from "../model/memory.ts";
import type { Relation } from "../model/relation.ts";
import type { Related } from "../ports/store.ts";
import { number, text, time } from "./columns.ts";
import { all, jsonRows, type Row, type Step } from "./database.ts";
import type { Condition } from "./dialect.ts";
import { rowsAt, selectMemories } from "./memory-select.ts";
import type { Sight } from "./searched.ts";
import { holdEdges, holdRow, type SeenEdge } from "./standing.ts";
import { both } from "./where.ts";

/** As many as one question is answered with, the strongest of them: a hub may have any number. */
const MAX_EDGES = 200;

/** Many edges end at the same memory, whose row is read once. */
export function* readRelated(
  sight: Sight<Memory>,
  ids: readonly string[],
): Step<readonly Related[]> {
  const edges = yield* edgesAt(sight, ids);
  yield* readEnds(sight, edges);
  return edges.flatMap(({ near, far, relation }) => {
    const memory = sight.seen.byId.get(far);
    return memory === undefined ? [] : [{ to: near, relation, memory }];
  });
}

/** Strongest first, out of those that were read before and those that were not. */
function* edgesAt(sight: Sight<Memory>, ids: readonly string[]): Step<readonly SeenEdge[]> {
  const { seen } = sight;
  const unknown = ids.filter((id) => !seen.edges.has(id));
  const read = unknown.length === 0 ? [] : yield* readEdges(sight, unknown);
  const isWhole = read.length < MAX_EDGES;
  if (isWhole) holdEdges(seen, unknown, read);
  if (unknown.length === ids.length) return read;
  if (!isWhole) return yield* readEdges(sight, ids);
  return ids
    .flatMap((id) => seen.edges.get(id) ?? [])
    .sort(byStrength)
    .slice(0, MAX_EDGES);
}

/** As the database orders them. */
function byStrength(one: SeenEdge, other: SeenEdge): number {
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
function* readEdges(sight: Sight<Memory>, ids: readonly string[]): Step<readonly SeenEdge[]> {
  const found = yield* strongest(sight, ids, undefined);
  if (found.length === MAX_EDGES) return yield* strongest(sight, ids, sight.searched.wanted());
  yield* readEnds(sight, found);
  return found.filter(({ far }) => sight.seen.byId.has(far));
}

/** Of all edges, or only of those that end at a memory `m` that meets a condition. */
function* strongest(
  { searched }: Sight<Memory>,
  ids: readonly string[],
  where: Condition | undefined,
): Step<readonly SeenEdge[]> {
  const { dialect, tenant, look } = searched;
  const from = rowsAt(look);
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

function* readEnds({ searched, seen }: Sight<Memory>, edges: readonly SeenEdge[]): Step<void> {
  const unread = new Set<string>();
  for (const { far } of edges) if (!seen.byId.has(far)) unread.add(far);
  if (unread.size === 0) return;
  const { dialect, look } = searched;
  const from = rowsAt(look);
  // From the side of the list: left to choose, a planner reads all of a person that the filter names.
  const ends = {
    sql: `${dialect.elements} line CROSS JOIN ${from.sql}`,
    values: [jsonRows([...unread].map((id) => [id])), ...from.values],
  };
  const where = both(searched.wanted(), { sql: "m.id = (line.value ->> 0)", values: [] });
  const read = yield* selectMemories(ends, where, { sql: "", values: [] });
  for (const memory of read) holdRow(seen, memory);
}
