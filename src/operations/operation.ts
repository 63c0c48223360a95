// What the engine can do, described once. The library and every surface are made from these descriptions.

import type { z } from "zod";
import type { EngineContext } from "./engine-context.ts";

/** Which credential may call it. `vouch` is writing that stands for a person's own word, so no agent may. */
export type Access = "read" | "write" | "vouch" | "review" | "operate";

type Description = Readonly<{
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
}>;

/** What a caller passes and gets back; in between, `run` takes the input as it was parsed. */
export interface Operation<Given, Output> extends Description {
  readonly input: z.ZodType<unknown, Given>;
  /** What it gives back. Where that may be nothing, this is the something. */
  readonly output: z.ZodType<NonNullable<Output>>;
  run(parsed: never, context: EngineContext): Promise<Output>;
}

type Described<Parsed, Given, Output> = Description &
  Readonly<{
    input: z.ZodObject & z.ZodType<Parsed, Given>;
    output: z.ZodType<NonNullable<NoInfer<Output>>>;
    run: (parsed: Parsed, context: EngineContext) => Promise<Output>;
  }>;

/** Only gives the description its type. */
export function operation<Parsed, Given, Output>(
  described: Described<Parsed, Given, Output>,
): Operation<Given, Output> {
  return described;
}
