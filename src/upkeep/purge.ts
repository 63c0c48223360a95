// Ends for good what was forgotten and not brought back in time.

import { ending } from "../curate/forget.ts";
import { endMemories } from "./end-memories.ts";
import type { UpkeepJob } from "./upkeep-job.ts";

export const purge: UpkeepJob = async (job, deps) => {
  const why = "the time to restore it is over";
  const at = deps.now().toISOString();
  const due = await deps.store.upkeep.purgeable(at, deps.caps.items, job.tenant);
  const change = (memory: (typeof due)[number]) =>
    ending(memory, { purge: true, reason: why }, deps);
  return endMemories(job, { done: "purged", why, due, change, wasAskedFor: true }, deps);
};
