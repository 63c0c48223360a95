// The store behind PgBouncer in transaction mode, on the server that DATABASE_URL names: the whole conformance suite,
// and that nothing of one transaction (whom it asked for, how long it waits) stays with the session that ran it.

import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { openPostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { hasPgbouncer, type Pooler, startPooler } from "../support/pgbouncer.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";
import { describeStoredRows } from "../support/store-conformance/describe-stored-rows.ts";
import { postgresStores } from "./postgres-stores.ts";

const server = serverUrl();
const canRun = server !== undefined && hasPgbouncer();

async function asOwner<T>(act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server ?? "" });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** A role whose own schema is found without a start-up option, which a pooler does not pass on. */
async function pooled(sessions: number): Promise<Pooler> {
  const name = `pooled_${randomUUID().replaceAll("-", "")}`;
  await (await freshSchema(server ?? "")).close();
  await asOwner(async (client) => {
    await client.query(`CREATE ROLE ${name} LOGIN`);
    await client.query(`CREATE SCHEMA ${name} AUTHORIZATION ${name}`);
    await client.query(`ALTER ROLE ${name} SET search_path = ${name}, public`);
  });
  const pooler = await startPooler(server ?? "", { role: name, sessions });
  return {
    url: pooler.url,
    close: async () => {
      await pooler.close();
      await asOwner(async (client) => {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name}'`,
        );
        await client.query(`DROP SCHEMA ${name} CASCADE`);
        await client.query(`DROP ROLE ${name}`);
      });
    },
  };
}

describe.runIf(canRun)("behind a pooler that shares sessions", () => {
  let pooler: Pooler;
  beforeAll(async () => {
    pooler = await pooled(1);
  });
  afterAll(() => pooler.close());

  test("two tenants over one session see their own, and the session keeps neither tenant nor limit", async () => {
    const [one, other] = await Promise.all(
      ["acme", "other"].map(() =>
        createMemory({ url: pooler.url, rowSecurity: true, upkeep: false }),
      ),
    );
    if (one === undefined || other === undefined) throw new Error("Both were opened.");
    for (const [memory, tenant] of [
      [one, "acme"],
      [other, "other"],
    ] as const)
      await memory.remember({ tenant, kind: "lore", text: `${tenant} has a cake on Fridays.` });
    const rounds = Array.from({ length: 40 }, (_unused, round) => round);
    const seen = await Promise.all(
      rounds.flatMap(() => [one.list({ tenant: "acme" }), other.list({ tenant: "other" })]),
    );
    expect(new Set(seen.map((list) => list.map(({ tenant }) => tenant).join()))).toEqual(
      new Set(["acme", "other"]),
    );
    const client = new pg.Client({ connectionString: pooler.url });
    await client.connect();
    const left = await client.query(
      "SELECT current_setting('mneme.tenant', true) AS tenant, current_setting('lock_timeout') AS waits, (SELECT count(*) FROM memories) AS rows",
    );
    await client.end();
    expect(left.rows).toEqual([{ tenant: "", waits: "0", rows: "0" }]);
    await Promise.all([one.close(), other.close()]);
  });
});

describe.runIf(canRun)("with a pooler", () => {
  const open = postgresStores(async () => {
    const pooler = await pooled(4);
    const pool = openPostgresPool(pooler.url);
    return {
      pool,
      close: async () => {
        await pool.end();
        await pooler.close();
      },
    };
  });
  describeStore("postgres behind PgBouncer", open);
  describeStoredRows("postgres behind PgBouncer", open);
});
