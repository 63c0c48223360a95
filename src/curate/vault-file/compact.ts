// Shrinks the vault file to the latest version of each memory. Of one that is gone only the line that says so stays.
// Besides erasing, the only thing that rewrites the file.

import type { Files } from "../../ports/files.ts";
import type { Store } from "../../ports/store.ts";
import { drainHeld } from "./drain-outbox.ts";
import { recordKey, vaultHead } from "./vault-record.ts";

export type Compacted = Readonly<{ kept: number; dropped: number }>;

type Deps = Readonly<{ store: Pick<Store, "files">; files: Files }>;

/** The lines of one tenant only, where one is named: what others see of the file stays as it was. */
export async function compact({ store, files }: Deps, tenant?: string): Promise<Compacted> {
  return files.exclusively(async () => {
    await drainHeld(store, files);
    const { latest, lines } = await latestVersions(files, tenant);
    if (lines === latest.size) return wouldKeep({ latest, lines });
    let kept = 0;
    const dropped = await files.rewriteVault((line) => {
      const head = vaultHead(line);
      // A line nobody can read is not ours to throw away.
      if (head === undefined || head.tenant !== (tenant ?? head.tenant)) return line;
      const key = recordKey(head);
      if (latest.get(key) !== rankOf(head)) return undefined;
      latest.delete(key);
      kept += 1;
      return line;
    });
    return { kept, dropped };
  });
}

/** What compacting would do to the file as it is. */
export async function previewCompact(files: Files, tenant?: string): Promise<Compacted> {
  return wouldKeep(await latestVersions(files, tenant));
}

function wouldKeep({ latest, lines }: Latest): Compacted {
  return { kept: latest.size, dropped: lines - latest.size };
}

type Latest = Readonly<{ latest: Map<string, number>; lines: number }>;

/** With the number of lines they are in: where each has one, the file is as small as it can be. */
async function latestVersions(files: Files, tenant: string | undefined): Promise<Latest> {
  const latest = new Map<string, number>();
  let lines = 0;
  for await (const line of files.readVault()) {
    const head = vaultHead(line);
    if (head === undefined || head.tenant !== (tenant ?? head.tenant)) continue;
    const key = recordKey(head);
    latest.set(key, Math.max(latest.get(key) ?? 0, rankOf(head)));
    lines += 1;
  }
  return { latest, lines };
}

/** The end comes after every version. */
function rankOf({
  purged,
  version,
}: Readonly<{ purged?: boolean | undefined; version?: number | undefined }>): number {
  return purged === true ? Number.POSITIVE_INFINITY : (version ?? 0);
}
