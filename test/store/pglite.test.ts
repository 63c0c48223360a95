// The conformance suite on PostgreSQL in process.

import { pgliteWithVector } from "../support/pglite.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";
import { describeStoredRows } from "../support/store-conformance/describe-stored-rows.ts";
import { postgresStores } from "./postgres-stores.ts";

const open = postgresStores(pgliteWithVector);

describeStore("pglite", open);
describeStoredRows("pglite", open);
