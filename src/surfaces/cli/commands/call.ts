// `mneme call`: any operation by its name, with its input as JSON; and `mneme operations`, the list of them.

import { Argument, type Command } from "commander";
import pc from "picocolors";
import { MemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { OPERATIONS } from "../../../operations/operations.ts";
import { printJson, printLines } from "../print.ts";
import { type Session, scoped, withMemory } from "../session.ts";

type Name = keyof typeof OPERATIONS;

const NAMES = Object.keys(OPERATIONS).filter((name): name is Name => name in OPERATIONS);

export function addCall(program: Command): void {
  scoped(program.command("call"))
    .description("Run any operation of the engine; the result is printed as JSON.")
    .addArgument(new Argument("<operation>", "see `mneme operations`").choices(NAMES))
    .argument("[input]", "its input as a JSON object", "{}")
    .action((name: Name, input: string, options: Session) =>
      withMemory(options, async (memory) => {
        const { tenant, user, agent } = options;
        const looking = {
          tenant,
          ...(user === undefined ? {} : { user }),
          ...(agent === undefined ? {} : { agent }),
        };
        printJson((await callByName(memory, name, { ...looking, ...objectIn(input) })) ?? null);
      }),
    );
  program
    .command("operations")
    .description("Everything the engine can do.")
    .option("--json", "as JSON")
    .action((options: { json?: boolean }) => {
      const list = NAMES.map((name) => ({
        name,
        access: OPERATIONS[name].access,
        summary: OPERATIONS[name].summary,
      }));
      if (options.json === true) printJson(list);
      else
        printLines(
          list.map(
            ({ name, access, summary }) =>
              `${pc.cyan(name.padEnd(16))} ${pc.dim(access.padEnd(8))} ${summary}`,
          ),
        );
    });
}

/** The engine checks the input against the operation's schema, whatever its type says here. */
function callByName(memory: MemoryEngine, name: Name, input: object): Promise<unknown> {
  const method: (input: never) => Promise<unknown> = memory[name];
  return method(input as never);
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
