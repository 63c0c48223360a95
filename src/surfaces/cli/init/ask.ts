// Asks which MCP clients shall know of this memory. Where nobody can be asked: those that are on this machine.

import { MemoryError } from "../../../errors.ts";
import { isInteractive } from "../confirm.ts";
import type { Client, ClientName } from "./clients.ts";

export async function askClients(
  known: readonly Client[],
  found: readonly ClientName[],
  { yes, dryRun }: Readonly<{ yes?: boolean; dryRun?: boolean }>,
): Promise<readonly ClientName[]> {
  if (yes === true || dryRun === true || !isInteractive()) return found;
  const { isCancel, multiselect } = await import("@clack/prompts");
  const answer = await multiselect<ClientName>({
    message: "Which programs shall use this memory?",
    options: known.map(({ name, title, file }) => ({ value: name, label: title, hint: file })),
    initialValues: [...found],
    required: false,
    output: process.stderr,
  });
  if (isCancel(answer)) throw new MemoryError("invalid_input", "Nothing was written.");
  return answer;
}
