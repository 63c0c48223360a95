// The types as a program sees them that has installed the package and none of its optional peers, and lets the compiler
// look into every library.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratch } from "./program.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const TSC = join("node_modules", "typescript", "bin", "tsc");
const LARGEST = 60_000;

const PROGRAM = `
import { createMemory, type MemoryEngine, type Receipt } from "mneme";
import { createClient } from "mneme/client";
import { serve } from "mneme/http";
import * as mcp from "mneme/mcp";

const memory: MemoryEngine = await createMemory({ path: ":memory:" });
const receipt: Receipt = await memory.remember({ tenant: "acme", text: "The office is closed." });
const { hits } = await memory.search({ tenant: "acme", query: "office" });
export const texts: readonly string[] = hits.map(({ text }) => text);
export const stored: number = receipt.stored.length;
export const client = createClient({ url: "http://127.0.0.1:1", key: "k" });
export const people: string[] = (await client.people({})).map(({ name }) => name);
// @ts-expect-error: a tenant is needed.
await memory.vault.stats({});
// @ts-expect-error: there is no such kind.
await memory.remember({ tenant: "acme", text: "x", kind: "thought" });
export { mcp, serve };
`;

test("a program compiles against the package with skipLibCheck off and no optional peer", () => {
  const folder = scratch();
  const installed = join(folder, "node_modules", "mneme");
  mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
  for (const name of [...Object.keys(manifest.dependencies), "@types/node"]) link(name, folder);
  const types = join(installed, "dist");
  execFileSync(process.execPath, [
    ...[TSC, "-p", "tsconfig.build.json", "--outDir", types],
    ...["--tsBuildInfoFile", join(folder, "build.tsbuildinfo")],
  ]);
  writeFileSync(join(installed, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const compilerOptions = {
    ...{ target: "es2023", module: "nodenext", types: ["node"], noEmit: true },
    ...{ strict: true, skipLibCheck: false },
  };
  const config = { compilerOptions, files: ["program.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  expect(said(() => execFileSync(process.execPath, [TSC, "-p", folder]))).toBe("");
  expect(statSync(join(types, "operations", "operations.d.ts")).size).toBeLessThan(LARGEST);
}, 300_000);

function link(name: string, folder: string): void {
  const [scope, own] = name.split("/");
  if (own !== undefined) mkdirSync(join(folder, "node_modules", scope ?? ""), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules", name), join(folder, "node_modules", name));
}

/** What the compiler had to say. */
function said(compile: () => Buffer): string {
  try {
    return compile().toString();
  } catch (thrown) {
    return String(Reflect.get(Object(thrown), "stdout"));
  }
}
