// A real PostgreSQL server, for tests: the one DATABASE_URL names, and a schema of it that is dropped afterwards.
// `scripts/postgres.sh start` prints the URL of a suitable server.

import { randomUUID } from "node:crypto";
import pg from "pg";
import { openPostgresPool, type PostgresPool } from "../../src/store/postgres/postgres-database.ts";

/** A new schema: its URL, for code that connects by itself, and a pool of the store's own making. */
export type ServerSchema = Readonly<{ url: string; pool: PostgresPool; close(): Promise<void> }>;

export function serverUrl(): string | undefined {
  const url = process.env["DATABASE_URL"];
  return url === "" ? undefined : url;
}

export async function freshSchema(server: string): Promise<ServerSchema> {
  const schema = `test_${randomUUID().replaceAll("-", "")}`;
  await once(server, async (client) => {
    await client.query(`CREATE SCHEMA ${schema}`);
    await installVector(client);
  });
  const url = within(server, schema);
  const pool = openPostgresPool(url);
  let ending: Promise<void> | undefined;
  // `pg` refuses to end a pool twice, and the store under test may have ended it.
  const end = () => {
    ending ??= pool.end();
    return ending;
  };
  return {
    url,
    pool: { connect: () => pool.connect(), query: (config) => pool.query(config), end },
    close: async () => {
      await end();
      await once(server, (client) => client.query(`DROP SCHEMA ${schema} CASCADE`));
    },
  };
}

function within(server: string, schema: string): string {
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${schema},public`);
  return url.href;
}

// In `public`, because the schema of one store must not take the extension with it when it is dropped; and
// under a lock, because two files that create it at once would fail each other.
async function installVector(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_available_extensions WHERE name = 'vector' AND installed_version IS NULL",
  );
  if (rowCount === 0) return;
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock(hashtext('test: create extension vector'))");
  await client.query("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public");
  await client.query("COMMIT");
}

async function once(
  server: string,
  action: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await action(client);
  } finally {
    await client.end();
  }
}
