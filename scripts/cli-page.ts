// The page about the command line: what people wrote, with the reference of the commands from the program itself.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { examplesIn } from "../src/surfaces/cli/examples.ts";
import { createProgram } from "../src/surfaces/cli/program.ts";

const PAGE = join(import.meta.dirname, "../docs/cli.md");
const [BEGIN, END] = ["<!-- commands: begin -->", "<!-- commands: end -->"];
/** Every command has them, so they are told once, above. */
const EVERYWHERE = ["--json", "--quiet", "--path", "--url", "--config"];

function cliReference(): string {
  const written: string[] = [];
  const program = createProgram((text) => written.push(text));
  const sections = (command: Command, name: string): readonly string[] => {
    if (command.commands.length > 0)
      return command.commands.flatMap((sub) => sections(sub, `${name} ${sub.name()}`));
    written.length = 0;
    command.outputHelp();
    return [section(command, name, examplesIn(written.join("")))];
  };
  return sections(program, "mneme").join("\n");
}

function section(command: Command, name: string, examples: readonly string[]): string {
  const given = command.registeredArguments.map(
    (argument) => `\`${argument.name()}\`: ${argument.description}`,
  );
  const options = command.options
    .filter(({ long }) => !EVERYWHERE.includes(long ?? ""))
    .map(({ flags, description }) => `\`${flags}\`: ${description}`);
  const aliases = command.aliases().map((alias) => ` (also \`mneme ${alias}\`)`);
  return [
    `### ${name}${aliases.join("")}`,
    "",
    command.description(),
    "",
    ...[...given, ...options].map((line) => `- ${line}`),
    ...(given.length + options.length === 0 ? [] : [""]),
    "```sh",
    ...examples,
    "```",
    "",
  ].join("\n");
}

/** What people wrote around the reference stays. */
export function cliPage(): string {
  const page = readFileSync(PAGE, "utf8");
  const begin = page.indexOf(BEGIN) + BEGIN.length;
  return `${page.slice(0, begin)}\n\n${cliReference()}\n${page.slice(page.indexOf(END))}`;
}
