// Proves that the search indexes hold what the store holds (R-DUR-6), and with `repair` makes it so.

import { modelKey } from "../model/embedding-text.ts";
import { conclude } from "./conclude.ts";
import { reembed } from "./reembed.ts";
import { isDryRun, type UpkeepJob } from "./upkeep-job.ts";

export const verify: UpkeepJob = async (job, deps) => {
  const model = modelKey(deps.embedder.model);
  const faults = await deps.store.upkeep.indexFaults(job.tenant, model);
  const isWhole = Object.values(faults).every((count) => count === 0);
  if (isWhole || job.payload["repair"] !== true || isDryRun(job)) return { ...faults, isWhole };
  await deps.store.upkeep.repairIndex(job.tenant);
  const faultsMended = Object.values(faults).reduce((sum, count) => sum + count, 0);
  await conclude(job, { faultsMended }, deps);
  await reembed(job, deps);
  const after = await deps.store.upkeep.indexFaults(job.tenant, model);
  return {
    ...after,
    isWhole: Object.values(after).every((count) => count === 0),
    repaired: true,
  };
};
