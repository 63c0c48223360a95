// The doors: names and origins, headers, the link for one person, how often one may knock, and where it listens
// (R-HTTP-4, 5, 7, 8, 11, 16).

import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MemoryError } from "../../src/errors.ts";
import { createFairQueue } from "../../src/surfaces/http/doors.ts";
import { problemOf } from "../../src/surfaces/http/errors.ts";
import { serve } from "../../src/surfaces/http/serve.ts";
import { mcpMount } from "../../src/surfaces/mcp/mount.ts";
import { testEngine } from "../support/engine.ts";
import { keysOf, startServer, TENANT, type TestServer, testServer } from "./http-support.ts";
import { call, clientOf } from "./mcp-support.ts";

/** Sends what `fetch` would not let through: any `Host`, any `Origin`. */
function knock(port: number, headers: Readonly<Record<string, string>>, path = "/health/live") {
  return new Promise<number>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

describe("names and origins", () => {
  let started: TestServer;
  beforeAll(async () => {
    started = await startServer({
      server: { allowedHosts: ["memory.example"], allowedOrigins: ["https://app.example"] },
    });
  });
  afterAll(() => started.close());

  test.each<[string, number]>([
    ["localhost", 200],
    ["LOCALHOST:1234", 200],
    ["127.0.0.1:80", 200],
    ["[::1]:80", 200],
    ["memory.example", 200],
    ["evil.com", 403],
    ["localhost.evil.com", 403],
    ["127.0.0.1.nip.io", 403],
    ["[::ffff:127.0.0.1]", 403],
    ["localhost.", 403],
    ["localhost:99999999", 403],
    ["localhost@evil.com", 403],
    ["127.0.0.2", 403],
    ["0.0.0.0", 403],
  ])("112 `Host: %s` → %i", async (host, status) => {
    expect(await knock(started.server.port, { host })).toBe(status);
  });

  test.each<[string, number]>([
    ["http://localhost:7420", 200],
    ["http://localhost", 403],
    ["http://localhost:3000", 403],
    ["https://evil.com", 403],
    ["null", 403],
    ["https://app.example", 200],
    ["https://app.example.evil.com", 403],
  ])("112 `Origin: %s` at localhost:7420 → %i", async (origin, status) => {
    expect(await knock(started.server.port, { host: "localhost:7420", origin })).toBe(status);
  });

  test.each(["/v1/events/stream", "/metrics", "/nowhere", "/openapi.json", "/v1/memories"])(
    "112 %s is closed to another origin, with a key or without",
    async (path) => {
      const { operator } = await keysOf(started);
      const headers = { host: "localhost", origin: "https://evil.com" };
      expect(await knock(started.server.port, headers, path)).toBe(403);
      const withKey = { ...headers, authorization: `Bearer ${operator}` };
      expect(await knock(started.server.port, withKey, path)).toBe(403);
    },
  );

  test("no answer invites another site in", async () => {
    const { read } = await keysOf(started);
    const told = await started.ask("OPTIONS /v1/memories", {
      key: read,
      headers: {
        "access-control-request-method": "POST",
        "access-control-request-private-network": "true",
      },
    });
    const answered = await started.ask("GET /v1/memories", { key: read });
    for (const { headers } of [told, answered])
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("every answer forbids framing, sniffing, referring and keeping", async () => {
    const { read } = await keysOf(started);
    for (const route of ["GET /health/live", "GET /v1/memories", "GET /nowhere"]) {
      const { headers } = await started.ask(route, { key: read });
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

test("a fault of ours is told by its id alone, and reported whole", async () => {
  const error = new MemoryError("corrupt_store", "SELECT text FROM memories at /srv/memory.db", {
    details: { sql: "SELECT" },
  });
  const told = JSON.stringify(problemOf(error, "request-1"));
  expect(told).toContain("request-1");
  expect(told).not.toMatch(/SELECT|srv/);
  const started = await testServer();
  const { read: key } = await keysOf(started);
  await started.memory.close();
  expect(await started.ask("GET /v1/memories", { key })).toMatchObject({ status: 503 });
});

describe("whoever knocks too often", () => {
  test("with one key waits, and another key does not (R-HTTP-11)", async () => {
    const started = await testServer({ server: { limits: { perKeyPerMinute: 3 } } });
    const { read, write } = await keysOf(started);
    for (const remaining of ["2", "1", "0"])
      expect(
        (await started.ask("GET /v1/memories", { key: read })).headers.get("ratelimit-remaining"),
      ).toBe(remaining);
    const told = await started.ask("GET /v1/memories", { key: read });
    expect(told).toMatchObject({
      status: 429,
      body: { code: "over_budget", details: { code: "rate_limited" } },
    });
    expect(Number(told.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await started.ask("GET /v1/memories", { key: write })).status).toBe(200);
  });

  test("and makes models work waits sooner, over MCP too, while whoever only reads does not", async () => {
    const mount: { close?: () => Promise<void> } = {};
    const started = await testServer({
      server: { limits: { modelCallsPerKeyPerMinute: 5 } },
      mounts: (memory) => {
        const mcp = mcpMount(memory, () => undefined);
        mount.close = mcp.close;
        return [mcp];
      },
    });
    const { write, operator } = await keysOf(started);
    const message = { channel: "c", author: { id: "u1" }, text: "I live in Rome." };
    const post = (messages: readonly object[], key = write) =>
      started.ask("POST /v1/messages", { key, body: { messages } });
    const tooMany = {
      status: 429,
      body: { code: "over_budget", details: { code: "rate_limited", limit: "model_calls" } },
    };
    expect(await post([message, message, message])).toMatchObject(tooMany);
    expect((await post([message, message])).status).toBe(200);
    const search = { key: write, body: { query: "Rome" } };
    expect((await started.ask("POST /v1/search", search)).status).toBe(200);
    const told = await started.ask("POST /v1/search", search);
    expect(told).toMatchObject(tooMany);
    expect(Number(told.headers.get("retry-after"))).toBeGreaterThan(0);
    const endpoint = { url: new URL(`${started.server.url}/mcp`), reported: [] };
    const client = await clientOf(endpoint, write);
    expect((await call(client, "memory_query", { query: "Rome" })).mirror).toMatchObject({
      error: { code: "over_budget" },
    });
    expect((await call(client, "memory_list")).isError).toBe(false);
    expect((await started.ask("GET /v1/memories", { key: write })).status).toBe(200);
    expect((await post([message], operator)).status).toBe(200);
    started.clock.now = new Date(started.clock.now.getTime() + 61_000);
    expect((await started.ask("POST /v1/search", search)).status).toBe(200);
    await client.close();
    await mount.close?.();
  });

  test("with wrong keys is told to wait after ten, and the right key still opens", async () => {
    const started = await testServer();
    const { read } = await keysOf(started);
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt++)
      statuses.push((await started.ask("GET /v1/memories", { key: "mk_wrong" })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await started.ask("GET /v1/memories", { key: read })).status).toBe(200);
  });

  test("cannot pass for someone else by a forwarded address (R-HTTP-16)", async () => {
    const started = await testServer({ server: { limits: { refusedPerMinute: 1 } } });
    const knockAs = async (address: string) =>
      (await started.ask("GET /v1/memories", { headers: { "x-forwarded-for": address } })).status;
    expect([await knockAs("10.0.0.1"), await knockAs("10.0.0.2")]).toEqual([401, 429]);
  });
});

describe("more than can be served at once", () => {
  test("is told to come back, while whoever asks if the server lives is answered; then all is as before", async () => {
    const started = await testServer({ server: { limits: { atOnce: 6 } } });
    const { read: key } = await keysOf(started);
    const search = () => started.ask("POST /v1/search", { key, body: { query: "tea" } });
    // Requests that are under way for as long as we like: their bodies never end.
    const halves = Array.from({ length: 2 }, () => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const { port } = started.server;
      const half = request({ port, path: "/v1/search", method: "POST", headers });
      half.on("error", () => undefined).write("{");
      return half;
    });
    await expect.poll(async () => (await search()).status).toBe(503);
    expect(await search()).toMatchObject({ body: { details: { code: "overloaded" } } });
    expect((await search()).headers.get("retry-after")).toBe("1");
    expect((await started.ask("GET /health/live")).status).toBe(200);
    for (const half of halves) half.destroy();
    await expect.poll(async () => (await search()).status).toBe(200);
  });

  test("begins one by one, and lets others have the thread in between", async () => {
    const turns = createFairQueue();
    const others = { count: 0, isOver: false };
    const other = () => {
      others.count += 1;
      if (!others.isOver) setImmediate(other);
    };
    other();
    const began = await Promise.all(
      ["a", "b", "c"].map(async (name) => {
        await turns.next({ tenant: TENANT, keyId: name });
        return [name, others.count] as const;
      }),
    );
    others.isOver = true;
    expect(began.map(([name]) => name)).toEqual(["a", "b", "c"]);
    const counts = began.map(([, count]) => count);
    expect(new Set(counts).size).toBe(3);
  });
});

describe("listening", () => {
  test("where others can reach it is refused without a key, without names, or with a link", async () => {
    const { memory } = await testEngine();
    const listen = (more: object) => serve({ engine: memory, host: "0.0.0.0", port: 0, ...more });
    await expect(listen({ allowedHosts: ["a.example"] })).rejects.toThrow(/key/);
    await memory.keys.create({ tenant: TENANT, role: "operator", name: "o" });
    await expect(listen({})).rejects.toThrow(/allowedHosts/);
    await expect(listen({ dev: { token: "t", tenant: TENANT } })).rejects.toThrow(/this machine/);
    const server = await listen({ allowedHosts: ["a.example"] });
    await server.stop();
  });

  test("on a port that is taken is refused in so many words", async () => {
    const { server, memory } = await testServer();
    await expect(serve({ engine: memory, port: server.port })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(String(server.port)),
    });
  });
});
