// The conformance suite on SQLite, in memory and in a file.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/open-sqlite.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";

const OPTIONS = { durability: "normal", keepsFiles: true, now: () => new Date(0) } as const;

describeStore("sqlite in memory", async () => {
  const store = await openSqliteStore({ ...OPTIONS, path: ":memory:" });
  return { store, close: () => store.close() };
});

describeStore("sqlite in a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mneme-"));
  const store = await openSqliteStore({ ...OPTIONS, path: join(folder, "memory.db") });
  return {
    store,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
