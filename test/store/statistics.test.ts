// A young database on the real PostgreSQL server that DATABASE_URL names: it is counted as it grows.

import { describe, expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/open-postgres.ts";
import { openPostgresPool } from "../../src/store/postgres-database.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { commit, create } from "../support/store-conformance/samples.ts";

const server = serverUrl();

describe.runIf(server !== undefined)("with a server", () => {
  test("the planner knows of a hundred memories as soon as they are stored", async () => {
    const schema = await freshSchema(server ?? "");
    const known = async () => {
      const { rows } = await schema.pool.query({
        text: "SELECT reltuples AS n FROM pg_class WHERE oid = CAST('memories' AS regclass)",
        values: [],
      });
      return Number(rows[0]?.["n"]);
    };
    const store = await openPostgresStore({
      ...{ pool: openPostgresPool(schema.url), keepsFiles: true },
      ...{ now: () => new Date(0), warn: () => undefined },
    });
    expect(await known()).toBeLessThan(1);
    for (let n = 0; n < 100; n++)
      await commit(store, create({ id: `m${n}`, text: `Ana drinks tea number ${n}` }));
    await store.close();
    expect(await known()).toBeGreaterThan(40);
    await schema.close();
  });
});
