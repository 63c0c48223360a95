// Shrinks the vault file to the latest version of each memory, so that a store that lives for years keeps a file of
// bounded size. It is of the whole store: one file holds every tenant's lines.

import { compact } from "../curate/vault-file/compact.ts";
import { recordKey, vaultHead } from "../curate/vault-file/vault-record.ts";
import type { Files } from "../ports/files.ts";
import { isDryRun, type UpkeepJob } from "./upkeep-job.ts";

/** No note is left: the job belongs to no tenant. What it did is in its record. */
export const compactVault: UpkeepJob = async (job, deps) => {
  if (isDryRun(job)) return { ...(await wouldKeep(deps.files)), would: [] };
  return compact({ store: deps.store, files: deps.files });
};

async function wouldKeep(files: Files): Promise<Readonly<{ kept: number; dropped: number }>> {
  const memories = new Set<string>();
  let lines = 0;
  for await (const line of files.readVault()) {
    const head = vaultHead(line);
    if (head === undefined) continue;
    lines += 1;
    memories.add(recordKey(head));
  }
  return { kept: memories.size, dropped: lines - memories.size };
}
