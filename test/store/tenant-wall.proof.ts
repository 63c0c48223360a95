// The conformance suite of a store behind row-level security, as an ordinary role, on the server that DATABASE_URL names.

import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { serverUrl } from "../support/postgres.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";
import { postgresStores } from "./postgres-stores.ts";

const server = serverUrl();
const ROLE = "mneme_app";
const OPTIONS = { keepsFiles: true, now: () => new Date(0), warn: () => undefined };

async function asOwner(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server ?? "" });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

describe.runIf(server !== undefined)("with a server", () => {
  const open = postgresStores(async () => {
    const own = `test_${randomUUID().replaceAll("-", "")}`;
    await asOwner(async (client) => {
      await client.query(`CREATE SCHEMA ${own}`);
      await client.query(`GRANT ALL ON SCHEMA ${own} TO ${ROLE}`);
    });
    const role = new URL(server ?? "");
    role.username = ROLE;
    const asRole = role.href;
    const inOwn = (address: string) => {
      const of = new URL(address);
      of.searchParams.set("options", `-c search_path=${own},public`);
      return openPostgresPool(of.href);
    };
    await (await openPostgresStore({ ...OPTIONS, pool: inOwn(asRole), rowSecurity: true })).close();
    const [walled, owners] = [inOwn(asRole), inOwn(server ?? "")];
    return {
      // The store asks as an ordinary role; the suite empties tables and looks into them from above the wall.
      pool: {
        connect: () => walled.connect(),
        query: (config) => owners.query(config),
        end: () => walled.end(),
      },
      close: async () => {
        await Promise.all([walled.end(), owners.end()]);
        await asOwner((client) => client.query(`DROP SCHEMA ${own} CASCADE`));
      },
    };
  });
  describeStore("postgres behind the wall", open);
});
