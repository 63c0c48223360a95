// The new key of a store: from the environment, from whoever sits there, or from standard input. Never from an argument,
// which everyone on the machine can read and a shell keeps.

import { createInterface } from "node:readline";
import { Config, environment } from "../../config.ts";
import { MemoryError } from "../../errors.ts";
import { isInteractive } from "./confirm.ts";

/** `variable` is where the environment has it. */
export async function readNewKey(variable: string): Promise<string> {
  const given = environment()[variable] ?? (await (isInteractive() ? asked() : firstLine()));
  const { success } = Config.shape.encryptionKey.safeParse(given);
  if (given === "" || !success)
    throw new MemoryError(
      "invalid_input",
      `The new key needs at least twelve characters, in ${variable} or on standard input.`,
    );
  return given;
}

async function asked(): Promise<string> {
  const { isCancel, password } = await import("@clack/prompts");
  const ask = async (message: string) => {
    const answer = await password({ message, output: process.stderr });
    if (isCancel(answer)) throw new MemoryError("invalid_input", "Nothing was changed.");
    return answer;
  };
  const key = await ask("The new key:");
  if ((await ask("The same again:")) === key) return key;
  throw new MemoryError("invalid_input", "The two were not the same. Nothing was changed.");
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return "";
}
