// The databases that other tests stand on do what those tests take for granted.

import { afterEach, describe, expect, test } from "vitest";
import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { pgliteWithoutVector, pgliteWithVector } from "./pglite.ts";
import { freshSchema, serverUrl } from "./postgres.ts";

type Opened = Readonly<{ pool: PostgresPool; close(): Promise<void> }>;

const opened: Opened[] = [];

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function open(database: Promise<Opened>): Promise<PostgresPool> {
  opened.push(await database);
  return (await database).pool;
}

const rows = async (pool: Pick<PostgresPool, "query">, text: string, values: unknown[] = []) =>
  (await pool.query({ text, values })).rows;

const server = serverUrl();
const databases: [string, () => Promise<Opened>][] = [["pglite", pgliteWithVector]];
if (server !== undefined) databases.push(["server", () => freshSchema(server)]);

describe.each(databases)("%s", (_name, fresh) => {
  test("two schemas open at once do not see each other", async () => {
    const [one, two] = [await open(fresh()), await open(fresh())];
    for (const [pool, id] of [
      [one, 1],
      [two, 2],
    ] as const) {
      await rows(pool, "CREATE TABLE t (id bigint)");
      await rows(pool, "INSERT INTO t VALUES ($1)", [id]);
    }
    expect(await rows(one, "SELECT id FROM t")).toEqual([{ id: 1 }]);
    expect(await rows(two, "SELECT id FROM t")).toEqual([{ id: 2 }]);
  });

  test("eight-byte integers and counts are numbers", async () => {
    const pool = await open(fresh());
    expect(await rows(pool, "SELECT count(*) AS n, 5::bigint AS five")).toEqual([
      { n: 1, five: 5 },
    ]);
  });

  test("vectors can be compared", async () => {
    const pool = await open(fresh());
    await rows(pool, "CREATE EXTENSION IF NOT EXISTS vector");
    expect(await rows(pool, "SELECT '[1,0]'::vector <=> '[0,1]'::vector AS distance")).toEqual([
      { distance: 1 },
    ]);
  });

  test("a failed query leaves the pool usable", async () => {
    const pool = await open(fresh());
    await expect(rows(pool, "SELECT 1 / $1::int AS n", [0])).rejects.toMatchObject({
      code: "22012",
    });
    await expect(rows(pool, "SELECT * FROM nowhere")).rejects.toMatchObject({ code: "42P01" });
    expect(await rows(pool, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
  });

  test("another's query does not enter an open transaction", async () => {
    const [one, two] = [await open(fresh()), await open(fresh())];
    await rows(one, "CREATE TABLE t (id bigint)");
    const client = await one.connect();
    await rows(client, "BEGIN");
    await rows(client, "INSERT INTO t VALUES (1)");
    const meanwhile = Promise.all([
      rows(two, "CREATE TABLE u (id bigint)"),
      rows(one, "SELECT * FROM t"),
    ]);
    await rows(client, "ROLLBACK");
    client.release();
    expect((await meanwhile)[1]).toEqual([]);
    expect(await rows(two, "SELECT * FROM u")).toEqual([]);
  });

  test("a connection given back broken takes its transaction with it", async () => {
    const pool = await open(fresh());
    await rows(pool, "CREATE TABLE t (id bigint)");
    const client = await pool.connect();
    await rows(client, "BEGIN");
    await rows(client, "INSERT INTO t VALUES (1)");
    client.release(new Error("broken"));
    expect(await rows(pool, "SELECT * FROM t")).toEqual([]);
  });

  test("an ended pool answers nothing, and can still be closed", async () => {
    const pool = await open(fresh());
    await pool.end();
    await expect(rows(pool, "SELECT 1")).rejects.toThrow("after calling end");
  });
});

test("pglite without pgvector refuses the extension and goes on", async () => {
  const pool = await open(pgliteWithoutVector());
  await expect(rows(pool, "CREATE EXTENSION IF NOT EXISTS vector")).rejects.toThrow(
    "not available",
  );
  expect(await rows(pool, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
});
