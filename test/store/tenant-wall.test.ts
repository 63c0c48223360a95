// Row-level security as a second wall: with the filter of the application taken away, a call still sees its own tenant
// and nothing else (R-ISO-10). On the server that DATABASE_URL names, as a role that owns its tables.

import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { openPostgresPool, type PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { serverUrl } from "../support/postgres.ts";

const server = serverUrl();
const ROLE = "mneme_app";

async function asOwner(
  act: (client: pg.Client) => Promise<unknown>,
  url = server ?? "",
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

describe.runIf(server !== undefined)("with a server", () => {
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  let url: string;

  beforeAll(async () => {
    await asOwner(async (client) => {
      await client.query(`CREATE SCHEMA ${schema}`);
      await client.query(`GRANT ALL ON SCHEMA ${schema} TO ${ROLE}`);
    });
    const address = new URL(server ?? "");
    address.username = ROLE;
    address.searchParams.set("options", `-c search_path=${schema},public`);
    url = address.href;
  });
  afterAll(() => asOwner((client) => client.query(`DROP SCHEMA ${schema} CASCADE`)));

  async function twoTenants(memory: MemoryEngine): Promise<void> {
    for (const tenant of ["acme", "other"]) {
      await memory.ingest({
        tenant,
        channel: "general",
        id: `${tenant}-1`,
        author: { id: "ana", name: "Ana" },
        text: `I keep bees for ${tenant} on the roof.`,
      });
      await memory.remember({ tenant, kind: "lore", text: `${tenant} has a cake on Fridays.` });
    }
    await memory.drain();
  }

  /** As a call of one tenant would, by a query without any filter. */
  async function seen(pool: PostgresPool, tenant: string | undefined): Promise<string[]> {
    const client = await pool.connect();
    try {
      if (tenant !== undefined)
        await client.query({
          text: "SELECT set_config('mneme.tenant', $1, false)",
          values: [tenant],
        });
      const found = new Set<string>();
      for (const table of ["memories", "messages", "memory_versions", "history", "vectors", "jobs"])
        for (const row of (await client.query({ text: `SELECT tenant FROM ${table}`, values: [] }))
          .rows)
          found.add(String(row["tenant"]));
      return [...found].sort();
    } finally {
      client.release(true);
    }
  }

  test("a query without a filter sees its own tenant only, and nothing when it says none", async () => {
    const memory = await createMemory({ url, rowSecurity: true, upkeep: false });
    await twoTenants(memory);
    const pool = openPostgresPool(url);
    expect(await seen(pool, "acme")).toEqual(["acme"]);
    expect(await seen(pool, "other")).toEqual(["other"]);
    expect(await seen(pool, undefined)).toEqual([]);
    expect(await seen(pool, "*")).toEqual(["acme", "other"]);
    await pool.end();
    await memory.close();
  });

  test("writing a row of another tenant is refused by the server", async () => {
    const pool = openPostgresPool(url);
    const client = await pool.connect();
    await client.query({ text: "SELECT set_config('mneme.tenant', 'acme', false)", values: [] });
    const foreign = "UPDATE memories SET tenant = 'other' WHERE tenant = 'acme'";
    await expect(client.query({ text: foreign, values: [] })).rejects.toMatchObject({
      code: "42501",
    });
    client.release(true);
    await pool.end();
  });

  test("every table that knows tenants is behind it", async () => {
    const open = `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant'
      WHERE n.nspname = '${schema}' AND c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`;
    await asOwner(async (client) => expect((await client.query(open)).rows).toEqual([]));
  });

  test("a program that does not ask for the wall finds it standing and works", async () => {
    const memory = await createMemory({ url, upkeep: false });
    expect((await memory.list({ tenant: "acme" })).map(({ tenant }) => tenant)).toContain("acme");
    expect(await memory.list({ tenant: "nobody" })).toEqual([]);
    await memory.close();
  });

  test("two tenants asking at once over few connections never see each other", async () => {
    const memory = await createMemory({ url, rowSecurity: true, upkeep: false });
    const asked = Array.from({ length: 200 }, (_unused, index) =>
      index % 2 === 0 ? "acme" : "other",
    );
    const answers = await Promise.all(
      asked.map(async (tenant) => (await memory.list({ tenant })).map((one) => one.tenant)),
    );
    for (const [index, tenants] of answers.entries())
      expect(new Set(tenants)).toEqual(new Set([asked[index]]));
    await memory.close();
  });
});
