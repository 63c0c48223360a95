// A store to try things in: a file of its own that is gone when it is closed.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../ports/store.ts";
import { openSqliteStore } from "./open-sqlite.ts";

/** Under the same key as the store it is a copy of, where that has one. */
export async function openScratchStore({
  now,
  key,
}: Readonly<{ now: () => Date; key: string | undefined }>): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), "mneme-scratch-"));
  const path = join(folder, "scratch.db");
  const store = await openSqliteStore({ path, key, durability: "normal", keepsFiles: false, now });
  return {
    ...store,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
