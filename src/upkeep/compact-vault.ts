// Shrinks the vault file to the latest version of each memory, so that a store that lives for years keeps a file of
// bounded size. By itself it is of the whole store; asked for in a tenant's name, of that tenant's lines.

import { type Compacted, compact } from "../curate/vault-file/compact.ts";
import { recordKey, vaultHead } from "../curate/vault-file/vault-record.ts";
import type { Files } from "../ports/files.ts";
import { STORE_WIDE } from "./clock-watch.ts";
import { isDryRun, type UpkeepJob } from "./upkeep-job.ts";

/** No note is left: no memory changes. What it did is in its record. */
export const compactVault: UpkeepJob = async (job, deps) => {
  const tenant = job.tenant === STORE_WIDE ? undefined : job.tenant;
  if (isDryRun(job)) return { ...(await wouldKeep(deps.files, tenant)), would: [] };
  return compact({ store: deps.store, files: deps.files }, tenant);
};

async function wouldKeep(files: Files, tenant: string | undefined): Promise<Compacted> {
  const memories = new Set<string>();
  let lines = 0;
  for await (const line of files.readVault()) {
    const head = vaultHead(line);
    if (head === undefined || head.tenant !== (tenant ?? head.tenant)) continue;
    lines += 1;
    memories.add(recordKey(head));
  }
  return { kept: memories.size, dropped: lines - memories.size };
}
