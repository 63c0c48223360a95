// What can follow each command of the program: subcommands, options, and the values an option or argument may have.

import type { Command } from "commander";

/** `path` is the command as typed, without the program's own name: "" for the program, `keys create` … */
export type Words = Readonly<{ path: string; words: readonly Word[] }>;
export type Word = Readonly<{ text: string; about: string }>;

export function wordsOf(command: Command, path = ""): readonly Words[] {
  const nested = command.commands.flatMap((sub) =>
    [sub.name(), ...sub.aliases()].flatMap((name) => wordsOf(sub, `${path} ${name}`.trim())),
  );
  return [{ path, words: following(command) }, ...nested];
}

function following(command: Command): readonly Word[] {
  const subcommands = command.commands.flatMap((sub) =>
    [sub.name(), ...sub.aliases()].map((text) => ({ text, about: sub.description() })),
  );
  const standing = command.commands.find((sub) => isDefault(command, sub));
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((text) => ({ text, about: description })),
  );
  const options = [...command.options, ...(standing?.options ?? [])].map((option) => ({
    text: option.long ?? option.flags,
    about: option.description,
  }));
  return [...subcommands, ...choices, ...options, { text: "--help", about: "what it does" }];
}

/** The subcommand that is meant when none is named; its options can follow at once. */
function isDefault(command: Command, sub: Command): boolean {
  return Reflect.get(command, "_defaultCommandName") === sub.name();
}
