// The program as users run it: compiled once, started as a process, on a scratch folder.

import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const BUILD = join(ROOT, "node_modules/.cache/mneme-cli");
const MAIN = join(BUILD, "dist/surfaces/cli/main.js");

/** Compiles what changed. Types are left to the compiler proper; here it is only about running what was written. */
function compile(): void {
  mkdirSync(join(BUILD, "bin"), { recursive: true });
  for (const name of readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })) {
    const source = join(ROOT, "src", name);
    const target = join(BUILD, "dist", name).replace(/\.ts$/, ".js");
    if (!name.endsWith(".ts") || isNewer(target, source)) continue;
    writeWhole(target, transpiled(readFileSync(source, "utf8")));
  }
  for (const beside of ["package.json", "assets", "bench"])
    if (!existsSync(join(BUILD, beside))) symlinkSync(join(ROOT, beside), join(BUILD, beside));
  const script = join(BUILD, "bin/mneme");
  if (existsSync(script)) return;
  writeWhole(script, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(script, 0o755);
}

function isNewer(target: string, source: string): boolean {
  return existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs;
}

/** Test files that run at the same time see a file whole or not at all. */
function writeWhole(target: string, text: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, target);
}

compile();

export function programPath(): string {
  return MAIN;
}

function transpiled(source: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
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
