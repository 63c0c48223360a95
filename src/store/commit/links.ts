// Writes the edges of a change set: those of one memory together, and each that is new with its line of history.

import type { ChangeSet } from "../../model/change-set.ts";
import type { Relation } from "../../model/relation.ts";
import { number, text } from "../columns.ts";
import { all, type Step, send } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { ms } from "../memory-row.ts";

export function* writeLinks(
  set: ChangeSet,
  relations: readonly Relation[],
  dialect: Dialect,
): Step<void> {
  for (const [first, ...rest] of alike(relations)) {
    // Of two edges to one place the first stands. A memory that went while its neighbours were looked for has none.
    const strengths = new Map([...rest.reverse(), first].map(({ to, strength }) => [to, strength]));
    const { from, type, createdAt } = first;
    const added = yield* all(
      `INSERT INTO relations (tenant, from_id, to_id, type, strength, created_at)
         SELECT CAST(? AS text), CAST(? AS text), line.value ->> 0, CAST(? AS text),
           CAST((line.value ->> 1) AS double precision), CAST(? AS bigint)
         FROM ${dialect.elements} line 
         WHERE EXISTS (SELECT 1 FROM memories m WHERE m.tenant = ? AND m.id = ?)
           AND EXISTS (SELECT 1 FROM memories m WHERE m.tenant = ? AND m.id = line.value ->> 0)
       ON CONFLICT (tenant, from_id, to_id) DO NOTHING RETURNING to_id, strength`,
      [
        ...[set.tenant, from, type, ms(createdAt), JSON.stringify([...strengths])],
        ...[set.tenant, from, set.tenant],
      ],
    );
    const metas = added.map((row) => ({
      to: text(row, "to_id"),
      strength: number(row, "strength"),
    }));
    if (metas.length > 0) yield* noteLinks(set, { from, metas }, dialect);
  }
}

type Noted = Readonly<{ from: string; metas: readonly object[] }>;

function noteLinks(set: ChangeSet, { from, metas }: Noted, dialect: Dialect): Step<void> {
  const lines = JSON.stringify(metas.map((meta) => [JSON.stringify(meta)]));
  return send(
    `INSERT INTO history (tenant, memory_id, event, old_version, new_version, actor, cause, reason, meta, at)
       SELECT CAST(? AS text), CAST(? AS text), 'LINK', NULL, NULL, CAST(? AS text), CAST(? AS text), '',
         line.value ->> 0, CAST(? AS bigint)
       FROM ${dialect.elements} line`,
    [set.tenant, from, set.actor, set.cause, ms(set.at), lines],
  );
}

type Several = [Relation, ...Relation[]];

/** Those that differ in nothing but where they lead and how strongly. */
function alike(relations: readonly Relation[]): Iterable<Several> {
  const groups = new Map<string, Several>();
  for (const relation of relations) {
    const key = JSON.stringify([relation.from, relation.type, relation.createdAt]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [relation]);
    else known.push(relation);
  }
  return groups.values();
}
