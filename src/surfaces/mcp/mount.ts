// MCP at `/mcp` of the HTTP server, behind its keys, its checks of host and origin, and its limits.

import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type AuthInfo, createMcpHandler as createHandler } from "@modelcontextprotocol/server";
import { MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import type { Mount } from "../http/options.ts";
import { createMcpServer } from "./server.ts";
import type { McpSession, Principal } from "./session.ts";

export function mcpMount(
  memory: MemoryEngine,
  report: (error: Error) => void,
): Mount & Readonly<{ close: () => Promise<void> }> {
  const { handle, close } = createMcpHandler(memory, report);
  return {
    path: "/mcp",
    methods: ["GET", "POST", "DELETE"],
    handle: (request, response, { credential, body, charge }) =>
      handle(request, response, { principal: credential, body, charge }),
    close,
  };
}

// MCP over streamable HTTP, as a handler for a server that somebody else runs. A fresh server answers each request, so
// clients share nothing. Checking keys, hosts and origins is for whoever mounts it.

/** `body` is the parsed one, when whoever mounts this has read it already. */
type Asked = Readonly<{ principal: Principal; body: unknown; charge?: McpSession["charge"] }>;
type Asking = Pick<McpSession, "principal" | "charge">;

type McpHandler = Readonly<{
  handle: (request: IncomingMessage, response: ServerResponse, asked: Asked) => Promise<void>;
  /** Ends what is still going on. */
  close: () => Promise<void>;
}>;

export function createMcpHandler(memory: MemoryEngine, report: (error: Error) => void): McpHandler {
  const asking = new WeakMap<AuthInfo, Asking>();
  const endpoint = createHandler(
    ({ authInfo }) => {
      const asked = authInfo === undefined ? undefined : asking.get(authInfo);
      if (asked === undefined) throw new MemoryError("unauthorized", "Nobody is connected.");
      return createMcpServer({ memory, report, ...asked });
    },
    { onerror: report },
  );
  return {
    handle: async (request, response, { principal, body, charge }) => {
      const authInfo = { token: "", clientId: principal.keyId, scopes: [principal.role] };
      asking.set(authInfo, { principal, ...(charge === undefined ? {} : { charge }) });
      const handler = toNodeHandler(
        { fetch: (asked, options) => endpoint.fetch(asked, { ...options, authInfo }) },
        { onerror: report },
      );
      const { method = "GET", url = "/" } = request;
      await handler(Object.assign(request, { method, url }), response, body);
    },
    close: () => endpoint.close(),
  };
}
