// Examples under the help of a command. A test runs every one of them, so each must work as it stands.

import type { Command } from "commander";

const HEADING = "Examples:";
const PROMPT = "  $ ";

export function withExamples(command: Command, examples: readonly string[]): Command {
  const lines = examples.map((example) => `${PROMPT}${example}`);
  return command.addHelpText("after", `\n${[HEADING, ...lines].join("\n")}`);
}

/** The examples in the help of a command, as it is printed. */
export function examplesIn(help: string): readonly string[] {
  const [, after = ""] = help.split(`\n${HEADING}\n`);
  const lines = after.split("\n").filter((line) => line.startsWith(PROMPT));
  return lines.map((line) => line.slice(PROMPT.length));
}
