// MCP at `/mcp` of the HTTP server, behind its keys, its checks of host and origin, and its limits.

import type { MemoryEngine } from "../../operations/engine.ts";
import type { Mount } from "../http/options.ts";
import { createMcpHandler } from "./http.ts";

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
