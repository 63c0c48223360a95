// Changes the key of a store, and says when it begins, so that it can be killed in the middle.

import { rekey } from "../../../src/store/sqlite/encrypted-sqlite.ts";

process.stdout.write("begins\n");
await rekey(JSON.parse(process.argv[2] ?? "{}"));
