#!/usr/bin/env node
// The command line. Owns exit codes; standard output is for results, standard error for everything else.

import { CommanderError } from "commander";
import { asMemoryError, MemoryError } from "../../errors.ts";
import { printError, printJson } from "./print.ts";
import { createProgram } from "./program.ts";

async function main(argv: readonly string[]): Promise<number> {
  const isJson = argv.includes("--json");
  const shown: string[] = [];
  const showsAll = argv.includes("--all") && (argv[0] === "help" || argv.includes("--help"));
  const program = createProgram((text) => {
    if (isJson) shown.push(text);
    else process.stdout.write(text);
  }, showsAll);
  try {
    await program.parseAsync(showsAll ? ["--help"] : [...argv], { from: "user" });
    // A command that answered, and whose answer is bad news, has said so.
    return Number(process.exitCode ?? 0);
  } catch (thrown) {
    if (thrown instanceof CommanderError) return usage(thrown, isJson ? shown.join("") : undefined);
    const error = asMemoryError(thrown);
    printError(error, isJson);
    return error.exitCode;
  }
}

/** Help and version are answers, told as JSON where JSON was asked for; everything else was a wrong call. */
function usage(thrown: CommanderError, shown: string | undefined): number {
  const isAnswer = thrown.exitCode === 0;
  if (shown !== undefined && isAnswer) {
    const key = thrown.code === "commander.version" ? "version" : "help";
    printJson({ [key]: shown.trim() });
  }
  if (shown !== undefined && !isAnswer)
    printError(new MemoryError("invalid_input", thrown.message.replace(/^error: /, "")), true);
  return isAnswer ? 0 : 2;
}

// A reader that stops early, such as `head`, is not an error.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
process.exitCode = await main(process.argv.slice(2));
