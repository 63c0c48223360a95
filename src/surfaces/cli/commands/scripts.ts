// `mneme eval` and `mneme bench`: measurements, which live in a checkout and are not part of the package.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { packageFolder } from "../../../config/package-folder.ts";
import { MemoryError } from "../../../errors.ts";
import { withExamples } from "../examples.ts";
import { type Answering, answering, report } from "../session.ts";

const ABOUT = {
  eval: "Measure quality on data sets (in a checkout of the source).",
  bench: "Measure speed and scale (in a checkout of the source).",
} as const;
type Script = keyof typeof ABOUT;
type Options = Answering & { dryRun?: boolean };

export function addEval(program: Command): void {
  addScript(program, "eval");
}

export function addBench(program: Command): void {
  addScript(program, "bench");
}

function addScript(program: Command, name: Script): void {
  const command = answering(program.command(name))
    .description(ABOUT[name])
    .argument("[args...]", "what to measure; options of its own after `--`")
    .option("--dry-run", "say what would be run, and run nothing")
    .action((args: string[], options: Options) => runScript(name, args, options));
  withExamples(command, [`mneme ${name} --dry-run`]);
}

async function runScript(name: Script, args: readonly string[], options: Options): Promise<void> {
  const root = checkoutWith(name);
  const line = ["run", "--silent", name, "--", ...args];
  if (options.dryRun === true)
    return report(options, { folder: root, run: ["npm", ...line] }, () => [
      `npm ${line.join(" ")}`,
    ]);
  // What it prints is for people; where JSON was asked for it must not get in between.
  const stdout = options.json === true ? 2 : "inherit";
  const child = spawn("npm", line, { cwd: root, stdio: ["inherit", stdout, "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new MemoryError("internal", `npm run ${name} ended with ${code}.`);
  report(options, { script: name, exitCode: code }, () => []);
}

/** The folder of the source, when this program runs out of one that has such a script. */
function checkoutWith(name: Script): string {
  const folder = packageFolder();
  const isCheckout = existsSync(join(folder, "bench"));
  if (isCheckout && scriptsOf(folder).includes(name)) return folder;
  if (isCheckout) throw new MemoryError("not_supported", `This checkout has no script "${name}".`);
  throw new MemoryError(
    "not_supported",
    `\`mneme ${name}\` runs in a checkout of the source; the package does not bring its data and tools.`,
  );
}

function scriptsOf(folder: string): readonly string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const scripts: unknown =
    typeof manifest === "object" && manifest !== null && Reflect.get(manifest, "scripts");
  return typeof scripts === "object" && scripts !== null ? Object.keys(scripts) : [];
}
