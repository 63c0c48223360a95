// Opens a store that may not exist yet, at the same moment as others do, and writes one memory.
// `node --import tsx opener.ts <file> <id>`; starts when told to on standard input.

import { once } from "node:events";
import { stdin, stdout } from "node:process";
import { openSqliteStore } from "../../../src/store/sqlite/open-sqlite.ts";
import { changes, create } from "../../support/store-conformance/samples.ts";

const [path = "", id = ""] = process.argv.slice(2);
stdout.write("ready\n");
await once(stdin, "data");
const store = await openSqliteStore({
  path,
  durability: "normal",
  keepsFiles: true,
  now: () => new Date(0),
});
await store.commit(changes(create({ id })));
await store.close();
process.exit(0);
