// The conformance suite on PostgreSQL in process.

import { openPostgresStore } from "../../src/store/open-postgres.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";

describeStore("pglite", async () => {
  const { pool, close } = await pgliteWithVector();
  const store = await openPostgresStore({
    pool,
    keepsFiles: true,
    now: () => new Date(0),
    warn: (message) => {
      throw new Error(message);
    },
  });
  return {
    store,
    close: async () => {
      await store.close();
      await close();
    },
  };
});
