// What a key is worth, and what an agent's key can never say (R-HTTP-3, R-ISO-4).

import { describe, expect, test } from "vitest";
import { AGENT, keysOf, TENANT, testServer } from "./http-support.ts";

describe("a key", () => {
  test("revoked over HTTP lets nobody in from the next request on", async () => {
    const { memory, ask } = await testServer();
    const operator = (await memory.keys.create({ tenant: TENANT, role: "operator", name: "o" }))
      .key;
    const made = await memory.keys.create({ tenant: TENANT, role: "read", name: "r" });
    expect((await ask("GET /v1/memories", { key: made.key })).status).toBe(200);
    expect((await ask(`DELETE /v1/keys/${made.record.id}`, { key: operator })).status).toBe(200);
    expect((await ask("GET /v1/memories", { key: made.key })).status).toBe(401);
    expect((await ask(`DELETE /v1/keys/${made.record.id}`, { key: operator })).status).toBe(404);
  });

  test("rotated works beside the new one until the overlap ends", async () => {
    const { memory, ask, clock } = await testServer();
    const old = await memory.keys.create({ tenant: TENANT, role: "write", name: "bot" });
    const next = await memory.keys.rotate({
      tenant: TENANT,
      id: old.record.id,
      overlapSeconds: 60,
    });
    expect(next.record).toMatchObject({ role: "write", name: "bot", tenant: TENANT });
    const status = async (key: string) => (await ask("GET /v1/memories", { key })).status;
    expect([await status(old.key), await status(next.key)]).toEqual([200, 200]);
    clock.now = new Date(clock.now.getTime() + 61_000);
    expect([await status(old.key), await status(next.key)]).toEqual([401, 200]);
    await expect(memory.keys.rotate({ tenant: TENANT, id: old.record.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("shows when it was used last, to the minute", async () => {
    const { memory, ask, clock } = await testServer();
    const { key } = await memory.keys.create({ tenant: TENANT, role: "read", name: "r" });
    await ask("GET /v1/memories", { key });
    await expect
      .poll(async () => (await memory.keys.list({ tenant: TENANT }))[0]?.lastUsedAt)
      .toBe(clock.now.toISOString());
  });

  test("of another tenant is not found to be revoked or rotated", async () => {
    const { memory } = await testServer();
    const { record } = await memory.keys.create({ tenant: TENANT, role: "read", name: "r" });
    const theirs = { tenant: "globex", id: record.id };
    await expect(memory.keys.revoke(theirs)).rejects.toMatchObject({ code: "not_found" });
    await expect(memory.keys.rotate(theirs)).rejects.toMatchObject({ code: "not_found" });
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
