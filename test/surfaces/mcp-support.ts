// MCP clients of both eras on a loopback server, each known by its key.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { MemoryEngine } from "../../src/index.ts";
import { createMcpHandler } from "../../src/surfaces/mcp/mount.ts";
import type { Principal } from "../../src/surfaces/mcp/session.ts";

export const ERAS = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];

export const TENANT = "acme";
export const AGENT = "clerk";

export type Endpoint = Readonly<{ url: URL; reported: Error[] }>;

/** Keys are the names of the principals. */
export async function endpointFor(
  memory: MemoryEngine,
  principals: Readonly<Record<string, Principal>>,
): Promise<Endpoint> {
  const reported: Error[] = [];
  const known = new Map(Object.entries(principals));
  const mcp = createMcpHandler(memory, (error) => reported.push(error));
  const server = createServer((request, response) => {
    const key = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const principal = known.get(key);
    if (principal === undefined) response.writeHead(401).end();
    else void mcp.handle(request, response, { principal, body: undefined });
  });
  // Longer than any pause of a slow machine: a connection must not end just as it is used again.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await mcp.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/mcp`), reported };
}

export async function clientOf(
  { url }: Endpoint,
  key: string,
  era: Era = "2026-07-28",
): Promise<Client> {
  const mode = era === "2026-07-28" ? { pin: era } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** A principal that may read and write, as one agent. */
export function clerk(over: Partial<Principal> = {}): Principal {
  return { keyId: "k1", tenant: TENANT, agent: AGENT, role: "agent", ...over };
}

type Called = Readonly<{
  isError: boolean;
  structured: Record<string, unknown>;
  /** The first block of text, parsed. */
  mirror: unknown;
}>;

export async function call(client: Client, name: string, given: object = {}): Promise<Called> {
  const result = await client.callTool({ name, arguments: { ...given } });
  const [first] = result.content;
  const text = first?.type === "text" ? first.text : "null";
  return {
    isError: result.isError === true,
    structured: (result.structuredContent ?? {}) as Record<string, unknown>,
    mirror: JSON.parse(text),
  };
}

/** The id of the one memory that a `remember` stored. */
export function storedId({ structured }: Called): string {
  const [outcome] = structured["outcomes"] as { outcome: string; id?: string }[];
  return outcome?.id ?? "";
}
