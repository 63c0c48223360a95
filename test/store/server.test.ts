// The conformance suite on the real PostgreSQL server that DATABASE_URL names.

import { describe } from "vitest";
import { openPostgresStore } from "../../src/store/open-postgres.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";

const server = serverUrl();

describe.runIf(server !== undefined)("with a server", () => {
  describeStore("postgres", async () => {
    const { pool, close } = await freshSchema(server ?? "");
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
});
