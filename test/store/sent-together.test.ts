// What a transaction on a server waits for, and what it does not: changes whose answer nobody needs go out together,
// and are all answered before the transaction is committed.

import { describe, expect, test } from "vitest";
import { first, run, type Step, send } from "../../src/store/database.ts";
import {
  openPostgresDatabase,
  openPostgresPool,
  type PostgresClient,
  type PostgresPool,
} from "../../src/store/postgres-database.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";

const EMPTY = { rows: [], rowCount: 0 };

/** Answers nothing by itself: each statement waits until the test answers it. */
function silentPool() {
  const asked: { text: string; answer(): void; refuse(why: string): void }[] = [];
  const corks: string[] = [];
  const client: PostgresClient = {
    query: ({ text }) =>
      new Promise((resolve, reject) => {
        corks.push(text);
        asked.push({
          text,
          answer: () => resolve(EMPTY),
          refuse: (why) => reject(new Error(why)),
        });
      }),
    release: () => undefined,
    connection: {
      stream: { cork: () => void corks.push("("), uncork: () => void corks.push(")") },
    },
  };
  const pool: PostgresPool = {
    connect: async () => client,
    query: client.query,
    end: async () => undefined,
  };
  const texts = () => asked.map(({ text }) => text);
  const answerFrom = async (from: number) => {
    for (const one of asked.slice(from)) one.answer();
    await settled();
  };
  return { db: openPostgresDatabase(pool), asked, corks, texts, answerFrom };
}

/** Lets everything run that waits for nothing from outside. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function* twoChanges(): Step<string> {
  yield* send("a", []);
  yield* send("b", []);
  return "done";
}

describe("changes whose answer nobody needs", () => {
  test("are sent before any of them is answered, in one piece, and committed after all were", async () => {
    const { db, corks, texts, answerFrom, asked } = silentPool();
    const done = db.write(twoChanges);
    await settled();
    expect(texts()).toEqual(["BEGIN"]);
    await answerFrom(0);
    expect(texts()).toEqual(["BEGIN", "a", "b"]);
    expect(corks).toEqual(["BEGIN", "(", "a", "b", ")"]);
    asked[2]?.answer();
    await settled();
    expect(texts()).toEqual(["BEGIN", "a", "b"]);
    asked[1]?.answer();
    await settled();
    expect(texts().at(-1)).toBe("COMMIT");
    await answerFrom(3);
    expect(await done).toBe("done");
  });

  test("nothing is asked on the ground of an answer that has not come", async () => {
    const { db, texts, answerFrom } = silentPool();
    const done = db.write(function* () {
      yield* send("a", []);
      const changed = yield* run("b", []);
      yield* send(`c after ${changed}`, []);
    });
    await settled();
    await answerFrom(0);
    expect(texts()).toEqual(["BEGIN", "a", "b"]);
    await answerFrom(1);
    expect(texts()).toEqual(["BEGIN", "a", "b", "c after 0"]);
    await answerFrom(3);
    await answerFrom(4);
    await done;
  });

  test("when one fails nothing is committed, and the first failure is the one that is told", async () => {
    const { db, texts, asked, answerFrom } = silentPool();
    const failed = db.write(twoChanges).catch((thrown: unknown) => thrown);
    await settled();
    await answerFrom(0);
    asked[1]?.refuse("the cause");
    asked[2]?.refuse("refused because of it");
    await settled();
    expect(texts()).toEqual(["BEGIN", "a", "b", "ROLLBACK"]);
    await answerFrom(3);
    expect(String(await failed)).toContain("the cause");
  });

  test("what the steps themselves throw undoes what was sent", async () => {
    const { db, corks, answerFrom, asked } = silentPool();
    const failed = db
      .write(function* () {
        yield* send("a", []);
        throw new Error("no more of this");
      })
      .catch((thrown: unknown) => thrown);
    await settled();
    await answerFrom(0);
    expect(corks).toEqual(["BEGIN", "(", "a", ")", "ROLLBACK"]);
    asked[1]?.refuse("refused as well, which nobody hears");
    await answerFrom(2);
    expect(String(await failed)).toContain("no more of this");
  });
});

const server = serverUrl();

describe.runIf(server !== undefined)("with a server", () => {
  test("a change in the middle that fails leaves nothing behind, and the connection goes on", async () => {
    const schema = await freshSchema(server ?? "");
    const pool = openPostgresPool(schema.url);
    const db = openPostgresDatabase(pool);
    await db.write(() => send("CREATE TABLE lines (n bigint PRIMARY KEY)", []));
    const insert = (n: number) => send("INSERT INTO lines (n) VALUES (?)", [n]);
    const twice = db.write(function* () {
      for (const n of [1, 2, 2, 3]) yield* insert(n);
    });
    await expect(twice).rejects.toMatchObject({ code: "conflict" });
    const count = () => first("SELECT count(*) AS n FROM lines", []);
    expect(await db.read(count)).toEqual({ n: 0 });
    await db.write(function* () {
      for (const n of [1, 2, 3]) yield* insert(n);
    });
    expect(await db.read(count)).toEqual({ n: 3 });
    await db.close();
    await schema.close();
  });

  test("statements that a failure kept from being prepared are prepared the next time", async () => {
    const schema = await freshSchema(server ?? "");
    const db = openPostgresDatabase(openPostgresPool(schema.url));
    const steps = function* (divisor: number): Step<unknown> {
      yield* send("SELECT 1 / CAST(? AS bigint)", [divisor]);
      yield* send("SELECT 2", []);
      return yield* first("SELECT 3 AS n", []);
    };
    await expect(db.write(() => steps(0))).rejects.toThrow();
    expect(await db.write(() => steps(1))).toEqual({ n: 3 });
    expect(await db.write(() => steps(1))).toEqual({ n: 3 });
    await db.close();
    await schema.close();
  });
});
