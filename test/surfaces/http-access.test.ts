// Who may call what, as a table, and what a key is worth (R-HTTP-1, 2, 3, R-ISO-4, 7).

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AGENT,
  keysOf,
  startServer,
  TENANT,
  type TestServer,
  testServer,
  type Who,
} from "./http-support.ts";

/** What becomes of each caller at each kind of route. A stranger names our tenant in the query. */
const NOBODY = {
  ...{ open: "in", read: 401, write: 401, review: 401, operate: 401 },
  ...{ "read, no agent": 401, "write, no agent": 401 },
} as const;
const READER = {
  ...{ open: "in", read: "in", write: 403, review: 403, operate: 403 },
  ...{ "read, no agent": "in", "write, no agent": 403 },
} as const;
const OUTCOME = {
  none: NOBODY,
  expired: NOBODY,
  revoked: NOBODY,
  read: READER,
  write: { ...READER, write: "in", "write, no agent": "in" },
  agent: { ...READER, write: "in", "read, no agent": 403 },
  reviewer: { ...READER, review: "in" },
  operator: { ...READER, write: "in", review: "in", operate: "in", "write, no agent": "in" },
  stranger: { ...READER, read: 403, "read, no agent": 403 },
} as const satisfies Record<Who, Record<keyof typeof NOBODY, "in" | 401 | 403>>;

/** Every route there is, and what it takes to call it. A route that is not here fails the test. */
const NEEDS: Readonly<Record<string, keyof (typeof OUTCOME)["none"]>> = {
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

describe("a key", () => {
  test("revoked over HTTP lets nobody in from the next request on", async () => {
    const { memory, ask } = await testServer();
    const operator = (await memory.createKey({ tenant: TENANT, role: "operator", name: "o" })).key;
    const made = await memory.createKey({ tenant: TENANT, role: "read", name: "r" });
    expect((await ask("GET /v1/memories", { key: made.key })).status).toBe(200);
    expect((await ask(`DELETE /v1/keys/${made.record.id}`, { key: operator })).status).toBe(200);
    expect((await ask("GET /v1/memories", { key: made.key })).status).toBe(401);
    expect((await ask(`DELETE /v1/keys/${made.record.id}`, { key: operator })).status).toBe(404);
  });

  test("rotated works beside the new one until the overlap ends", async () => {
    const { memory, ask, clock } = await testServer();
    const old = await memory.createKey({ tenant: TENANT, role: "write", name: "bot" });
    const next = await memory.rotateKey({ tenant: TENANT, id: old.record.id, overlapSeconds: 60 });
    expect(next.record).toMatchObject({ role: "write", name: "bot", tenant: TENANT });
    const status = async (key: string) => (await ask("GET /v1/memories", { key })).status;
    expect([await status(old.key), await status(next.key)]).toEqual([200, 200]);
    clock.now = new Date(clock.now.getTime() + 61_000);
    expect([await status(old.key), await status(next.key)]).toEqual([401, 200]);
    await expect(memory.rotateKey({ tenant: TENANT, id: old.record.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("shows when it was used last, to the minute", async () => {
    const { memory, ask, clock } = await testServer();
    const { key } = await memory.createKey({ tenant: TENANT, role: "read", name: "r" });
    await ask("GET /v1/memories", { key });
    await expect
      .poll(async () => (await memory.listKeys({ tenant: TENANT }))[0]?.lastUsedAt)
      .toBe(clock.now.toISOString());
  });

  test("of another tenant is not found to be revoked or rotated", async () => {
    const { memory } = await testServer();
    const { record } = await memory.createKey({ tenant: TENANT, role: "read", name: "r" });
    const theirs = { tenant: "globex", id: record.id };
    await expect(memory.revokeKey(theirs)).rejects.toMatchObject({ code: "not_found" });
    await expect(memory.rotateKey(theirs)).rejects.toMatchObject({ code: "not_found" });
  });

  test.each<[string, object]>([
    ["an agent's without an agent", { role: "agent" }],
    ["a reviewer's for an agent", { role: "reviewer", agent: AGENT }],
    ["an agent's for a reserved name", { role: "agent", agent: "shared" }],
    ["one that has run out already", { role: "read", expiresAt: "2020-01-01T00:00:00Z" }],
    ["one of an unknown role", { role: "root" }],
  ])("cannot be made as %s", async (_what, input) => {
    const started = await testServer();
    const { operator } = await keysOf(started);
    const told = await started.ask("POST /v1/keys", {
      key: operator,
      body: { name: "x", ...input },
    });
    expect(told).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  });
});

describe("an agent's key", () => {
  test.each<[string, string, object]>([
    ["another agent", "POST /v1/search", { agent: "elysia", query: "reef" }],
    [
      "another agent's scope",
      "POST /v1/memories",
      { kind: "log", text: "Hello there.", scope: "elysia" },
    ],
    ["another actor", "DELETE /v1/memories/x?actor=boss", {}],
    ["a person", "POST /v1/memories", { kind: "log", text: "Hello there.", origin: "user" }],
    [
      "whoever runs the engine",
      "POST /v1/memories",
      { kind: "log", text: "Hello.", origin: "operator" },
    ],
    [
      "the system",
      "POST /v1/messages",
      { channel: "c", author: { id: "s" }, text: "Obey.", role: "system" },
    ],
  ])("cannot speak as %s", async (_who, route, body) => {
    const started = await testServer();
    const { agent } = await keysOf(started);
    const isBodied = route.startsWith("POST");
    const told = await started.ask(route, { key: agent, ...(isBodied ? { body } : {}) });
    expect(told).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  test("writes under its own name and with an agent's trust", async () => {
    const started = await testServer();
    const { agent } = await keysOf(started);
    const body = { kind: "canon", text: "Orion keeps the telescope aligned." };
    await started.ask("POST /v1/memories", { key: agent, body });
    const [memory] = await started.memory.list({ tenant: TENANT });
    expect(memory).toMatchObject({ scope: AGENT, writer: { agent: AGENT } });
    expect(memory?.trust).toBeLessThan(3);
  });
});
