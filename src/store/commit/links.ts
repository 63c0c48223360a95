// Writes the edges of a change set: those of one memory together, and each that is new with its line of history.

import type { ChangeSet } from "../../model/change-set.ts";
import type { Relation } from "../../model/relation.ts";
import { number, text } from "../columns.ts";
import { all, run, type Step } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { ms } from "../memory-row.ts";

export function* writeLinks(
  set: ChangeSet,
  relations: readonly Relation[],
  dialect: Dialect,
): Step<void> {
  for (const [first, ...rest] of alike(relations)) {
    const strengths = new Map([...rest.reverse(), first].map(({ to, strength }) => [to, strength]));
    const added = yield* all(
      `INSERT INTO relations (tenant, from_id, to_id, type, strength, created_at)
         SELECT CAST(? AS text), CAST(? AS text), c.key, CAST(? AS text), CAST(c.value AS double precision), CAST(? AS bigint)
         FROM ${dialect.pairs} c WHERE 1 = 1
       ON CONFLICT (tenant, from_id, to_id) DO NOTHING RETURNING to_id, strength`,
      [set.tenant, first.from, first.type, ms(first.createdAt), jsonOf(strengths)],
    );
    const noted = added.map((row): [string, string] => {
      const [to, strength] = [text(row, "to_id"), number(row, "strength")];
      return [to, JSON.stringify({ to, strength })];
    });
    if (noted.length > 0)
      yield* noteLinks(set, { from: first.from, metas: jsonOf(new Map(noted)) }, dialect);
  }
}

type Noted = Readonly<{ from: string; metas: string }>;

function noteLinks(set: ChangeSet, { from, metas }: Noted, dialect: Dialect): Step<number> {
  return run(
    `INSERT INTO history (tenant, memory_id, event, old_version, new_version, actor, cause, reason, meta, at)
       SELECT CAST(? AS text), CAST(? AS text), 'LINK', NULL, NULL, CAST(? AS text), CAST(? AS text), '', c.value,
         CAST(? AS bigint)
       FROM ${dialect.pairs} c`,
    [set.tenant, from, set.actor, set.cause, ms(set.at), metas],
  );
}

function jsonOf(pairs: ReadonlyMap<string, unknown>): string {
  return JSON.stringify(Object.fromEntries(pairs));
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
