// The conformance suite on the real PostgreSQL server that DATABASE_URL names.

import { describe } from "vitest";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";
import { describeStoredRows } from "../support/store-conformance/describe-stored-rows.ts";
import { postgresStores } from "./postgres-stores.ts";

const server = serverUrl();

describe.runIf(server !== undefined)("with a server", () => {
  const open = postgresStores(() => freshSchema(server ?? ""));
  describeStore("postgres", open);
  describeStoredRows("postgres", open);
});
