// The package as it is shipped: every way into it works, they are one program, and other libraries understand it.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { asSchema } from "ai";
import { expect, onTestFinished, test } from "vitest";
import type * as Library from "../../src/index.ts";
import type * as Tools from "../../src/integrations/ai-sdk/index.ts";
import type * as Remote from "../../src/surfaces/client/create-client.ts";
import { packageFolder, programPath, scratch } from "./program.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const offered: readonly string[] = Object.values<string | { default: string }>(manifest.exports)
  .map((one) => (typeof one === "string" ? one : one.default))
  .filter((path) => path.endsWith(".js"));

const load = (path: string) => import(pathToFileURL(join(packageFolder(), path)).href);

test("the package offers something", () => {
  expect(offered).toContain("./dist/index.js");
});

test.each(offered)("%s can be loaded and exports something", async (path) => {
  expect(Object.keys(await load(path))).not.toEqual([]);
});

test("the program may be run by its own name", () => {
  const said = execFileSync(programPath(), ["--version"], { encoding: "utf8" });
  expect(said.trim()).toBe(manifest.version);
});

test("an error is the same class whichever way in it comes out of", async () => {
  const { createMemory, MemoryError }: typeof Library = await load("dist/index.js");
  const remote: typeof Remote = await load("dist/surfaces/client/create-client.js");
  const client = remote.createClient({ url: "http://127.0.0.1:1", key: "none" });
  await expect(createMemory({ path: "a.db", url: "postgres://b" })).rejects.toThrow(MemoryError);
  await expect(client.stats({})).rejects.toThrow(MemoryError);
});

test("a question is answered by meaning, with the embedder that is shipped", async () => {
  const { createMemory }: typeof Library = await load("dist/index.js");
  const memory = await createMemory({ path: ":memory:", upkeep: false });
  onTestFinished(() => memory.close());
  await memory.remember({ tenant: "t", kind: "log", text: "Ana is a physician in a hospital." });
  const { hits } = await memory.search({ tenant: "t", query: "Who is a doctor?" });
  expect(hits.map(({ text }) => text)).toEqual(["Ana is a physician in a hospital."]);
});

test("the AI SDK reads the schemas of our tools", async () => {
  const { createMemory }: typeof Library = await load("dist/index.js");
  const tools: typeof Tools = await load("dist/integrations/ai-sdk/index.js");
  const memory = await createMemory({ path: ":memory:", upkeep: false });
  onTestFinished(() => memory.close());
  const { search_memory } = tools.memoryTools({ memory, tenant: "t", user: "u", agent: "a" });
  const schema = await asSchema(search_memory.inputSchema).jsonSchema;
  expect(schema.required).toEqual(["query"]);
});

test("an MCP client reads the schemas of our tools", async () => {
  const args = [programPath(), "mcp", "--tenant", "t", "--path", join(scratch(), "memory.db")];
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(4);
  for (const { inputSchema } of tools)
    expect(Object.keys(inputSchema.properties ?? {})).not.toEqual([]);
});

test("whatever is packed of another package goes with its licence", () => {
  const dist = join(packageFolder(), "dist");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const packed = files
    .filter((name) => name.endsWith(".js"))
    .flatMap((name) => [...readFileSync(join(dist, name), "utf8").matchAll(PACKED)])
    .map(([, name = ""]) => name);
  const licences = readFileSync(join(dist, "LICENSES.txt"), "utf8").split("\n");
  expect(packed).toContain("zod");
  expect(packed.filter((name) => !licences.includes(name))).toEqual([]);
});

/** Each packed source stands below its path. */
const PACKED = /^\/\/ node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;
