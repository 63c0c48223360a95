// Whose conversation it is, as every part of this integration is told.

import type { MemoryEngine } from "../../operations/engine.ts";

export type Speaker = Readonly<{
  memory: Pick<MemoryEngine, "context" | "ingest" | "search" | "remember" | "forget">;
  tenant: string;
  /** The person who talks to the model. */
  user: string;
  /** The name others know the person by. */
  userName?: string;
  /** The agent that answers. What it says is remembered as an assistant's. */
  agent: string;
}>;
