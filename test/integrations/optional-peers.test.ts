// Whoever imports `mneme` loads no framework: integrations are reached by their own addresses only.

import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "../architecture/source-files.ts";

const PEERS = /^(?:@langchain\/|@anthropic-ai\/|@openai\/|discord\.js|mem0ai)/;
/** Imports that are there when the program runs; those of types alone are not. */
const RUNTIME_IMPORT = /^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gm;

function importsOf(path: string): string[] {
  const source = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  return [...source.matchAll(RUNTIME_IMPORT)].map(([, specifier]) => specifier ?? "");
}

/** Every file of ours that is loaded with this one, and the packages they name. */
function loadedWith(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files)
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith(".")) files.add(posix.join(posix.dirname(file), specifier));
      else packages.add(specifier);
    }
  return { files, packages };
}

test("importing the engine, the server, MCP or the client loads no integration and no framework", () => {
  for (const entry of [
    "src/index.ts",
    "src/surfaces/http/serve.ts",
    "src/surfaces/mcp/mount.ts",
    "src/surfaces/client/create-client.ts",
  ]) {
    const { files, packages } = loadedWith(entry);
    expect([...files].filter((file) => file.startsWith("src/integrations/"))).toEqual([]);
    expect([...packages].filter((name) => PEERS.test(name) || name === "ai")).toEqual([]);
  }
});

test("the walk sees what an integration loads", () => {
  expect(loadedWith("src/integrations/langgraph/index.ts").packages).toContain(
    "@langchain/langgraph-checkpoint",
  );
  expect(loadedWith("src/index.ts").files.size).toBeGreaterThan(100);
});

test("no file outside src/integrations names a framework", () => {
  const outside = sourceFiles("src").filter(({ path }) => !path.startsWith("src/integrations/"));
  const named = outside.filter(({ path }) => importsOf(path).some((name) => PEERS.test(name)));
  expect(named.map(({ path }) => path)).toEqual([]);
});
