// The commands for scripts: call, operations, completion, eval, bench.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Argument, type Command } from "commander";
import { packageFolder } from "../../../config/package-folder.ts";
import { MemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import type { OPERATIONS } from "../../../operations/operations.ts";
import { SHELLS, type Shell } from "../completion.ts";
import { knownOr } from "../did-you-mean.ts";
import { withExamples } from "../examples.ts";
import { paint, printJson, printLines } from "../print.ts";
import { type Answering, answering, report, type Session, scoped, withMemory } from "../session.ts";

type Name = keyof typeof OPERATIONS;

export function addCall(program: Command): void {
  const command = scoped(program.command("call"))
    .description("Run any operation of the engine; the result is printed as JSON.")
    .argument("<operation>", "see `mneme operations`")
    .argument("[input]", "its input as a JSON object", "{}")
    .action(async (given: string, input: string, options: Session) => {
      const name = knownOr(given, Object.keys(await table()), "operation") as Name;
      await withMemory(options, async (memory) => {
        printJson(await callByName(memory, name, { ...namedIn(options), ...objectIn(input) }));
      });
    });
  withExamples(command, ["mneme call stats", `mneme call search '{"query":"cello","limit":2}'`]);
}

export function addOperations(program: Command): void {
  const command = answering(program.command("operations"))
    .description("Everything the engine can do.")
    .action(async (options: Answering) => {
      const operations = Object.values(await table());
      const list = operations.map(({ name, access, summary }) => ({ name, access, summary }));
      if (options.json === true) printJson(list);
      else
        printLines(
          list.map(
            ({ name, access, summary }) =>
              `${paint.cyan(name.padEnd(16))} ${paint.dim(access.padEnd(8))} ${summary}`,
          ),
        );
    });
  withExamples(command, ["mneme operations", "mneme operations --json"]);
}

/** Loaded when it is asked for: every schema of the engine hangs on it. */
async function table(): Promise<typeof OPERATIONS> {
  return (await import("../../../operations/operations.ts")).OPERATIONS;
}

function namedIn({ tenant, user, agent }: Session): object {
  return {
    tenant,
    ...(user === undefined ? {} : { user }),
    ...(agent === undefined ? {} : { agent }),
  };
}

/** The engine checks the input against the operation's schema, whatever its type says here. */
function callByName(memory: MemoryEngine, name: Name, input: object): Promise<unknown> {
  return memory.admin.call(name, input as never);
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new MemoryError("invalid_input", "The input is not JSON.", { cause });
  }
  throw new MemoryError("invalid_input", "The input is not a JSON object.");
}

/** `mneme completion`: a script that completes commands and options in a shell. */
export function addCompletion(program: Command): void {
  const command = answering(program.command("completion"))
    .description("Print a script that completes commands and options in a shell.")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .action(async (shell: Shell, options: Answering) => {
      const { completionScript } = await import("../completion.ts");
      const script = completionScript(program, shell);
      report(options, { shell, script }, () => [script]);
    });
  withExamples(command, [
    'eval "$(mneme completion bash)"',
    "mneme completion zsh > _mneme",
    "mneme completion fish > mneme.fish",
    "mneme completion pwsh > mneme.ps1",
    "mneme completion bash --json",
  ]);
}

// `mneme eval` and `mneme bench`: measurements, which live in a checkout and are not part of the package.

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
