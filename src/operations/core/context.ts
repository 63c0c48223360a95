// The block of memory that goes into a prompt, in one style or another.

import { z } from "zod";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { context as buildContext } from "../../read/context.ts";
import { CONTEXT_STYLES } from "../../read/context-request.ts";
import { recordSearch } from "../count-uses.ts";
import { looking } from "../engine-context.ts";
import { Body, Id, Looking, Time } from "../inputs.ts";
import { operation } from "../operation.ts";
import { ContextOutput } from "../outputs.ts";

const MAX_PEOPLE = 100;

const ContextInput = Looking.extend({
  style: z.enum(CONTEXT_STYLES).optional(),
  query: Body.optional(),
  budgetTokens: z.int().min(1).max(1_000_000).optional(),
  thread: Id.optional(),
  sinceRevision: z.int().min(0).optional(),
  channel: Id.optional(),
  participants: z.array(Id).max(MAX_PEOPLE).optional(),
  mentions: z.array(Id).max(MAX_PEOPLE).optional(),
  asOf: Time.optional(),
  validAt: Time.optional(),
  fence: z.boolean().optional(),
});
export interface ContextInput extends z.input<typeof ContextInput> {}

export const contextOperation = operation({
  name: "context",
  summary:
    "The lines that matter now, fenced as data, inside a token budget, after what changed lately.",
  access: "read",
  http: { method: "POST", path: "/v1/context" },
  modelCalls: 1,
  input: ContextInput,
  output: ContextOutput,
  run: async ({ tenant, agent, user, ...rest }, engine) => {
    const viewer = looking({ tenant, agent, user }, engine);
    const built = await buildContext(omitUndefined({ ...rest, viewer }), engine.reading);
    engine.handOut(
      tenant,
      built.items.map((item) => item.text),
    );
    if (rest.query !== undefined)
      recordSearch({ tenant, user }, { node: "context", best: built.items[0] }, engine);
    return built;
  },
});
