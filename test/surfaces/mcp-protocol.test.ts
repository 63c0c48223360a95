// What the endpoint answers to requests that no proper client would send (items 114 to 116).

import { describe, expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";
import { clerk, type Endpoint, endpointFor } from "./mcp-support.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

type Sent = Readonly<{
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
}>;

async function send({ url }: Endpoint, { method = "POST", headers = {}, body }: Sent) {
  const given = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: "Bearer clerk",
    "mcp-protocol-version": "2026-07-28",
    ...headers,
  };
  const sent = Object.entries(given).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    headers: sent,
    ...(method === "POST" ? { body: text } : {}),
  });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, answer };
}

function request(method: string, params: object = {}): object {
  return { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } };
}

async function open(): Promise<Endpoint> {
  const { memory } = await testEngine();
  return endpointFor(memory, { clerk: clerk() });
}

describe("a request of 2026-07-28", () => {
  test("is answered when its headers say what its body says", async () => {
    const { status, answer } = await send(await open(), {
      headers: { "mcp-method": "tools/list" },
      body: request("tools/list"),
    });
    expect([status, JSON.parse(answer).result.tools]).toEqual([200, expect.any(Array)]);
  });

  test.each<[string, Sent, readonly [number, number]]>([
    ["without a version header", { headers: { "mcp-protocol-version": undefined } }, [400, -32020]],
    [
      "of one method in the header, another in the body",
      { headers: { "mcp-method": "ping" } },
      [400, -32020],
    ],
    [
      "of one tool in the header, another in the body",
      {
        headers: { "mcp-method": "tools/call", "mcp-name": "forget" },
        body: request("tools/call", { name: "memory_list", arguments: {} }),
      },
      [400, -32020],
    ],
    [
      "for a method there is none of",
      {
        headers: { "mcp-method": "memory/erase" },
        body: request("memory/erase"),
      },
      [404, -32601],
    ],
  ])("%s is refused", async (_what, sent, refusal) => {
    const given = { body: request("tools/list"), ...sent };
    const { status, answer } = await send(await open(), given);
    expect([status, JSON.parse(answer).error.code]).toEqual(refusal);
  });

  test("of a version nobody knows is told which ones there are", async () => {
    const meta = { ...META, "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
    const { status, answer } = await send(await open(), {
      headers: { "mcp-protocol-version": "2031-01-01", "mcp-method": "tools/list" },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } },
    });
    expect(status).toBe(400);
    expect(JSON.parse(answer).error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2031-01-01" },
    });
  });

  test("with arguments beyond the schema is answered as a failed call", async () => {
    const params = { name: "memory_list", arguments: { limit: 51 } };
    const { status, answer } = await send(await open(), {
      headers: { "mcp-method": "tools/call", "mcp-name": "memory_list" },
      body: request("tools/call", params),
    });
    expect([status, JSON.parse(answer).result.isError]).toEqual([200, true]);
    expect(answer).toContain("invalid_input");
  });

  test("with a request state of the client's own making is answered as if it had none", async () => {
    const params = { name: "memory_list", arguments: {}, requestState: "forged" };
    const { status, answer } = await send(await open(), {
      headers: { "mcp-method": "tools/call", "mcp-name": "memory_list" },
      body: request("tools/call", params),
    });
    expect([status, JSON.parse(answer).result.structuredContent]).toEqual([200, { memories: [] }]);
  });
});

describe("the endpoint", () => {
  test.each(["GET", "DELETE"])("has nothing for %s", async (method) => {
    expect((await send(await open(), { method })).status).toBe(405);
  });

  test.each<[string, Sent, number]>([
    ["truncated JSON", { body: '{"jsonrpc":"2.0","id":1,' }, 400],
    ["no JSON at all", { body: "hello" }, 400],
    ["plain text", { headers: { "content-type": "text/plain" }, body: request("tools/list") }, 415],
    [
      "a body of five megabytes",
      { body: request("tools/list", { pad: "x".repeat(5_000_000) }) },
      413,
    ],
    ["an empty batch", { body: [] }, 400],
  ])("refuses %s", async (_what, sent, status) => {
    expect((await send(await open(), sent)).status).toBe(status);
  });

  test("stays up through nesting of ten thousand levels", async () => {
    const endpoint = await open();
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const params = JSON.stringify(request("tools/call", { name: "memory_list", arguments: 0 }));
    const { status } = await send(endpoint, {
      headers: { "mcp-method": "tools/call", "mcp-name": "memory_list" },
      body: params.replace('"arguments":0', `"arguments":{"kinds":${deep}}`),
    });
    expect(status).toBeLessThan(500);
    const { answer } = await send(endpoint, {
      headers: { "mcp-method": "tools/list" },
      body: request("tools/list"),
    });
    expect(answer).toContain("memory_query");
  });
});
