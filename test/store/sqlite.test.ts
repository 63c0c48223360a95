// The conformance suite on SQLite, in memory and in a file.

import { describeStore } from "../support/store-conformance/describe-store.ts";
import { describeStoredRows } from "../support/store-conformance/describe-stored-rows.ts";
import { sqliteInFile, sqliteInMemory } from "./sqlite-stores.ts";

describeStore("sqlite in memory", sqliteInMemory);
describeStore("sqlite in a file", sqliteInFile);
describeStoredRows("sqlite in a file", sqliteInFile);
