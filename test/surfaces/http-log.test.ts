// What the server says of itself: a line for each request without anything that was asked or answered, refusals that
// name what to do, and pages of other origins that may call it.

import { expect, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import type { LOG_LEVELS } from "../../src/surfaces/http/options.ts";
import { serve } from "../../src/surfaces/http/serve.ts";
import { TENANT, testServer } from "./http-support.ts";

async function keyFor(memory: MemoryEngine): Promise<string> {
  return (await memory.keys.create({ tenant: TENANT, name: "app", role: "write" })).key;
}

type Line = Readonly<Record<string, unknown>>;

async function logged(level: (typeof LOG_LEVELS)[number] = "info") {
  const lines: Line[] = [];
  const text: string[] = [];
  const write = (line: string) => {
    text.push(line);
    lines.push(JSON.parse(line));
  };
  const server = await testServer({ server: { log: { level, stream: { write } } } });
  const requests = () => lines.filter(({ msg }) => msg === "request");
  return { ...server, requests, lines, text: () => text.join("") };
}

test("each request is one line with its id, route, status, duration and key, and nothing of what was asked", async () => {
  const { ask, memory, requests, text } = await logged();
  const key = await keyFor(memory);
  await ask("POST /v1/memories", {
    key,
    body: { kind: "lore", text: "Zelda hides the spare key." },
  });
  const asked = await ask("GET /v1/memories?filter.subject=Zelda", { key });
  await ask("GET /v1/memories/zelda-secret-id", { key });
  expect(requests()).toHaveLength(3);
  expect(requests()[1]).toMatchObject({
    requestId: asked.headers.get("x-request-id"),
    method: "GET",
    route: "/v1/memories",
    status: 200,
    ms: expect.any(Number),
    key: expect.any(String),
  });
  expect(requests()[2]).toMatchObject({ status: 404, refused: "nothing", level: 40 });
  expect(text()).not.toMatch(/zelda|spare/i);
  expect(text()).not.toContain(key);
});

test("a quieter log has only what was refused, and start and stop are in the full one", async () => {
  const quiet = await logged("warn");
  const key = await keyFor(quiet.memory);
  await quiet.ask("GET /v1/memories", { key });
  await quiet.ask("GET /v1/memories");
  expect(quiet.requests()).toMatchObject([{ status: 401, refused: "key_missing" }]);
  const full = await logged();
  await full.close();
  const said = full.lines.map(({ msg }) => msg);
  expect(said).toEqual([expect.stringMatching(/^Server listening at /), "stopping", "stopped"]);
});

test("a missing key, a wrong one and one that is not written as a key are told apart", async () => {
  const { ask } = await testServer();
  const codes = async (headers: Record<string, string>) => {
    const { status, body } = await ask("GET /v1/memories", { headers });
    return [status, (body as { details: { code: string } }).details.code];
  };
  expect(await codes({})).toEqual([401, "key_missing"]);
  expect(await codes({ authorization: "Bearer mk_unknown" })).toEqual([401, "key_refused"]);
  const odd = await ask("GET /v1/memories", { headers: { authorization: "Basic abc" } });
  expect(odd.text).toContain("`Bearer mk_…`");
});

const PAGE = "https://app.example.org";

test("pages of an allowed origin may call, and are told so; those of others are refused", async () => {
  const { server, memory } = await testServer({ server: { allowedOrigins: [PAGE] } });
  const key = await keyFor(memory);
  const url = `${server.url}/v1/memories`;
  const preflight = await fetch(url, {
    method: "OPTIONS",
    headers: {
      origin: PAGE,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(PAGE);
  expect(preflight.headers.get("access-control-allow-headers")).toMatch(/Authorization/);
  const authorization = `Bearer ${key}`;
  const own = await fetch(url, { headers: { origin: PAGE, authorization } });
  expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([200, PAGE]);
  expect(own.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
  const other = await fetch(url, { headers: { origin: "https://evil.example", authorization } });
  expect([other.status, other.headers.get("access-control-allow-origin")]).toEqual([403, null]);
});

test("without such a setting no page of another origin gets a header", async () => {
  const { server } = await testServer();
  const answer = await fetch(`${server.url}/v1/memories`, { headers: { origin: PAGE } });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([403, null]);
});

test("a port that is taken says how to find by whom, and how to choose another", async () => {
  const { server, memory } = await testServer();
  const again = serve({ engine: memory, port: server.port });
  await expect(again).rejects.toThrow(
    new RegExp(`Port ${server.port} .* is taken.*lsof -i :${server.port}.*--port`),
  );
});

test("an address that others reach names the key and the flag that it needs", async () => {
  const memory = await createMemory({ path: ":memory:", upkeep: false });
  const open = () => serve({ engine: memory, host: "0.0.0.0", port: 0 });
  await expect(open()).rejects.toThrow(/mneme keys create/);
  await keyFor(memory);
  await expect(open()).rejects.toThrow(/--allow-host memory\.example\.org/);
  await expect(serve({ engine: memory, host: "203.0.113.7", port: 0 })).rejects.toThrow(/--host/);
  await memory.close();
});
