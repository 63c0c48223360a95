// `memory_query`: one question over memories (S6).

import { z } from "zod";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { Id } from "../../../operations/inputs.ts";
import { Budget, Moment, Question } from "../arguments.ts";
import { MemoryView, memoryView } from "../memory-view.ts";
import { whoLooks } from "../principal.ts";
import { tool } from "../tool.ts";

const BUDGET_TOKENS = 2_000;

const Filters = z
  .strictObject({
    user_id: Id.optional(),
    agent_id: Id.optional(),
    run_id: Id.optional(),
    actor_id: Id.optional(),
    role: Id.optional(),
    category: Id.optional(),
    pinned: z.boolean().optional(),
    importance_min: z.int().min(1).max(5).optional(),
    importance_max: z.int().min(1).max(5).optional(),
    updated_after: Moment.optional(),
    updated_before: Moment.optional(),
  })
  .describe("Narrow what this connection may see; they never widen it.");

const Item = z.object({
  id: z.string(),
  category: z.string(),
  text: z.string(),
  score: z.number().optional(),
  sources: z.array(z.object({ message_id: z.string(), quote: z.string().optional() })).optional(),
  memory: MemoryView.optional().describe("Only with `return: full`."),
});

export const queryTool = tool({
  name: "memory_query",
  title: "Search memory",
  description:
    "Find what is remembered about something: facts, notes, rules, summaries, ranked by relevance. " +
    "Use it before answering anything that may depend on earlier conversations, preferences or decisions, and again " +
    "in other words when `should_recall` is true. " +
    "Do not use it for general knowledge, to browse everything (memory_list), or to fill a prompt (memory_context).",
  operation: "query",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    query: Question.describe("What to look for, in plain words."),
    categories: z.array(Id).max(50).optional().describe("Only these categories."),
    filters: Filters.optional(),
    top_k: z.int().min(1).max(24).default(5).describe("At most this many."),
    threshold: z.number().min(0).max(1).optional().describe("The least score."),
    return: z.enum(["bullets", "full"]).default("bullets"),
    budget_tokens: Budget.default(BUDGET_TOKENS).describe(
      "What does not fit is named in `left_out`.",
    ),
  }),
  output: z.object({
    items: z.array(Item),
    related: z.array(z.object({ id: z.string(), category: z.string(), text: z.string() })),
    confidence: z.number().describe("How likely the answer is among the items, 0 to 1."),
    should_recall: z.boolean().describe("Ask again in other words."),
    tokens: z.number(),
    left_out: z.array(z.object({ id: z.string(), why: z.string() })),
  }),
  run: async (asked, { memory, principal }) => {
    const found = await memory.query({ ...asked, ...whoLooks(principal) });
    return {
      items: found.items.map((item) => ("memory" in item ? whole(item) : item)),
      related: [...found.related],
      confidence: found.confidence,
      should_recall: found.shouldRecall,
      tokens: found.tokens,
      left_out: [...found.leftOut],
    };
  },
});

type Found = Awaited<ReturnType<MemoryEngine["query"]>>;
type Whole = Extract<Found["items"][number], { memory: unknown }>;

function whole({ id, category, text, score, sources, memory }: Whole): z.input<typeof Item> {
  return {
    id,
    category,
    text,
    score,
    sources: sources.map(({ messageId, quote }) => ({ message_id: messageId, quote })),
    memory: memoryView(memory),
  };
}
