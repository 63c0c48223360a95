// The program as a tree of commands. Light to build: whatever a command needs is loaded when it runs.

import { Command } from "commander";
import { addCommands } from "./commands.ts";
import { withExamples } from "./examples.ts";
import { packageVersion } from "./package-version.ts";

export function createProgram(writeOut: (text: string) => void): Command {
  const program = withExamples(
    new Command("mneme")
      .description("Durable memory for AI agents and chat bots.")
      .version(packageVersion())
      .showSuggestionAfterError()
      .showHelpAfterError("`--help` shows what there is.")
      .configureHelp({ subcommandTerm })
      .exitOverride()
      .configureOutput({ writeOut, writeErr: (text) => process.stderr.write(text) }),
    ["mneme demo", 'mneme add "The office is closed on Fridays"', 'mneme search "office hours"'],
  );
  addCommands(program);
  return program;
}

/** What must follow it; that options may is said in its own help. */
function subcommandTerm(command: Command): string {
  const given = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [[command.name(), ...command.aliases()].join("|"), ...given].join(" ");
}
