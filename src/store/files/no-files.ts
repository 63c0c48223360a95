// A folder that is not there, for a store that keeps no files: nothing is written and nothing is found.

import type { Files } from "../../ports/files.ts";

export function noFiles(): Files {
  return {
    exclusively: (action) => action(),
    append: async () => undefined,
    readVault: nothing,
    rewriteVault: async () => 0,
    journalDays: async () => [],
    readJournal: nothing,
    rewriteJournal: async () => 0,
    refuseWithoutRoom: async () => undefined,
    writeSnapshot: async () => false,
    readSnapshot: async () => undefined,
    behindSnapshot: () => [],
  };
}

async function* nothing(): AsyncGenerator<string> {
  yield* [];
}
