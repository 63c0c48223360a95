// `memory_context`: the lines that belong into a prompt now.

import { z } from "zod";
import { Id } from "../../../operations/inputs.ts";
import { Budget, Question } from "../arguments.ts";
import { whoLooks } from "../principal.ts";
import { tool } from "../tool.ts";

const BUDGET_TOKENS = 1_500;

export const contextTool = tool({
  name: "memory_context",
  title: "Context from memory",
  description:
    "Get a ready block of remembered background for a prompt, fenced as data and inside a token budget. " +
    "Use it once at the start of a session or task, or with `thread` and `since_revision` to learn what changed. " +
    "Do not use it to answer one specific question (memory_query), and do not call it on every turn.",
  operation: "context",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    query: Question.optional().describe("What the task is about; without it, the most recent."),
    style: z
      .enum(["pack", "agent", "slice", "background", "snapshot", "memory"])
      .default("pack")
      .describe("`agent`: soul, rules, summaries. `background`: people. `snapshot`: the vault."),
    budget_tokens: Budget.default(BUDGET_TOKENS),
    participants: z.array(Id).max(50).optional().describe("Ids of the people present."),
    thread: Id.optional(),
    since_revision: z.int().min(0).optional().describe("The `revision` seen last in this thread."),
  }),
  output: z.object({
    text: z.string(),
    items: z.array(
      z.object({ id: z.string(), item: z.enum(["memory", "message"]), section: z.string() }),
    ),
    revision: z.int(),
    tokens: z.number(),
    left_out: z.array(z.object({ id: z.string(), why: z.string() })),
  }),
  run: async ({ budget_tokens, since_revision, ...asked }, { memory, principal }) => {
    const built = await memory.context({
      ...asked,
      ...whoLooks(principal),
      budgetTokens: budget_tokens,
      sinceRevision: since_revision,
    });
    return {
      text: built.text,
      items: built.items.map(({ id, item, section }) => ({ id, item, section })),
      revision: built.revision,
      tokens: built.tokens,
      left_out: [...built.leftOut],
    };
  },
});
