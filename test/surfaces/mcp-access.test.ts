// MCP is held to the same table of permissions as HTTP: every tool, resource and prompt, for every kind of caller.

import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpMount } from "../../src/surfaces/mcp/mount.ts";
import { TOOLS } from "../../src/surfaces/mcp/server.ts";
import { NEEDS, OUTCOME } from "./authorisation-table.ts";
import { keysOf, startServer, TENANT, type TestServer, type Who } from "./http-support.ts";
import { call, clientOf } from "./mcp-support.ts";

/** Which operation stands behind what is not a tool. */
const RESOURCES = {
  "memory://context": "context",
  "memory://memory/none": "get",
  "memory://profile/none": "profile",
} as const;

/** Arguments that the tool itself finds nothing wrong with. */
const GIVEN: Readonly<Record<string, object>> = {
  memory_query: { query: "zebra" },
  memory_context: {},
  memory_list: {},
  memory_history: { id: "none" },
  memory_profile: { user: "none" },
  remember: { text: "The lamp in the hall is green." },
  update_soul: { text: "I am patient and brief." },
  memory_edit: { id: "none", importance: 2 },
  memory_feedback: { id: "none", verdict: "wrong" },
  forget: { id: "none" },
  memory_review: {},
};

describe("the table of permissions over MCP", () => {
  let started: TestServer;
  let keys: Awaited<ReturnType<typeof keysOf>>;
  const mount: { close?: () => Promise<void> } = {};

  beforeAll(async () => {
    started = await startServer({
      mounts: (memory) => {
        const mcp = mcpMount(memory, () => undefined);
        mount.close = mcp.close;
        return [mcp];
      },
      server: { limits: { refusedPerMinute: 100_000 } },
    });
    keys = await keysOf(started);
  });
  afterAll(async () => {
    await mount.close?.();
    await started.close();
  });

  const connect = (who: Who) =>
    clientOf(
      { url: new URL(`${started.server.url}/mcp`), reported: [] },
      who === "none" ? "" : keys[who],
    );

  async function toolOutcome(client: Client, name: string): Promise<"in" | number> {
    const { mirror } = await call(client, name, GIVEN[name]);
    const { code, message } = Object(Object(mirror)["error"]);
    return code === "forbidden" && /role/.test(message) ? 403 : "in";
  }

  test("every tool stands for an operation of the table and is called with good arguments", () => {
    expect(TOOLS.map(({ name }) => name).sort()).toEqual(Object.keys(GIVEN).sort());
    for (const { operation } of TOOLS) expect(NEEDS).toHaveProperty(operation);
  });

  // A stranger cannot name our tenant here at all, so to them every tool is their own tenant's.
  test.each(["read", "write", "agent", "reviewer", "operator"] as const)(
    "is what becomes of the tools called with a key of %s",
    async (who) => {
      const client = await connect(who);
      const seen: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const { name, operation } of TOOLS) {
        seen[name] = await toolOutcome(client, name);
        expected[name] = OUTCOME[who][NEEDS[operation] ?? "operate"];
      }
      expect(seen).toEqual(expected);
    },
  );

  test.each(["read", "write", "agent", "reviewer", "operator"] as const)(
    "is what becomes of resources and prompts asked for with a key of %s",
    async (who) => {
      const client = await connect(who);
      for (const [uri, operation] of Object.entries(RESOURCES)) {
        const read = client.readResource({ uri });
        const outcome = await read.then(
          () => "in",
          (error: Error) => (/may not/.test(error.message) ? 403 : "in"),
        );
        expect([uri, outcome]).toEqual([uri, OUTCOME[who][NEEDS[operation] ?? "operate"]]);
      }
      const { prompts } = await client.listPrompts();
      const reviews = prompts.some(({ name }) => name === "review_pending");
      expect(reviews).toBe(OUTCOME[who].review === "in");
    },
  );

  test.each(["none", "expired", "revoked"] as const)("nobody comes in with %s", async (who) => {
    await expect(connect(who)).rejects.toThrow(/401|nauthorized|key is needed/);
  });

  test("no tool decides what is a person's, and no argument names a tenant or an agent", async () => {
    const client = await connect("operator");
    const { tools } = await client.listTools();
    // Reviews are put before the person at the client; the call itself has nothing to decide by.
    const decides = tools.filter(({ name }) => name === "memory_review");
    expect(decides.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))).toEqual([
      ["limit"],
    ]);
    for (const { name, operation } of TOOLS.filter((one) => one.name !== "memory_review"))
      expect([name, ["open", "read", "write"]]).toEqual([
        name,
        expect.arrayContaining([NEEDS[operation]]),
      ]);
    for (const { inputSchema } of tools)
      expect(Object.keys(inputSchema.properties ?? {})).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(tenant|agent)/)]),
      );
    const sneaked = await call(client, "memory_list", { tenant: TENANT });
    expect(sneaked.isError).toBe(true);
  });
});
