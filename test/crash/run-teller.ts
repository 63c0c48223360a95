// Starts tellers as processes of their own. They are bundled once: a crash matrix starts hundreds of them.

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Task } from "./workers/teller.ts";

type Esbuild = { build(options: Readonly<Record<string, unknown>>): Promise<unknown> };

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Below the packages, so that what stays outside the bundle is found; ignored with them. */
const BUNDLES = join(HERE, "../../node_modules/.cache/mneme-crash");

export async function bundle(worker: "teller" | "crowd"): Promise<string> {
  // The bundler that the TypeScript loader brings along.
  const loader = createRequire(createRequire(import.meta.url).resolve("tsx/package.json"));
  const { build } = loader("esbuild") as Esbuild;
  mkdirSync(BUNDLES, { recursive: true });
  const outfile = join(BUNDLES, `${worker}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(HERE, `workers/${worker}.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    alias: { "@photostructure/sqlite": join(HERE, "counted-sqlite.ts") },
    external: ["pg", "ai", "@ai-sdk/*"],
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
  return outfile;
}

export type Ended = Readonly<{ done: readonly number[]; wasKilled: boolean }>;

export async function runTeller(script: string, task: Task): Promise<Ended> {
  const child = spawn(process.execPath, [script, JSON.stringify(task)]);
  let said = "";
  let complaint = "";
  child.stdout.on("data", (data: Buffer) => {
    said += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    complaint += data.toString();
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on("close", (exit, by) => resolve([exit, by])),
  );
  if (code !== 0 && signal !== "SIGKILL")
    throw new Error(`The teller ended with ${code}: ${complaint}`);
  // The last line may have been cut in the middle of being written.
  const done = said.split("\n").slice(0, -1).map(Number);
  return { done, wasKilled: signal === "SIGKILL" };
}
