// The program's commands, as its help tells them.

import type { Command } from "commander";
import { examplesIn } from "../../src/surfaces/cli/examples.ts";
import { createProgram } from "../../src/surfaces/cli/program.ts";

export type Leaf = Readonly<{
  /** As it is typed, without the program's own name. */
  name: string;
  command: Command;
  help: string;
  examples: readonly string[];
}>;

/** Every command that does something, in the order of the help. */
export function leaves(): readonly Leaf[] {
  const written: string[] = [];
  const program = createProgram((text) => written.push(text));
  const walk = (command: Command, name: string): readonly Leaf[] => {
    if (command.commands.length > 0)
      return command.commands.flatMap((sub) => walk(sub, `${name} ${sub.name()}`.trim()));
    written.length = 0;
    command.outputHelp();
    const help = written.join("");
    return [{ name, command, help, examples: examplesIn(help) }];
  };
  return walk(program, "");
}
