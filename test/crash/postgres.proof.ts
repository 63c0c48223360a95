// The crash matrix on a PostgreSQL server (R-DUR-1 to R-DUR-6).

import { afterAll, describe } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { MIGRATIONS } from "../../src/store/schema/migrations.ts";
import { freshSchema, type ServerSchema, serverUrl } from "../support/postgres.ts";
import { describeCrashes, type Ground } from "./matrix.ts";

const server = serverUrl();
describe.runIf(server !== undefined)("with a server", () => {
  const reused = new Map<string, ServerSchema>();
  afterAll(async () => {
    for (const schema of reused.values()) await schema.close();
  });
  describeCrashes("PostgreSQL", {
    database: "postgres",
    open: async (_folder, soil, story) => {
      const schema = reused.get(story) ?? (await freshSchema(server ?? ""));
      if (soil === "empty") {
        if (!reused.has(story)) await migrated(schema.url, MIGRATIONS);
        reused.set(story, schema);
        return emptied(schema);
      }
      if (soil === "old") await migrated(schema.url, MIGRATIONS.slice(0, 1));
      return { at: schema.url, close: schema.close };
    },
  });
});

async function migrated(url: string, migrations: typeof MIGRATIONS): Promise<void> {
  const pool = openPostgresPool(url);
  const now = () => new Date(0);
  const options = { pool, keepsFiles: true, now, warn: () => undefined, migrations };
  await (await openPostgresStore(options)).close();
}

/** To make and drop a schema takes longer than everything else of a round. */
async function emptied({ url, pool }: ServerSchema): Promise<Ground> {
  const ask = (text: string) => pool.query({ text, values: [] });
  const { rows } = await ask(
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'migrations'",
  );
  const tables = rows.map((row) => String(row["tablename"])).join(", ");
  await ask(`TRUNCATE ${tables} RESTART IDENTITY`);
  return { at: url, close: async () => undefined };
}
