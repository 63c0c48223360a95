// The examples of a page: blocks of code, of which those with a name are files for the others.

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { inShell, type Ran } from "../cli/program.ts";

export type Block = Readonly<{ language: string; name: string; text: string }>;

export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", name = "", text = ""]) => ({ language, name, text }),
  );
}

/** Those of SQL are what is done to make an SQLite database of that name, unless they are a file of SQL. */
export function writeFiles(blocks: readonly Block[], folder: string): void {
  for (const { language, name, text } of blocks) {
    if (name === "") continue;
    if (language !== "sql" || name.endsWith(".sql")) writeFileSync(join(folder, name), text);
    else {
      const db = new DatabaseSync(join(folder, name));
      db.exec(text);
      db.close();
    }
  }
}

/** Line by line, until one fails. */
export function runScript(script: string, folder: string, env = {}): Promise<Ran> {
  const lines = script
    .trim()
    .split("\n")
    .map((line) => line.replace(/ +# .*$/, ""));
  return inShell(lines.join(" && "), { folder, env });
}

const ROOT = join(import.meta.dirname, "../..");
const DOORS: Readonly<Record<string, string>> = {
  mneme: "src/index.ts",
  "mneme/http": "src/surfaces/http/serve.ts",
  "mneme/client": "src/surfaces/client/create-client.ts",
};

/** What a program prints; our own packages are the sources. */
export async function runProgram(code: string, folder: string, env = {}): Promise<string> {
  const file = join(folder, "program.mts");
  const found = code.replace(/(?<=from )"(mneme[^"]*)"/g, (_whole, door: string) =>
    JSON.stringify(join(ROOT, DOORS[door] ?? door)),
  );
  writeFileSync(file, found);
  const tsx = join(ROOT, "node_modules/tsx/dist/esm/index.mjs");
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", tsx, file], options);
  return stdout;
}
