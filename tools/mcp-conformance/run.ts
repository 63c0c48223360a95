// Runs the official MCP conformance suite against a memory server on loopback, and says how many checks passed.
// The suite needs Node 22, so it lives in this folder with a Node of its own; see docs/mcp.md.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { localhostHostValidation, localhostOriginValidation } from "@modelcontextprotocol/node";
import { createMemory } from "../../src/index.ts";
import { createMcpHandler } from "../../src/surfaces/mcp/mount.ts";

const HERE = import.meta.dirname;
const NODE = join(HERE, "node_modules/.bin/node");
const SUITE = join(HERE, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
/** How the suite picks the scenarios of each revision that we serve. */
const RUNS = [
  { revision: "2026-07-28", pick: "--requirements" },
  { revision: "2025-11-25", pick: "--spec-version" },
] as const;
type Run = (typeof RUNS)[number];

async function main(): Promise<number> {
  const memory = await createMemory({ path: ":memory:" });
  const mcp = createMcpHandler(memory, (error) => process.stderr.write(`${error.message}\n`));
  const principal = { keyId: "k1", tenant: "conformance", agent: "clerk", role: "agent" } as const;
  // The guards that the HTTP server has in front of everything.
  const isHostKnown = localhostHostValidation();
  const isOriginKnown = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (!isHostKnown(request, response) || !isOriginKnown(request, response)) return;
    void mcp.handle(request, response, { principal, body: undefined });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  let worst = 0;
  for (const run of RUNS) worst = Math.max(worst, await suite(`http://127.0.0.1:${port}/mcp`, run));
  await mcp.close();
  server.closeAllConnections();
  server.close();
  await memory.close();
  return worst;
}

async function suite(url: string, { revision, pick }: Run): Promise<number> {
  const expected = join(HERE, `expected-failures-${revision}.yaml`);
  const args = [SUITE, "server", "--url", url, pick, revision, "--expected-failures", expected];
  const child = spawn(NODE, args, { stdio: "inherit", cwd: HERE });
  const [code] = (await once(child, "exit")) as [number];
  return code;
}

process.exitCode = await main();
