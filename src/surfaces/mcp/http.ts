// MCP over streamable HTTP, as a handler for a server that somebody else runs. A fresh server answers each request, so
// clients share nothing. Checking keys, hosts and origins is for whoever mounts it.

import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type AuthInfo, createMcpHandler as createHandler } from "@modelcontextprotocol/server";
import { asMemoryError, MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import type { Principal } from "./principal.ts";
import { createMcpServer } from "./server.ts";
import { toolError } from "./tool-error.ts";

/** Who sent a request; undefined when nobody we know. */
export type PrincipalOf = (
  request: IncomingMessage,
) => Principal | undefined | Promise<Principal | undefined>;

export type McpHandler = Readonly<{
  /** `body` is the parsed body when a framework has read it already. */
  handle: (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void>;
  /** Ends what is still going on. */
  close: () => Promise<void>;
}>;

export function createMcpHandler(
  memory: MemoryEngine,
  principalOf: PrincipalOf,
  report: (error: Error) => void = warn,
): McpHandler {
  const principals = new WeakMap<AuthInfo, Principal>();
  const endpoint = createHandler(
    ({ authInfo }) => {
      const principal = authInfo === undefined ? undefined : principals.get(authInfo);
      if (principal === undefined) throw new MemoryError("unauthorized", "Nobody is connected.");
      return createMcpServer({ memory, principal, report });
    },
    { onerror: report },
  );
  const serve = async (request: IncomingMessage, response: ServerResponse, body: unknown) => {
    const principal = await principalOf(request);
    if (principal === undefined) throw new MemoryError("unauthorized", "A key is needed.");
    const authInfo = { token: "", clientId: principal.tenant, scopes: [...principal.may] };
    principals.set(authInfo, principal);
    const handler = toNodeHandler(
      { fetch: (asked, options) => endpoint.fetch(asked, { ...options, authInfo }) },
      { onerror: report },
    );
    const { method = "GET", url = "/" } = request;
    await handler(Object.assign(request, { method, url }), response, body);
  };
  return {
    handle: (request, response, body) =>
      serve(request, response, body).catch((thrown) => refuse(response, thrown, report)),
    close: () => endpoint.close(),
  };
}

function warn(error: Error): void {
  process.emitWarning(error.message, { type: "MnemeWarning" });
}

/** As RFC 9457 words it: who asked has no JSON-RPC request going yet. */
function refuse(response: ServerResponse, thrown: unknown, report: (error: Error) => void): void {
  const { httpStatus: status } = asMemoryError(thrown);
  const { code, message } = toolError(thrown, report);
  if (response.headersSent) {
    response.end();
    return;
  }
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(status, { "content-type": "application/problem+json", ...challenge });
  response.end(JSON.stringify({ status, code, title: message }));
}
