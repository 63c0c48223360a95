// A young database on the real PostgreSQL server that DATABASE_URL names: it is counted as it grows.

import { describe, expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool, type PostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";
import { commit, create, embed, host, MODEL, NOW } from "../support/store-conformance/samples.ts";

const server = serverUrl();

type Asked = Parameters<PostgresPool["query"]>[0];

/** The same pool, which tells of each question before it is asked. */
function listeningTo(pool: PostgresPool, heard: (asked: Asked) => void): PostgresPool {
  return {
    connect: () => pool.connect(),
    end: () => pool.end(),
    query: (config) => {
      heard(config);
      return pool.query(config);
    },
  };
}

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

  test("the planner knows that a number is of one memory, before the server counts by itself", async () => {
    const schema = await freshSchema(server ?? "");
    const store = await openPostgresStore({
      ...{ pool: openPostgresPool(schema.url), keepsFiles: true },
      ...{ now: () => new Date(0), warn: () => undefined },
    });
    for (let n = 0; n < 100; n++) await commit(store, create({ id: `m${n}`, text: `${n}` }));
    await store.close();
    const { rows } = await schema.pool.query({
      text: `SELECT n_distinct AS each FROM pg_stats
             WHERE schemaname = current_schema() AND tablename = 'memories' AND attname = 'seq'`,
      values: [],
    });
    expect(rows).toEqual([{ each: -1 }]);
    await schema.close();
  });

  test("what one node has counted another does not count again", async () => {
    const schema = await freshSchema(server ?? "");
    const open = async () => {
      const asked: string[] = [];
      const store = await openPostgresStore({
        ...{
          pool: listeningTo(openPostgresPool(schema.url), ({ text }) => asked.push(text)),
          keepsFiles: true,
        },
        ...{ now: () => new Date(0), warn: () => undefined },
      });
      return { store, counts: () => asked.filter((text) => text.startsWith("ANALYZE")).length };
    };
    const [one, other] = [await open(), await open()];
    const add = async ({ store }: typeof one, count: number, name: string) => {
      for (let n = 0; n < count; n++)
        await commit(store, create({ id: `${name}${n}`, text: `${n}` }));
      await store.close();
    };
    await add(one, 300, "a");
    expect(one.counts()).toBeGreaterThan(0);
    await add(other, 100, "b");
    expect(other.counts()).toBe(0);
    await schema.close();
  });

  test("few new words wait beside the index, where every search would read them", async () => {
    const schema = await freshSchema(server ?? "");
    const store = await openPostgresStore({
      ...{ pool: openPostgresPool(schema.url), keepsFiles: true },
      ...{ now: () => new Date(0), warn: () => undefined },
    });
    const { rows } = await schema.pool.query({
      text: `SELECT i.relname AS name, i.reloptions AS options FROM pg_class i JOIN pg_am a ON a.oid = i.relam
             WHERE a.amname = 'gin' AND i.relnamespace = CAST(current_schema() AS regnamespace) ORDER BY 1`,
      values: [],
    });
    expect(rows).toEqual([
      { name: "memory_text_words", options: ["gin_pending_list_limit=256"] },
      { name: "message_text_words", options: ["gin_pending_list_limit=256"] },
    ]);
    await store.close();
    await schema.close();
  });

  test("neighbours in a tenant that was never counted are not looked for row by row", async () => {
    const schema = await freshSchema(server ?? "");
    const asked: Asked[] = [];
    const pool = openPostgresPool(schema.url);
    const store = await openPostgresStore({
      ...{ pool: listeningTo(pool, (one) => asked.push(one)), keepsFiles: true },
      ...{ now: () => new Date(0), warn: () => undefined },
    });
    await commit(store, create(), embed("m1", [1, 0]));
    const query = { filter: {}, look: NOW, limit: 9, model: MODEL };
    const vector = Float32Array.of(1, 0);
    expect(await store.search.memoryVectors(host, { ...query, vector })).toHaveLength(1);
    const none = { ...query, filter: { categories: ["none"] }, vector };
    expect(await store.search.memoryVectors(host, none)).toEqual([]);
    const plans = await Promise.all(
      asked
        .filter(({ text }) => text.startsWith("WITH near"))
        .map(async ({ text, values }) => {
          const { rows } = await pool.query({ text: `EXPLAIN ${text}`, values });
          return rows.map((row) => row["QUERY PLAN"]).join("\n");
        }),
    );
    const [best, bestOfNone, meeting] = plans;
    for (const plan of [best, bestOfNone])
      expect(plan).toMatch(/Index Cond: \(\(tenant = '\w+'::text\) AND \(id = near\.item_id\)\)/);
    expect(meeting).toMatch(/(?:Hash|Merge) Full Join/);
    expect(meeting).not.toContain("Nested Loop");
    await store.close();
    await schema.close();
  });
});
