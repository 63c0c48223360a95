// Of each subject the few memories that matter most, chosen in the database: whoever shows a few of each would
// otherwise read all of them.

import type { Memory } from "../model/memory.ts";
import type { Viewer } from "../model/viewer.ts";
import type { WeightQuery } from "../ports/store.ts";
import type { Step } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { selectMemories } from "./memory-select.ts";
import { both, matching, visible } from "./where.ts";

export function* readWeightiest(
  dialect: Dialect,
  viewer: Viewer,
  { filter, look, each, first }: WeightQuery,
): Step<readonly Memory[]> {
  const wanted = both(visible(viewer, look, dialect), matching(filter, dialect));
  const placed = `SELECT m.id, row_number() OVER (PARTITION BY m.subject
      ORDER BY CASE WHEN ${dialect.anyOf("m.id")} THEN 0 ELSE 1 END, m.importance DESC, m.created_at DESC,
        ${dialect.bytewise("m.id")}) AS place FROM memories m WHERE ${wanted.sql}`;
  const chosen = {
    sql: `m.tenant = ? AND m.id IN (SELECT placed.id FROM (${placed}) AS placed WHERE placed.place <= ?)`,
    values: [viewer.tenant, JSON.stringify(first), ...wanted.values, each],
  };
  return yield* selectMemories({ sql: "memories m", values: [] }, chosen, { sql: "", values: [] });
}
