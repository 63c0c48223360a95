// What is made for people and shows a tenant as a whole, so that it would lead an agent round its allowlist.

import type { z } from "zod";
import type { Doing } from "../curate/doing.ts";
import { MemoryError } from "../errors.ts";
import type { State } from "../model/state.ts";
import { doing, type EngineContext } from "./context.ts";
import type { Doer } from "./inputs.ts";

export function refuseAgent({ agent }: Readonly<{ agent?: string | undefined }>): void {
  if (agent !== undefined)
    throw new MemoryError("forbidden", "This is for people; agents search, or ask for a context.");
}

/** What was forgotten can still be brought back by a person for a while; to an agent it is gone. */
export function refuseForgotten(
  { agent }: Readonly<{ agent?: string | undefined }>,
  states: readonly State[] | undefined,
): void {
  const isForgotten = states?.some((state) => state === "soft_deleted" || state === "purged");
  if (agent !== undefined && isForgotten === true)
    throw new MemoryError("forbidden", "What was forgotten is shown to people, not to agents.");
}

/** A decision, or a person's own word: an agent may not give it, whoever called it in. */
export function person(given: z.output<typeof Doer>, context: EngineContext): Doing {
  if (given.agent !== undefined)
    throw new MemoryError("forbidden", "An agent cannot decide this; a person has to.");
  return doing(given, context);
}
