// Who may call what, as a table, and how a key is shown (R-HTTP-1, 2, 3, R-ISO-7).

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keysOf, startServer, TENANT, type TestServer, type Who } from "./http-support.ts";

type Outcomes = Readonly<
  Record<
    "open" | "read" | "write" | "review" | "operate" | "read, no agent" | "write, no agent",
    "in" | 401 | 403
  >
>;

const NOBODY: Outcomes = {
  open: "in",
  read: 401,
  write: 401,
  review: 401,
  operate: 401,
  "read, no agent": 401,
  "write, no agent": 401,
};
const READER: Outcomes = {
  open: "in",
  read: "in",
  write: 403,
  review: 403,
  operate: 403,
  "read, no agent": "in",
  "write, no agent": 403,
};

/** What becomes of each caller at each kind of route. A stranger names our tenant in the query. */
const OUTCOME: Readonly<Record<Who, Outcomes>> = {
  none: NOBODY,
  expired: NOBODY,
  revoked: NOBODY,
  read: READER,
  write: { ...READER, write: "in", "write, no agent": "in" },
  agent: { ...READER, write: "in", "read, no agent": 403 },
  reviewer: { ...READER, review: "in" },
  operator: { ...READER, write: "in", review: "in", operate: "in", "write, no agent": "in" },
  stranger: { ...READER, read: 403, "read, no agent": 403 },
};

/** Every route there is, and what it takes to call it. A route that is not here fails the test. */
const NEEDS: Readonly<Record<string, keyof Outcomes>> = {
  "POST /v1/memories": "write",
  "POST /v1/lore": "write",
  "POST /v1/search": "read",
  "POST /v1/query": "read",
  "POST /v1/context": "read",
  "GET /v1/memories/{id}": "read",
  "GET /v1/memories": "read",
  "GET /v1/memories/{id}/history": "read",
  "GET /v1/delta": "read",
  "GET /v1/messages/{id}": "read",
  "PATCH /v1/memories/{id}": "write",
  "POST /v1/memories/{id}/pin": "write",
  "DELETE /v1/memories/{id}": "write",
  "POST /v1/memories/forget": "write",
  "POST /v1/memories/{id}/restore": "write",
  "POST /v1/memories/merge": "write",
  "POST /v1/memories/{id}/unmerge": "write",
  "POST /v1/memories/{id}/promote": "write",
  "GET /v1/people/{person}/profile": "read",
  "PATCH /v1/people/{person}/profile/{traitId}": "write",
  "DELETE /v1/people/{person}/profile": "write",
  "GET /v1/reviews": "review",
  "POST /v1/reviews/{id}/approve": "review",
  "POST /v1/reviews/{id}/reject": "review",
  "POST /v1/erase": "operate",
  "POST /v1/vault/topics/{topicId}": "write",
  "GET /v1/vault/search": "read",
  "GET /v1/vault/candidates": "read",
  "GET /v1/vault/deletions": "read",
  "GET /v1/vault/stats": "read",
  "PATCH /v1/messages/{id}": "write",
  "DELETE /v1/messages/{id}": "write",
  "POST /v1/quarantine": "review",
  "POST /v1/quarantine/release": "review",
  "GET /v1/jobs": "operate",
  "POST /v1/jobs/{id}/retry": "operate",
  "POST /v1/jobs/run": "operate",
  "GET /v1/snapshot": "read, no agent",
  "POST /v1/snapshot/refresh": "write, no agent",
  "GET /api/memory": "read, no agent",
  "POST /api/memory/refresh": "write, no agent",
  "GET /v1/stats": "read",
  "GET /v1/events": "read",
  "POST /v1/keys": "operate",
  "GET /v1/keys": "operate",
  "DELETE /v1/keys/{id}": "operate",
  "POST /v1/keys/{id}/rotate": "operate",
  "POST /v1/messages": "write",
  "GET /memory/{id}/history": "read",
  "GET /api/memory/search": "read",
  "GET /health/live": "open",
  "GET /health/ready": "open",
  "GET /openapi.json": "open",
  "GET /auth/session": "open",
  "GET /metrics": "operate",
  "GET /v1/events/stream": "read",
};

describe("the table of permissions", () => {
  let started: TestServer;
  let keys: Awaited<ReturnType<typeof keysOf>>;
  beforeAll(async () => {
    started = await startServer({ server: { limits: { refusedPerMinute: 100_000 } } });
    keys = await keysOf(started);
  });
  afterAll(() => started.close());

  test("names every route of the server, and nothing else", () => {
    const routes = started.server.routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(NEEDS).sort()).toEqual(routes.toSorted());
  });

  async function outcomeAt(route: string, who: Who): Promise<"in" | number> {
    const asked = route.replace(/\{\w+\}/g, "none");
    const query = who === "stranger" && NEEDS[route] !== "open" ? `?tenant=${TENANT}` : "";
    const { status } = await started.ask(`${asked}${query}`, {
      ...(who === "none" ? {} : { key: keys[who] }),
      ...(/^(POST|PATCH)/.test(route) ? { body: {} } : {}),
    });
    // A link without its token is refused to everyone alike.
    const isOut = (status === 401 || status === 403) && route !== "GET /auth/session";
    return isOut ? status : "in";
  }

  test.each(Object.keys(OUTCOME) as Who[])("is what becomes of a caller with %s", async (who) => {
    const seen: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [route, needs] of Object.entries(NEEDS)) {
      seen[route] = await outcomeAt(route, who);
      expected[route] = OUTCOME[who][needs];
    }
    expect(seen).toEqual(expected);
  });

  test("what needs no key tells nothing but that it is there", async () => {
    const open = Object.keys(NEEDS).filter((route) => NEEDS[route] === "open");
    const told = await Promise.all(
      open.map(async (route) => [route, await started.ask(route)] as const),
    );
    const bodies = told.map(([route, { status, text }]) => [
      route,
      status,
      text.length > 200 ? "…" : text,
    ]);
    expect(bodies).toEqual([
      ["GET /health/live", 200, '{"status":"ok"}'],
      ["GET /health/ready", 200, '{"status":"ready"}'],
      ["GET /openapi.json", 200, "…"],
      ["GET /auth/session", 401, expect.any(String)],
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
    for (const key of Object.values(keys)) expect(listed.text).not.toContain(key.split("_").at(-1));
    expect(listed.text).not.toContain("hash");
    expect(listed.text).not.toContain("globex");
  });
});

function bearer(key: string) {
  return { route: "GET /v1/memories", headers: { authorization: `Bearer ${key}` } };
}
