// A process of its own that writes memories and messages into a shared store and drains them into shared files.

import { join } from "node:path";
import { drainOutbox } from "../../src/curate/vault-file.ts";
import { openFiles } from "../../src/store/files/open-files.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { commit, create, keep } from "../support/store-conformance/samples.ts";

const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const path = join(folder, "memory.db");
const now = () => new Date(0);
const store = await openSqliteStore({ path, durability: "normal", keepsFiles: true, now });
const files = await openFiles(join(folder, "memory"));

for (let n = 0; n < Number(count); n++) {
  const id = `${name}-${n}`;
  const journal = { type: "journal", day: "2026-05-01", messageId: id, line: `- ${id}` } as const;
  await commit(store, create({ id }), keep({ id }), journal);
  if (n % 3 === 0) await drainOutbox(store, files);
}
await drainOutbox(store, files);
await store.close();
