// Keeps the folder in step with the store: waiting lines go into their files, and the snapshot is written anew for
// those whose memory changed. It is for people to read; no prompt reads it.

import type { CurateDeps } from "../curate/doing.ts";
import { refreshSnapshot } from "../curate/refresh-snapshot.ts";
import { drainOutbox } from "../curate/vault-file/drain-outbox.ts";
import type { Files } from "../ports/files.ts";

export type FilesDeps = CurateDeps & Readonly<{ files: Files }>;

/**
 * Who erases or withdraws moves everyone's lines too, so the folder itself knows whose snapshot is behind. It is written
 * anew once the tenant has been quiet for so long, as the next line would make it old at once.
 */
export async function moveLines(deps: FilesDeps, quietMs = 0): Promise<void> {
  await drainOutbox(deps.store, deps.files);
  for (const tenant of deps.files.behindSnapshot(quietMs)) await refreshSnapshot({ tenant }, deps);
}

export async function refreshSnapshots(deps: FilesDeps): Promise<void> {
  for (const tenant of await deps.store.memories.tenants()) await refreshSnapshot({ tenant }, deps);
}
