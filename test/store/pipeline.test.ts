// What a transaction on a server waits for, and what it does not: changes whose answer nobody needs go out together
// with the next whose answer somebody does, and the server carries out none of them after one that failed.

import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Database, first, run, type Step, send } from "../../src/store/database.ts";
import {
  openPostgresDatabase,
  openPostgresPool,
  type PostgresClient,
  type PostgresPool,
} from "../../src/store/postgres/postgres-database.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";

const EMPTY = { rows: [], rowCount: 0 };

/** Writes down what is asked, and what of it in one unit. */
function listening(refused?: string) {
  const units: string[][] = [];
  const client: PostgresClient = {
    query: async ({ text }) => {
      units.push([text]);
      return EMPTY;
    },
    together: async (statements) => {
      units.push(statements.map(({ text }) => text));
      if (statements.some(({ text }) => text === refused)) throw new Error(`${refused} failed`);
      return statements.map(() => EMPTY);
    },
    release: () => undefined,
  };
  const pool: PostgresPool = {
    connect: async () => client,
    query: client.query,
    end: async () => undefined,
  };
  return { db: openPostgresDatabase(pool), units };
}

describe("the units of a transaction", () => {
  test("changes that nobody waits for are one, from begin to commit", async () => {
    const { db, units } = listening();
    await db.write(function* () {
      yield* send("a", []);
      yield* send("b", []);
    });
    expect(units).toEqual([["BEGIN", "a", "b", "COMMIT"]]);
  });

  test("each ends with an answer that is wanted", async () => {
    const { db, units } = listening();
    await db.write(function* () {
      yield* send("a", []);
      const changed = yield* run("b", []);
      yield* send(`c after ${changed}`, []);
    });
    expect(units).toEqual([
      ["BEGIN", "a", "b"],
      ["c after 0", "COMMIT"],
    ]);
  });

  test("what fails is undone and told, and nothing more is sent", async () => {
    const { db, units } = listening("b");
    const steps = function* (): Step<void> {
      yield* run("a", []);
      yield* run("b", []);
      yield* send("c", []);
    };
    await expect(db.write(steps)).rejects.toThrow("b failed");
    expect(units).toEqual([["BEGIN", "a"], ["b"], ["ROLLBACK"]]);
  });

  test("what the steps themselves throw undoes what was sent", async () => {
    const { db, units } = listening();
    const steps = function* (): Step<void> {
      yield* run("a", []);
      throw new Error("no more of this");
    };
    await expect(db.write(steps)).rejects.toThrow("no more of this");
    expect(units.flat()).toEqual(["BEGIN", "a", "ROLLBACK"]);
  });

  test("thousands of changes are several, and none is left out", async () => {
    const { db, units } = listening();
    await db.write(function* () {
      for (let n = 0; n < 1_000; n++) yield* send(`change ${n}`, []);
    });
    expect(units.length).toBeGreaterThan(2);
    expect(units.flat()).toEqual([
      "BEGIN",
      ...Array.from({ length: 1_000 }, (_, n) => `change ${n}`),
      "COMMIT",
    ]);
  });
});

const server = serverUrl();

describe.runIf(server !== undefined)("with a server", () => {
  let db: Database;
  beforeEach(async () => {
    const schema = await freshSchema(server ?? "");
    db = openPostgresDatabase(openPostgresPool(schema.url));
    await db.write(() => send("CREATE TABLE lines (n bigint PRIMARY KEY, t text, b bytea)", []));
    onTestFinished(async () => {
      await db.close();
      await schema.close();
    });
  });

  const insert = (n: number) => send("INSERT INTO lines (n) VALUES (?)", [n]);
  const count = () => first("SELECT count(*) AS n FROM lines", []);

  test("a change in the middle that fails leaves nothing behind, and the connection goes on", async () => {
    const twice = db.write(function* () {
      for (const n of [1, 2, 2, 3]) yield* insert(n);
    });
    await expect(twice).rejects.toMatchObject({ code: "conflict" });
    expect(await db.read(count)).toEqual({ n: 0 });
    await db.write(function* () {
      for (const n of [1, 2, 3]) yield* insert(n);
    });
    expect(await db.read(count)).toEqual({ n: 3 });
  });

  test("a change that is refused in a later unit takes the earlier ones with it", async () => {
    const later = db.write(function* () {
      yield* insert(1);
      expect(yield* count()).toEqual({ n: 1 });
      yield* insert(2);
      yield* insert(1);
    });
    await expect(later).rejects.toMatchObject({ code: "conflict" });
    expect(await db.read(count)).toEqual({ n: 0 });
  });

  test("each answer is that of its own statement", async () => {
    const told = await db.write(function* () {
      for (const n of [1, 2, 3, 4]) yield* insert(n);
      yield* send("UPDATE lines SET t = 'odd' WHERE n % 2 = 1", []);
      const dropped = yield* run("DELETE FROM lines WHERE n > ?", [3]);
      yield* send("SELECT n FROM lines", []);
      const row = yield* first("SELECT t, n FROM lines WHERE n = ?", [3]);
      return { dropped, row };
    });
    expect(told).toEqual({ dropped: 1, row: { t: "odd", n: 3 } });
    expect(await db.write(stillPrepares)).toEqual({ n: 1 });
  });

  test("values arrive as they are", async () => {
    const text = "'quoted' \\ ∀ 🎈";
    const bytes = Uint8Array.of(7, 0, 255, 92, 120).subarray(1, 4);
    const row = await db.write(function* () {
      yield* send("INSERT INTO lines (n, t, b) VALUES (?, ?, ?)", [-9, text, bytes]);
      yield* send("INSERT INTO lines (n, t, b) VALUES (?, ?, ?)", [1.5e15, null, null]);
      return yield* first(
        "SELECT a.n, a.t, encode(a.b, 'hex') AS b, z.n AS large, z.t AS no_text FROM lines a, lines z WHERE a.n < z.n",
        [],
      );
    });
    expect(row).toEqual({ n: -9, t: text, b: "00ff5c", large: 1.5e15, no_text: null });
  });

  test("statements that a failure kept from being prepared, or did not, are there the next time", async () => {
    const steps = function* (divisor: number): Step<unknown> {
      yield* send("SELECT 'before it'", []);
      yield* send("SELECT 1 / CAST(? AS bigint)", [divisor]);
      yield* send("SELECT 'after it'", []);
      yield* send("SELECT 'after it'", []);
      return yield* first("SELECT 3 AS n", []);
    };
    for (const divisor of [0, 1, 0, 1, 1])
      if (divisor === 0) await expect(db.write(() => steps(0))).rejects.toThrow();
      else expect(await db.write(() => steps(1))).toEqual({ n: 3 });
    expect(await db.write(stillPrepares)).toEqual({ n: 1 });
  });

  test("what the server does not support is told, and statements stay prepared", async () => {
    const unsupported = () =>
      run("SELECT n FROM generate_series(1, 2) AS n GROUP BY n FOR UPDATE", []);
    await expect(db.write(unsupported)).rejects.toThrow();
    expect(await db.write(stillPrepares)).toEqual({ n: 1 });
  });

  test("a statement that takes too long is told, unless it may take as long as it likes", async () => {
    const schema = await freshSchema(server ?? "");
    const hasty = openPostgresDatabase(openPostgresPool(schema.url, { timeoutMs: 150 }));
    const sleep = () => send("SELECT pg_sleep(0.4)", []);
    await expect(hasty.write(sleep)).rejects.toMatchObject({ code: "store_unavailable" });
    await hasty.writePatiently(sleep);
    await hasty.close();
    await schema.close();
  });

  test("what waited too long for another writer does not come after its caller was told", async () => {
    const schema = await freshSchema(server ?? "");
    const pool = openPostgresPool(schema.url, { timeoutMs: 300 });
    const hasty = openPostgresDatabase(pool);
    await hasty.write(() => send("CREATE TABLE held (n bigint)", []));
    await hasty.write(() => send("INSERT INTO held (n) VALUES (1)", []));
    const holder = await pool.connect();
    for (const text of ["BEGIN", "UPDATE held SET n = n + 1"])
      await holder.query({ text, values: [] });
    const waiting = hasty.write(() => send("UPDATE held SET n = 100", []));
    await expect(waiting).rejects.toMatchObject({ code: "store_unavailable" });
    await holder.query({ text: "COMMIT", values: [] });
    holder.release();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await hasty.read(() => first("SELECT n FROM held", []))).toEqual({ n: 2 });
    await hasty.close();
    await schema.close();
  });

  /** Where a connection is found to hold other statements than was thought, nothing is prepared any more. */
  function* stillPrepares(): Step<unknown> {
    yield* send("SELECT 'one more'", []);
    const held = "SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE ?";
    return yield* first(held, ["%one more%"]);
  }

  test("eight transactions at once on one line add up", async () => {
    await db.write(() => insert(0));
    const raise = function* (): Step<void> {
      yield* send("SELECT 1 FROM lines WHERE n = 0 FOR UPDATE", []);
      const row = yield* first("SELECT coalesce(t, '') AS t FROM lines WHERE n = 0", []);
      yield* send("UPDATE lines SET t = ? WHERE n = 0", [`${row?.["t"]}+`]);
    };
    await Promise.all(Array.from({ length: 8 }, () => db.write(raise)));
    expect(await db.read(() => first("SELECT t FROM lines", []))).toEqual({ t: "++++++++" });
  });
});
