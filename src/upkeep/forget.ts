// Forgets what nobody used for a long time and is of little importance (S7). It can be brought back until it is purged.

import { ending } from "../curate/forget.ts";
import { endMemories } from "./end-memories.ts";
import { ago, DAY_MS, type UpkeepJob } from "./upkeep-job.ts";

export const forget: UpkeepJob = async (job, deps) => {
  const { forgetAfterDays, forgetBelowImportance } = deps.upkeep;
  const why = `not used for ${forgetAfterDays} days`;
  const due = await deps.store.upkeep.stale({
    tenant: job.tenant,
    before: ago(forgetAfterDays * DAY_MS, deps),
    importanceBelow: forgetBelowImportance,
    limit: deps.caps.items,
  });
  const change = (memory: (typeof due)[number]) =>
    ending(memory, { purge: false, reason: why }, deps);
  return endMemories(job, { done: "forgotten", why, due, change, wasAskedFor: false }, deps);
};
