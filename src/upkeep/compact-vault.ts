// Shrinks the vault file to the latest version of each memory, so that a store that lives for years keeps a file of
// bounded size. By itself it is of the whole store; asked for in a tenant's name, of that tenant's lines.

import { compact, previewCompact } from "../curate/vault-file/compact.ts";
import { STORE_WIDE } from "./clock-watch.ts";
import { isDryRun, type UpkeepJob } from "./upkeep-job.ts";

/** No note is left: no memory changes. What it did is in its record. */
export const compactVault: UpkeepJob = async (job, deps) => {
  const tenant = job.tenant === STORE_WIDE ? undefined : job.tenant;
  if (isDryRun(job)) return { ...(await previewCompact(deps.files, tenant)), would: [] };
  return compact({ store: deps.store, files: deps.files }, tenant);
};
