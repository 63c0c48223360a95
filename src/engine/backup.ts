// Backups, for surfaces: copying a store, looking at a copy, putting one in place.

import type { Config } from "../config.ts";
import { folderOf } from "../engine.ts";

export { backUpSqlite, inspectSqlite, type SqliteInspection } from "../store/backup/backup.ts";
export { restoreBackup } from "./restore-backup.ts";

/** Where a store's vault file and journals lie; undefined when it keeps none. */
export function folderOfStore(config: Config): string | undefined {
  return folderOf(config, undefined);
}
