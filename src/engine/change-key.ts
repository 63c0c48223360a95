// Gives an encrypted store another key, or a plain one its first. Cut short it is run again: a file that has the new key
// already is left as it is.

import { MemoryError } from "../errors.ts";
import { inspectSqlite, type SqliteInspection } from "../store/backup/backup.ts";
import { type Rekeying, rekey } from "../store/sqlite/encrypted-sqlite.ts";

export type ChangedKey = Readonly<{ wasChanged: boolean; store: SqliteInspection }>;

export async function changeKey({ path, from, to }: Rekeying): Promise<ChangedKey> {
  if (from === to) throw new MemoryError("invalid_input", "The new key is the one it has.");
  const already = await openedBy(path, to);
  if (already !== undefined) return { wasChanged: false, store: already };
  const before = await inspectSqlite({ path, key: from });
  if (before.faults.length > 0)
    throw new MemoryError("corrupt_store", `The store is damaged: ${before.faults[0]}.`);
  await rekey({ path, from, to });
  return { wasChanged: true, store: await inspectSqlite({ path, key: to }) };
}

async function openedBy(path: string, key: string): Promise<SqliteInspection | undefined> {
  try {
    return await inspectSqlite({ path, key });
  } catch (thrown) {
    if (thrown instanceof MemoryError && thrown.code === "unauthorized") return undefined;
    throw thrown;
  }
}
