// Sets Claude Desktop up: prints the entry for its configuration, then starts that very command and talks to it as
// Claude Desktop would. Run it: `npx tsx examples/claude-desktop.ts [memory.db]`

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const folder = await mkdtemp(join(tmpdir(), "mneme-example-"));
const path = resolve(process.argv[2] ?? join(folder, "memory.db"));

// With the package installed this is `"command": "npx", "args": ["-y", "mneme", "mcp", …]`.
const main = resolve(import.meta.dirname, "../src/surfaces/cli/main.ts");
const server = {
  command: process.execPath,
  args: ["--import", import.meta.resolve("tsx"), main, "mcp", "--tenant", "me", "--path", path],
};

print(
  "Add this to claude_desktop_config.json (Settings → Developer → Edit Config), and restart Claude:",
);
print(JSON.stringify({ mcpServers: { mneme: server } }, null, 2));

const client = new Client({ name: "claude-desktop-example", version: "1" });
await client.connect(new StdioClientTransport(server));
const { tools } = await client.listTools();
print(`tools: ${tools.map(({ name }) => name).join(", ")}`);
await client.callTool({
  name: "remember",
  arguments: { text: "Ana prefers answers in Portuguese." },
});
const found = await client.callTool({
  name: "memory_query",
  arguments: { query: "Which language does Ana prefer?" },
});
print(`asked again: ${JSON.stringify(found.content)}`);
await client.close();
await rm(folder, { recursive: true });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
