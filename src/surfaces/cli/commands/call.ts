// `mneme call`: any operation by its name, with its input as JSON; and `mneme operations`, the list of them.

import type { Command } from "commander";
import { MemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import type { OPERATIONS } from "../../../operations/operations.ts";
import { knownOr } from "../did-you-mean.ts";
import { withExamples } from "../examples.ts";
import { paint } from "../paint.ts";
import { printJson, printLines } from "../print.ts";
import { type Answering, answering, type Session, scoped, withMemory } from "../session.ts";

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
