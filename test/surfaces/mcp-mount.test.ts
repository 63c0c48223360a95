// MCP on the HTTP server itself, with real keys: the same doors as every other route.

import { expect, onTestFinished, test } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { serve } from "../../src/surfaces/http/serve.ts";
import { mcpMount } from "../../src/surfaces/mcp/mount.ts";
import { testEngine } from "../support/engine.ts";
import { call, clientOf, type Endpoint, ERAS, storedId, TENANT } from "./mcp-support.ts";

async function serving(memory: MemoryEngine): Promise<Endpoint> {
  const reported: Error[] = [];
  const mount = mcpMount(memory, (error) => reported.push(error));
  const server = await serve({ engine: memory, port: 0, mounts: [mount] });
  onTestFinished(async () => {
    await mount.close();
    await server.stop();
  });
  return { url: new URL(`${server.url}/mcp`), reported };
}

test.each(ERAS)(
  "a client of %s works with its key, inside the key's tenant, agent and role",
  async (era) => {
    const { memory } = await testEngine();
    const endpoint = await serving(memory);
    const agentKey = await memory.keys.create({
      tenant: TENANT,
      role: "agent",
      agent: "clerk",
      name: "a",
    });
    const readKey = await memory.keys.create({ tenant: TENANT, role: "read", name: "r" });
    const otherKey = await memory.keys.create({ tenant: "other", role: "operator", name: "o" });

    const agent = await clientOf(endpoint, agentKey.key, era);
    const id = storedId(await call(agent, "remember", { text: "The lamp is green." }));
    expect(await memory.get({ tenant: TENANT, id })).toMatchObject({ writer: { agent: "clerk" } });

    const reader = await clientOf(endpoint, readKey.key, era);
    expect((await call(reader, "memory_list")).structured).toMatchObject({ memories: [{ id }] });
    expect((await call(reader, "forget", { id })).mirror).toMatchObject({
      error: { code: "forbidden" },
    });

    const stranger = await clientOf(endpoint, otherKey.key, era);
    expect((await call(stranger, "memory_list")).structured).toEqual({ memories: [] });
    expect((await call(stranger, "forget", { id })).mirror).toMatchObject({
      error: { code: "not_found" },
    });
    expect(endpoint.reported).toEqual([]);
  },
);

test("a key that was revoked is worth nothing from then on, and neither is none", async () => {
  const { memory } = await testEngine();
  const endpoint = await serving(memory);
  const { record, key } = await memory.keys.create({ tenant: TENANT, role: "read", name: "r" });
  const client = await clientOf(endpoint, key);
  expect((await call(client, "memory_list")).isError).toBe(false);
  await memory.keys.revoke({ tenant: TENANT, id: record.id });
  await expect(call(client, "memory_list")).rejects.toThrow();
  await expect(clientOf(endpoint, "")).rejects.toThrow();
});

test.each([{ origin: "https://evil.example" }, { origin: "null" }])(
  "a page of %s cannot reach it, whatever key it has (item 112)",
  async (headers) => {
    const { memory } = await testEngine();
    const endpoint = await serving(memory);
    const { key } = await memory.keys.create({ tenant: TENANT, role: "read", name: "r" });
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect(response.status).toBe(403);
  },
);
