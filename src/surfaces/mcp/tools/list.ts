// `memory_list`: what there is, page by page.

import { z } from "zod";
import { KINDS } from "../../../model/kinds.ts";
import { Id } from "../../../operations/inputs.ts";
import { MemoryView, memoryView } from "../memory-view.ts";
import { whoLooks } from "../principal.ts";
import { tool } from "../tool.ts";

export const listTool = tool({
  name: "memory_list",
  title: "List memories",
  description:
    "List memories, newest first, a page at a time. " +
    "Use it to review or tidy what is remembered, or to find the id of something to forget. " +
    "Do not use it to answer a question (memory_query ranks by relevance).",
  operation: "list",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    kinds: z.array(z.enum(KINDS)).min(1).max(KINDS.length).optional(),
    category: Id.optional(),
    tags: z.array(Id).min(1).max(16).optional().describe("Any of these."),
    about: Id.optional().describe("Whom it is about."),
    limit: z.int().min(1).max(50).default(20),
    cursor: Id.optional().describe("`next_cursor` of the page before."),
  }),
  output: z.object({ memories: z.array(MemoryView), next_cursor: z.string().optional() }),
  run: async ({ kinds, category, tags, about, limit, cursor }, { memory, principal }) => {
    const found = await memory.list({
      ...whoLooks(principal),
      filter: {
        kinds,
        tags,
        subject: about,
        categories: category === undefined ? undefined : [category],
      },
      limit,
      after: cursor,
    });
    return {
      memories: found.map(memoryView),
      next_cursor: found.length < limit ? undefined : found.at(-1)?.id,
    };
  },
});
