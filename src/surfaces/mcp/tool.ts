// What a tool is: one operation of the engine, described for a model.

import type { z } from "zod";
import { parseInput } from "../../operations/inputs.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import { allow, type OperationName } from "./principal.ts";
import type { McpSession } from "./session.ts";

type Described<Given, Output extends z.ZodObject> = Readonly<{
  name: string;
  title: string;
  /** Says when to use it and when not to. */
  description: string;
  operation: OperationName;
  isDestructive: boolean;
  isIdempotent: boolean;
  input: z.ZodObject & z.ZodType<Given>;
  output: Output;
  run: (given: Given, session: McpSession) => Promise<z.input<Output>>;
}>;

/** A described tool that takes whatever a client sent: permission first, then the shape of the arguments. */
export type Tool = Omit<Described<unknown, z.ZodObject>, "run"> &
  Readonly<{ call: (given: unknown, session: McpSession) => Promise<Record<string, unknown>> }>;

export function tool<Given, Output extends z.ZodObject>({
  run,
  ...described
}: Described<Given, Output>): Tool {
  return {
    ...described,
    call: async (given, session) => {
      allow(session.principal, described.operation);
      const parsed = parseInput<Given>(described.input, given);
      session.charge?.(OPERATIONS[described.operation].modelCalls ?? 0);
      return run(parsed, session);
    },
  };
}
