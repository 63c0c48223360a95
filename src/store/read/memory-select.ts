// Selects memories: as they are, or as they were known at a time. Nothing else reads whole rows of them by condition.

import type { Look } from "../../model/filter.ts";
import type { Memory } from "../../model/memory.ts";
import { STATES } from "../../model/state.ts";
import type { Viewer } from "../../model/viewer.ts";
import { all, type Step } from "../database.ts";
import type { Condition, Dialect } from "../dialect.ts";
import { both, visible } from "../where.ts";
import { KNOWN_THEN, MEMORY_COLUMNS, memoryFromRow, ms } from "./memory-row.ts";

/** Whatever became of a memory. */
export const EVERY_STATE: Look = { now: new Date(0).toISOString(), states: STATES };

/** The rows to read from. */
export function rowsAt(tenant: string, look: Look): Condition {
  if (look.asOf === undefined) return { sql: "memories m", values: [] };
  const at = ms(look.asOf);
  return { sql: `${KNOWN_THEN} m`, values: [tenant, at, tenant, at, at, at] };
}

export function* selectMemories(
  from: Condition,
  where: Condition,
  tail: Condition,
): Step<readonly Memory[]> {
  const rows = yield* all(
    `SELECT ${MEMORY_COLUMNS} FROM ${from.sql} WHERE ${where.sql} ${tail.sql}`,
    [...from.values, ...where.values, ...tail.values],
  );
  return rows.map(memoryFromRow);
}

type One = Readonly<{ viewer: Viewer; id: string; look: Look }>;

export function* getMemory(dialect: Dialect, { viewer, id, look }: One): Step<Memory | undefined> {
  const where = both(visible(viewer, look, dialect), { sql: "m.id = ?", values: [id] });
  return (yield* selectMemories(rowsAt(viewer.tenant, look), where, { sql: "", values: [] }))[0];
}
