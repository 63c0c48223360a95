// A server in a process of its own for a crowd to ask. Tells its port and keys, and on request what memory it holds.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemory } from "../../../src/index.ts";
import { serve } from "../../../src/surfaces/http/serve.ts";

const [folder = "", tenants = ""] = process.argv.slice(2);
const MEGABYTE = 1_048_576;

const memory = await createMemory({ path: join(folder, "memory.db") });
const pages = join(folder, "pages");
mkdirSync(pages);
writeFileSync(join(pages, "index.html"), "<head></head>");
writeFileSync(join(pages, "page.js"), Buffer.alloc(4 * MEGABYTE, "x"));
const faults: string[] = [];
const server = await serve({
  ...{ engine: memory, port: 0, dashboard: { folder: pages } },
  report: ({ error }) => faults.push(String(error)),
});
const keys: Record<string, string> = {};
for (const tenant of tenants.split(","))
  keys[tenant] = (await memory.keys.create({ tenant, role: "operator", name: "crowd" })).key;

process.on("message", async (asked) => {
  if (asked === "stop") {
    await server.stop();
    await memory.close();
    process.exit(0);
  }
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss: rss / MEGABYTE, heap: heapUsed / MEGABYTE, faults });
});
process.send?.({ port: server.port, keys });
