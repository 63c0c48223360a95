// What a store does when the PostgreSQL server denies it something, on the server that DATABASE_URL names.

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { serverUrl } from "../support/postgres.ts";
import {
  commit,
  create,
  embed,
  host,
  ids,
  NOW,
  refusal,
} from "../support/store-conformance/samples.ts";

const server = serverUrl();
const OPTIONS = { keepsFiles: true, now: () => new Date(0), warn: () => undefined };
/** `scripts/postgres.sh` makes it: an ordinary role with no rights but those it is given. */
const ROLE = "mneme_app";

async function run(url: string, ...texts: readonly string[]): Promise<void> {
  const pool = openPostgresPool(url);
  for (const text of texts) await pool.query({ text, values: [] });
  await pool.end();
}

describe.runIf(server !== undefined)("with a server", () => {
  test("a role that may not create the extension gets one warning and a store without vectors", async () => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await run(server ?? "", `CREATE DATABASE ${name}`);
    const url = new URL(server ?? "");
    url.pathname = `/${name}`;
    await run(url.href, `GRANT ALL ON SCHEMA public TO ${ROLE}`);
    url.username = ROLE;
    const warnings: string[] = [];
    const store = await openPostgresStore({
      ...OPTIONS,
      pool: openPostgresPool(url.href),
      warn: (message) => warnings.push(message),
    });
    await commit(store, create(), embed("m1", [1, 0]));
    const words = { terms: ["tea"], filter: {}, look: NOW, limit: 9 };
    expect(ids((await store.search.memoryWords(host, words)).items)).toEqual(["m1"]);
    expect(await store.info()).toMatchObject({ vectors: "unavailable" });
    expect(warnings).toEqual([expect.stringContaining("pgvector")]);
    await store.close();
    await run(server ?? "", `DROP DATABASE ${name} WITH (FORCE)`);
  });

  test("a role that may not make tables is told that it is not allowed", async () => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await run(server ?? "", `CREATE DATABASE ${name}`);
    const url = new URL(server ?? "");
    url.pathname = `/${name}`;
    await run(
      url.href,
      "REVOKE ALL ON SCHEMA public FROM PUBLIC",
      `GRANT USAGE ON SCHEMA public TO ${ROLE}`,
    );
    url.username = ROLE;
    const opening = openPostgresStore({ ...OPTIONS, pool: openPostgresPool(url.href) });
    await expect(opening).rejects.toMatchObject(refusal("forbidden"));
    await run(server ?? "", `DROP DATABASE ${name} WITH (FORCE)`);
  });
});

test("a server that is not there is said to be unavailable", async () => {
  const pool = openPostgresPool("postgres://nobody@127.0.0.1:1/none");
  await expect(openPostgresStore({ ...OPTIONS, pool })).rejects.toMatchObject(
    refusal("store_unavailable"),
  );
});
