// A URL that names several servers, and a pool over them: whichever takes writes is asked.

import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { poolOver, StandbyError, serversIn } from "../../src/store/postgres/hosts.ts";
import type { PostgresPool } from "../../src/store/postgres/postgres-database.ts";

test("one URL stays as it is", () => {
  const url = "postgres://mneme:pass%2Cword@db:5432/mneme?sslmode=require";
  expect(serversIn(url)).toEqual({ urls: [url], mustWrite: false });
});

test("several hosts become a URL each, with the login and the settings of all", () => {
  expect(serversIn("postgres://me:pw@one:5432,two:5433/mneme?sslmode=require")).toEqual({
    urls: [
      "postgres://me:pw@one:5432/mneme?sslmode=require",
      "postgres://me:pw@two:5433/mneme?sslmode=require",
    ],
    mustWrite: true,
  });
});

test("target_session_attrs says whether a standby will do, and is not passed on", () => {
  expect(serversIn("postgres://one,two/db?target_session_attrs=any")).toEqual({
    urls: ["postgres://one/db", "postgres://two/db"],
    mustWrite: false,
  });
  expect(serversIn("postgres://one/db?target_session_attrs=read-write").mustWrite).toBe(true);
  expect(() => serversIn("postgres://one,two/db?target_session_attrs=standby")).toThrow(
    /read-write, primary or any/,
  );
});

test("a standby that is to be read from is one, and of a PostgreSQL server", async () => {
  await expect(
    createMemory({ url: "postgres://a/b", readUrl: "postgres://c,d/b" }),
  ).rejects.toThrow(/`readUrl` names one standby/);
  await expect(createMemory({ path: ":memory:", readUrl: "postgres://c/b" })).rejects.toThrow(
    /a SQLite `path` has none/,
  );
});

/** A server that answers with its name, or fails to be connected to. */
function server(name: string, failure: () => Error | undefined): PostgresPool {
  const client = {
    query: async () => ({ rows: [{ name }], rowCount: 1 }),
    release: () => undefined,
  };
  return {
    connect: async () => {
      const thrown = failure();
      if (thrown !== undefined) throw thrown;
      return client;
    },
    query: client.query,
    end: async () => undefined,
  };
}

const ASK = { text: "SELECT 1", values: [] };
const refused = () => Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

test("a pool over several asks the next when one is gone, and stays with it", async () => {
  let isGone = false;
  const asked: string[] = [];
  const one = server("one", () => {
    asked.push("one");
    return isGone ? refused() : undefined;
  });
  const pool = poolOver([one, server("two", () => (isGone ? undefined : new StandbyError()))]);
  expect((await pool.query(ASK)).rows).toEqual([{ name: "one" }]);
  isGone = true;
  expect((await pool.query(ASK)).rows).toEqual([{ name: "two" }]);
  expect((await pool.query(ASK)).rows).toEqual([{ name: "two" }]);
  expect(asked).toEqual(["one", "one"]);
});

test("while none takes writes it waits for one to be promoted", async () => {
  let tries = 0;
  const promoted = () => (++tries < 5 ? new StandbyError() : undefined);
  const pool = poolOver([server("one", refused), server("two", promoted)]);
  expect((await pool.query(ASK)).rows).toEqual([{ name: "two" }]);
});

test("what no other server would answer better is told at once", async () => {
  const wrong = () => Object.assign(new Error("wrong password"), { code: "28P01" });
  let tries = 0;
  const counting = () => {
    tries += 1;
    return wrong();
  };
  await expect(poolOver([server("one", counting), server("two", wrong)]).connect()).rejects.toThrow(
    "wrong password",
  );
  expect(tries).toBe(1);
});
