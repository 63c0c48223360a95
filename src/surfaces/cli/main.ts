#!/usr/bin/env node
// The command line. Owns exit codes; standard output is for results, standard error for everything else.

import { Command, CommanderError } from "commander";
import { asMemoryError } from "../../errors.ts";
import { addCommands } from "./commands.ts";
import { packageVersion } from "./package-version.ts";
import { printError } from "./print.ts";

export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command("mneme")
    .description("Durable memory for AI agents and chat bots.")
    .version(packageVersion())
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) });
  addCommands(program);
  try {
    await program.parseAsync([...argv], { from: "user" });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    const error = asMemoryError(thrown);
    printError(error, argv.includes("--json"));
    return error.exitCode;
  }
}

// A reader that stops early, such as `head`, is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.exitCode = await main(process.argv.slice(2));
