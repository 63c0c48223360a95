// What every command shares: how it answers, where its store is, and whose memory it looks at.

import { type Command, InvalidArgumentError } from "commander";
import type { MemoryEngine } from "../../operations/engine.ts";
import { printJson, printLines } from "./print.ts";

/** How a command answers. */
export type Answering = Readonly<{ json?: boolean; quiet?: boolean }>;
/** Where its store is. */
export type StoreFlags = Readonly<{ path?: string; url?: string; config?: string }>;
export type Session = Answering &
  StoreFlags &
  Readonly<{ tenant: string; user?: string; agent?: string }>;

/** For every command: JSON for programs, silence for scripts. */
export function answering(command: Command): Command {
  return command
    .option("--json", "print the result as JSON and nothing else")
    .option("--quiet", "no notes, no progress");
}

/** For commands that work on a store as a whole. */
export function stored(command: Command): Command {
  return answering(command)
    .option("--path <file>", "SQLite file (or MNEME_PATH; else memory.db)")
    .option("--url <url>", "PostgreSQL (or MNEME_URL)")
    .option("--config <file>", "settings (else mneme.yaml or mneme.json in this folder)");
}

/** For commands that look at one tenant's memory. */
export function scoped(command: Command): Command {
  return stored(command)
    .option("--tenant <id>", "whose memory", "default")
    .option("--user <id>", "look as this user")
    .option("--agent <name>", "look as this agent");
}

type Looking = Readonly<{ tenant: string; user: string | undefined; agent: string | undefined }>;

/** Who looks, for the engine. */
export function lookingAs({ tenant, user, agent }: Session): Looking {
  return { tenant, user, agent };
}

/** `upkeep`: run scheduled jobs meanwhile. `mustExist`: a store that is not there is not made. */
export type Opening = Readonly<{ upkeep?: boolean; mustExist?: boolean }>;

/** Opens the engine for one command; a command that ends at once leaves the scheduled jobs to others. */
export async function withMemory(
  session: StoreFlags,
  use: (memory: MemoryEngine) => Promise<void>,
  { upkeep = false, mustExist = false }: Opening = {},
): Promise<void> {
  // Loaded here, so that help and version do not wait for it.
  const { configOf, refuseMissing, refuseWrongPath } = await import("./settings.ts");
  const config = await configOf(session);
  refuseWrongPath(config);
  if (mustExist) refuseMissing(config);
  const { createMemory } = await import("../../engine.ts");
  const memory = await createMemory({ ...config, upkeep: upkeep && config.upkeep });
  try {
    await use(memory);
  } finally {
    await memory.close();
  }
}

export function report(session: Answering, result: unknown, lines: () => readonly string[]): void {
  if (session.json === true) printJson(result);
  else printLines(lines());
}

export function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("must be a whole number.");
  return Number(text);
}

/** An object as a shell hands it over. */
export function jsonObject(text: string): Record<string, never> {
  const given = parsed(text);
  if (typeof given === "object" && given !== null && !Array.isArray(given))
    return given as Record<string, never>;
  throw new InvalidArgumentError(`must be a JSON object, such as '{"team":"red"}'.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError(`must be JSON, such as '{"team":"red"}'.`);
  }
}
