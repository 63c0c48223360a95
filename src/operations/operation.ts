// What the engine can do, described once. The library and every surface are made from these descriptions.

import type { z } from "zod";
import type { EngineContext } from "./context.ts";

/** Which credential may call it. `vouch` is writing that stands for a person's own word, so no agent may. */
export type Access = "read" | "write" | "vouch" | "review" | "operate";

export type Operation<Input extends z.ZodType, Output> = Readonly<{
  name: string;
  summary: string;
  access: Access;
  http: Readonly<{ method: "GET" | "POST" | "PATCH" | "DELETE"; path: string }>;
  /** How many calls to a model it may cause; without it, none. */
  modelCalls?: number;
  /** Whether its input holds a whole file. */
  isFile?: boolean;
  /** The field of the last one seen that `after` takes, where that is not its id. */
  goesOnBy?: string;
  input: Input;
  /** What it gives back. Where that may be nothing, this is the something. */
  output: z.ZodType<NoInfer<Output>>;
  run: (input: z.output<Input>, context: EngineContext) => Promise<Output>;
}>;

/** Only gives the description its type. */
export function operation<Input extends z.ZodType, Output>(
  described: Operation<Input, Output>,
): Operation<Input, Output> {
  return described;
}
