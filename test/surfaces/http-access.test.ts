// Who may call what, as a table, and how a key is shown (R-HTTP-1, 2, 3, R-ISO-7).

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/operations/operations.ts";
import type { Route } from "../../src/surfaces/http/route.ts";
import { fieldsOf } from "../../src/surfaces/http/route.ts";
import { NEEDS, OUTCOME } from "./authorisation-table.ts";
import { AGENT, keysOf, startServer, TENANT, type TestServer, type Who } from "./http-support.ts";

describe("the table of permissions", () => {
  let started: TestServer;
  let keys: Awaited<ReturnType<typeof keysOf>>;
  beforeAll(async () => {
    started = await startServer({ server: { limits: { refusedPerMinute: 100_000 } } });
    keys = await keysOf(started);
  });
  afterAll(() => started.close());

  test("names every route of the server, and nothing else", () => {
    const names = started.server.routes.map(({ name }) => name);
    expect(Object.keys(NEEDS).sort()).toEqual(names.toSorted());
  });

  async function outcomeAt({ name, method, path }: Route, who: Who): Promise<"in" | number> {
    const asked = path.replace(/\{\w+\}/g, "none");
    const query = who === "stranger" && NEEDS[name] !== "open" ? `?tenant=${TENANT}` : "";
    const { status } = await started.ask(`${method} ${asked}${query}`, {
      ...(who === "none" ? {} : { key: keys[who] }),
      ...(method === "POST" || method === "PATCH" ? { body: {} } : {}),
    });
    // A link without its token is refused to everyone alike.
    const isOut = (status === 401 || status === 403) && name !== "openSession";
    return isOut ? status : "in";
  }

  test.each(Object.keys(OUTCOME) as Who[])("is what becomes of a caller with %s", async (who) => {
    const seen: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const route of started.server.routes) {
      seen[route.name] = await outcomeAt(route, who);
      expected[route.name] = OUTCOME[who][NEEDS[route.name] ?? "open"];
    }
    expect(seen).toEqual(expected);
  });

  test.each(["promote", "correctProfile", "deleteProfile", "approve", "reject", "erase"] as const)(
    "a key of an agent cannot %s, whatever its role, and neither can the library as an agent",
    async (name) => {
      const bound = await started.memory.keys.create({
        ...{ tenant: TENANT, role: "write", agent: AGENT, name: "a writer for an agent" },
      });
      const { http } = OPERATIONS[name];
      const ask = (key: string) =>
        started.ask(`${http.method} ${http.path.replace(/\{\w+\}/g, "none")}`, {
          key,
          ...(http.method === "DELETE" ? {} : { body: BODY[name] }),
        });
      expect(await ask(keys.agent)).toMatchObject({
        status: 403,
        body: { details: { code: "insufficient_role" } },
      });
      expect(await ask(bound.key)).toMatchObject({ status: 403, body: { code: "forbidden" } });
      const input = { id: "none", person: "none", traitId: "none", agent: AGENT, tenant: TENANT };
      const wanted = [...fieldsOf(OPERATIONS[name].input)];
      const given = Object.entries({ ...input, ...BODY[name] }).filter(([field]) =>
        wanted.includes(field),
      );
      await expect(
        started.memory.admin.call(name, Object.fromEntries(given) as never),
      ).rejects.toMatchObject({
        code: "forbidden",
      });
    },
  );

  test("what needs no key tells nothing but that it is there", async () => {
    const open = started.server.routes.flatMap(({ name, method, path }) =>
      NEEDS[name] === "open" ? [`${method} ${path}`] : [],
    );
    const told = await Promise.all(
      open.map(async (route) => [route, await started.ask(route)] as const),
    );
    const bodies = told.map(([route, { status, text }]) => [
      route,
      status,
      text.length > 200 ? "…" : text,
    ]);
    expect(bodies).toEqual([
      ["GET /auth/session", 401, expect.any(String)],
      ["GET /health/live", 200, '{"status":"ok"}'],
      ["GET /health/ready", 200, '{"status":"ready"}'],
      ["GET /openapi.json", 200, "…"],
    ]);
    const reference = told.find(([route]) => route === "GET /openapi.json")?.[1].text ?? "";
    expect(reference).not.toMatch(/0\.1\.0|sqlite 3|acme|\/work|\/home/);
    expect((await started.ask("GET /nowhere")).status).toBe(401);
    expect((await started.ask("GET /nowhere", { key: keys.read })).status).toBe(404);
  });

  test.each([
    "authorization: Bearer KEY",
    "authorization: bearer KEY",
    "authorization: Token KEY",
    "x-api-key: KEY",
  ])("a key is taken as `%s`", async (header) => {
    const [name = "", value = ""] = header.replace("KEY", keys.read).split(": ");
    const { status } = await started.ask("GET /v1/memories", { headers: { [name]: value } });
    expect(status).toBe(200);
  });

  test.each([
    ["in the address", (key: string) => ({ route: `GET /v1/memories?key=${key}`, headers: {} })],
    ["with another secret", (key: string) => bearer(`${key.slice(0, -4)}AAAA`)],
    ["with another id", (key: string) => bearer(key.replace(/mk_.{4}/, "mk_0000"))],
    ["cut short", (key: string) => bearer(key.slice(0, -1))],
    [
      "as a password",
      (key: string) => ({ route: "GET /v1/memories", headers: { authorization: `Basic ${key}` } }),
    ],
  ])("a key %s lets nobody in", async (_how, request) => {
    const { route, headers } = request(keys.operator);
    expect((await started.ask(route, { headers })).status).toBe(401);
  });

  test("the store holds no key, only what a key can be checked against", async () => {
    const listed = await started.ask("GET /v1/keys", { key: keys.operator });
    for (const key of Object.values(keys))
      expect(listed.text).not.toContain(key.slice(-SECRET_CHARACTERS));
    expect(listed.text).not.toContain("hash");
    expect(listed.text).not.toContain("globex");
  });
});

const SECRET_CHARACTERS = 43;

/** What each needs besides an id, so that nothing but the agent is wrong with it. */
const BODY = {
  promote: {},
  correctProfile: { text: "Ana repairs clocks." },
  deleteProfile: {},
  approve: { hash: "x" },
  reject: { hash: "x" },
  erase: { subject: "u1" },
} as const;

function bearer(key: string) {
  return { route: "GET /v1/memories", headers: { authorization: `Bearer ${key}` } };
}
