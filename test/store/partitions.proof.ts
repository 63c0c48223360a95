// The conformance suite on tables that are partitioned by tenant, on the real PostgreSQL server that DATABASE_URL names.

import pg from "pg";
import { describe } from "vitest";
import { splitByTenant } from "../../bench/outgrow/split.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { lasting } from "../support/reused-schema.ts";
import { describeStore } from "../support/store-conformance/describe-store.ts";
import { describeStoredRows } from "../support/store-conformance/describe-stored-rows.ts";
import { postgresStores } from "./postgres-stores.ts";

const server = serverUrl();

async function partitionedSchema(): ReturnType<typeof freshSchema> {
  const schema = await freshSchema(server ?? "");
  const options = { keepsFiles: true, now: () => new Date(0), warn: () => undefined };
  await (await openPostgresStore({ ...options, pool: lasting(schema.pool) })).close();
  const client = new pg.Client({ connectionString: schema.url });
  await client.connect();
  const { rows } = await client.query("SELECT current_schema() AS name");
  await splitByTenant(client, rows[0]?.name);
  await client.end();
  return schema;
}

describe.runIf(server !== undefined)("with a server", () => {
  const open = postgresStores(partitionedSchema);
  describeStore("postgres, partitioned by tenant", open);
  describeStoredRows("postgres, partitioned by tenant", open);
});
