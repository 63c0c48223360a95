// Asks before something is destroyed. Where nobody can be asked, it must have been said beforehand.

import { MemoryError } from "../../errors.ts";

export type Consent = Readonly<{ yes?: boolean; dryRun?: boolean }>;

/** Whether a person sits at both ends. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** True when it may go on; false when the person asked said no. What destroys nothing may be `likely`. */
export async function mayGoOn(
  question: string,
  { yes }: Consent,
  { likely = false }: Readonly<{ likely?: boolean }> = {},
): Promise<boolean> {
  if (yes === true) return true;
  if (!isInteractive())
    throw new MemoryError(
      "invalid_input",
      `${question} There is no terminal to ask at: pass --yes to confirm.`,
    );
  const { confirm } = await import("@clack/prompts");
  const answer = await confirm({ message: question, initialValue: likely, output: process.stderr });
  return answer === true;
}
