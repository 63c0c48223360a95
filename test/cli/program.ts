// The program as users run it: packed once, started as a process, on a scratch folder.

import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const BUILD = join(ROOT, "node_modules/.cache/mneme-cli", hashOfSources());
const MAIN = join(BUILD, "dist/surfaces/cli/main.js");

/** Packed as for a release, once for a state of the sources however many test files ask for it. */
function pack(): void {
  if (existsSync(BUILD)) return;
  const draft = `${BUILD}.${process.pid}`;
  mkdirSync(join(draft, "bin"), { recursive: true });
  const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
  execFileSync(process.execPath, [tsx, join(ROOT, "scripts/bundle.ts"), join(draft, "dist")]);
  for (const beside of ["package.json", "assets", "bench"])
    symlinkSync(join(ROOT, beside), join(draft, beside));
  writeFileSync(join(draft, "bin/mneme"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(join(draft, "bin/mneme"), 0o755);
  try {
    renameSync(draft, BUILD);
  } catch (thrown) {
    // Of test files that start at the same time the first one's is used.
    if (!existsSync(BUILD)) throw thrown;
    rmSync(draft, { recursive: true });
  }
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  const names = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).toSorted();
  const sources = names.filter((name) => name.endsWith(".ts")).map((name) => join("src", name));
  for (const name of [...sources, "scripts/bundle.ts", "package.json"])
    hash.update(name).update(readFileSync(join(ROOT, name)));
  return hash.digest("hex").slice(0, 16);
}

pack();

/** Where the package lies, packed. */
export function packageFolder(): string {
  return BUILD;
}

export function programPath(): string {
  return MAIN;
}

/** Taken away when the test ends. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Ran = Readonly<{ code: number; stdout: string; stderr: string }>;
export type Running = Readonly<{
  folder: string;
  input?: string;
  env?: Readonly<Record<string, string>>;
}>;

/** The environment of a user who has set nothing, at home in the scratch folder. */
export function plainEnv(folder: string): Record<string, string> {
  const kept = ["PATH", "TMPDIR", "LANG"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), HOME: folder };
}

/** One command, by its arguments. */
export function mneme(args: readonly string[], running: Running): Promise<Ran> {
  return ran(process.execPath, [MAIN, ...args], running);
}

/** A line for a shell that knows `mneme`. */
export function inShell(line: string, running: Running): Promise<Ran> {
  const env = { PATH: `${join(BUILD, "bin")}:${process.env["PATH"] ?? ""}`, ...running.env };
  return ran("bash", ["-c", line], { ...running, env });
}

function ran(command: string, args: readonly string[], running: Running): Promise<Ran> {
  const { folder, input = "", env = {} } = running;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env: { ...plainEnv(folder), ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
