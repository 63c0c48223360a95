// What serves one connection: the engine, shared by all of them, and the one who is connected.

import type { MemoryEngine } from "../../operations/engine.ts";
import type { Principal } from "./principal.ts";

export type McpSession = Readonly<{
  memory: MemoryEngine;
  principal: Principal;
  /** Told what went wrong and was not the client's doing; a client only sees a code. */
  report: (error: Error) => void;
  /** Counts calls to models that a tool may cause, and refuses too many; absent where one person has it to themselves. */
  charge?: (modelCalls: number) => void;
}>;
