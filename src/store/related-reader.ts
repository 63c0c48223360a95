// The memories at the other end of edges. What a search has read of them, or of their edges, is not read again.

import type { Look, MemoryFilter } from "../model/filter.ts";
import type { Memory } from "../model/memory.ts";
import type { Relation } from "../model/relation.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Related } from "../ports/store.ts";
import { number, text, time } from "./columns.ts";
import { all, type Row, type Step } from "./database.ts";
import type { Condition, Dialect } from "./dialect.ts";
import { rowsAt, selectMemories } from "./memory-select.ts";
import { memories, sightOf } from "./searched.ts";
import { type Held, holdEdges, holdRow, type Seen, type SeenEdge } from "./standing.ts";
import { both, matching, visible } from "./where.ts";

/** As many as one question is answered with, the strongest of them: a hub may have any number. */
const MAX_EDGES = 200;

type AroundIds = Readonly<{
  viewer: Viewer;
  ids: readonly string[];
  filter?: MemoryFilter;
  look: Look;
}>;

/** Many edges end at the same memory, whose row is read once. */
export function* readRelated(
  dialect: Dialect,
  { viewer, ids, filter = {}, look }: AroundIds,
  held: Held<Memory>,
): Step<readonly Related[]> {
  const { searched, seen } = yield* sightOf(memories(dialect, viewer, { filter, look }), held);
  const where =
    look.asOf === undefined
      ? searched.condition
      : both(visible(viewer, look, dialect), matching(filter, dialect));
  const looked = { dialect, tenant: viewer.tenant, from: rowsAt(look), where, seen };
  const edges = yield* edgesAt(looked, ids);
  yield* readEnds(looked, edges);
  return edges.flatMap(({ near, far, relation }) => {
    const memory = seen.byId.get(far);
    return memory === undefined ? [] : [{ to: near, relation, memory }];
  });
}

type Looked = Readonly<{
  dialect: Dialect;
  tenant: string;
  from: Condition;
  where: Condition;
  seen: Seen<Memory>;
}>;

/** Strongest first, out of those that were read before and those that were not. */
function* edgesAt(looked: Looked, ids: readonly string[]): Step<readonly SeenEdge[]> {
  const { seen } = looked;
  const unknown = ids.filter((id) => !seen.edges.has(id));
  const read = unknown.length === 0 ? [] : yield* readEdges(looked, unknown);
  const isWhole = read.length < MAX_EDGES;
  if (isWhole) holdEdges(seen, unknown, read);
  if (unknown.length === ids.length) return read;
  if (!isWhole) return yield* readEdges(looked, ids);
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

function* readEdges(
  { dialect, tenant, from, where }: Looked,
  ids: readonly string[],
): Step<readonly SeenEdge[]> {
  const wanted = JSON.stringify(ids);
  const rows = yield* all(
    `SELECT r.from_id, r.to_id, r.strength, r.created_at AS linked_at, r.near_id, r.far_id FROM
       (SELECT tenant, from_id, to_id, strength, created_at, from_id AS near_id, to_id AS far_id FROM relations
          WHERE tenant = ? AND ${dialect.anyOf("from_id")}
        UNION ALL
        SELECT tenant, from_id, to_id, strength, created_at, to_id AS near_id, from_id AS far_id FROM relations
          WHERE tenant = ? AND ${dialect.anyOf("to_id")}) r
     JOIN ${from.sql} ON m.tenant = r.tenant AND m.id = r.far_id
     WHERE ${where.sql} ORDER BY r.strength DESC, r.far_id LIMIT 200`,
    [tenant, wanted, tenant, wanted, ...from.values, ...where.values],
  );
  return rows.map((row) => ({
    near: text(row, "near_id"),
    far: text(row, "far_id"),
    relation: relationOf(row),
  }));
}

function relationOf(row: Row): Relation {
  return {
    from: text(row, "from_id"),
    to: text(row, "to_id"),
    type: "related_to",
    strength: number(row, "strength"),
    createdAt: time(row, "linked_at"),
  };
}

function* readEnds({ dialect, from, where, seen }: Looked, edges: readonly SeenEdge[]): Step<void> {
  const unread = new Set<string>();
  for (const { far } of edges) if (!seen.byId.has(far)) unread.add(far);
  if (unread.size === 0) return;
  const ends = { sql: dialect.anyOf("m.id"), values: [JSON.stringify([...unread])] };
  const read = yield* selectMemories(from, both(where, ends), { sql: "", values: [] });
  for (const memory of read) holdRow(seen, memory);
}
