// How an MCP client starts `mneme mcp`: through npx when that is how this program came here, else the program itself.

import type { Launch } from "./clients.ts";

export function launchOf(tenant: string, config: string): Launch {
  const [node = "node", script = "mneme"] = process.argv;
  const asked = ["mcp", "--config", config, ...(tenant === "default" ? [] : ["--tenant", tenant])];
  // A folder of npx is emptied at times; npx itself fetches the program again.
  if (/[\\/]_npx[\\/]/.test(script)) return { command: "npx", args: ["-y", "mneme", ...asked] };
  return { command: node, args: [...process.execArgv, script, ...asked] };
}
