// Deletes what has expired, and says how many (N7).

import { ending } from "../curate/forget.ts";
import { endMemories } from "./end-memories.ts";
import type { UpkeepJob } from "./upkeep-job.ts";

export const prune: UpkeepJob = async (job, deps) => {
  const why = "expired";
  const at = deps.now().toISOString();
  const due = await deps.store.upkeep.expired(at, deps.caps.items, job.tenant);
  const change = (memory: (typeof due)[number]) =>
    ending(memory, { purge: true, reason: why }, deps);
  return endMemories(job, { done: "pruned", why, due, change, wasAskedFor: true }, deps);
};
