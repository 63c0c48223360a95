// What every command shares: whose memory, where it is, and how the result is printed.

import { type Command, InvalidArgumentError } from "commander";
import { environment, loadConfig } from "../../config.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { printJson, printLines } from "./print.ts";

export type Session = Readonly<{
  tenant: string;
  user?: string;
  agent?: string;
  path?: string;
  url?: string;
  json?: boolean;
}>;

export function scoped(command: Command): Command {
  return command
    .option("--tenant <id>", "whose memory", "default")
    .option("--user <id>", "look as this user")
    .option("--agent <name>", "look as this agent")
    .option("--path <file>", "SQLite file (or MNEME_PATH; memory.db when neither is given)")
    .option("--url <url>", "PostgreSQL (or MNEME_URL)")
    .option("--json", "print the result as JSON and nothing else");
}

type Looking = Readonly<{ tenant: string; user: string | undefined; agent: string | undefined }>;

/** Who looks, for the engine. */
export function lookingAs({ tenant, user, agent }: Session): Looking {
  return { tenant, user, agent };
}

/** Opens the engine for one command; a command that ends at once leaves the scheduled jobs to others. */
export async function withMemory(
  session: Session,
  use: (memory: MemoryEngine) => Promise<void>,
  { upkeep } = { upkeep: false },
): Promise<void> {
  const { path, url } = session;
  const given = {
    upkeep,
    ...(path === undefined ? {} : { path }),
    ...(url === undefined ? {} : { url }),
  };
  // Loaded here, so that help and version do not wait for it.
  const { createMemory } = await import("../../engine.ts");
  const memory = await createMemory(loadConfig(given, environment()));
  try {
    await use(memory);
  } finally {
    await memory.close();
  }
}

export function report(session: Session, result: unknown, lines: () => readonly string[]): void {
  if (session.json === true) printJson(result);
  else printLines(lines());
}

export function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("must be a whole number.");
  return Number(text);
}
