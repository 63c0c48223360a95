// Forgets many memories in one transaction, after looking them all up once.

import { mayMove, STATES } from "../model/state.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { ending } from "./forget.ts";

export type BulkDeleteInput = Doing &
  Readonly<{ ids: readonly string[]; purge: boolean; dryRun?: boolean }>;
export type BulkDeleted = Readonly<{
  deleted: readonly string[];
  /** Unknown, out of sight, or deleted already. */
  missing: readonly string[];
}>;

export async function bulkDelete(input: BulkDeleteInput, deps: CurateDeps): Promise<BulkDeleted> {
  const ids = [...new Set(input.ids)];
  const to = input.purge ? "purged" : "soft_deleted";
  return again(async () => {
    const found = await deps.store.memories.list(input.viewer, {
      filter: { ids },
      look: { now: deps.now().toISOString(), states: STATES },
      page: { limit: ids.length },
    });
    const ended = found.filter((memory) => memory.state !== to && mayMove(memory.state, to));
    const changes = ended.map((memory) =>
      ending(memory, { purge: input.purge, reason: "deleted with others" }, deps),
    );
    if (input.dryRun !== true) await commit({ ...input, cause: "bulk_delete", changes }, deps);
    const deleted = ids.filter((id) => ended.some((memory) => memory.id === id));
    return { deleted, missing: ids.filter((id) => !deleted.includes(id)) };
  });
}
