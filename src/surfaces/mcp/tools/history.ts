// `memory_history`: what happened to one memory.

import { z } from "zod";
import { MemoryError } from "../../../errors.ts";
import { HISTORY_EVENTS } from "../../../model/history.ts";
import { Id } from "../../../operations/inputs.ts";
import { whoLooks } from "../principal.ts";
import { tool } from "../tool.ts";

const Version = z.object({ version: z.int(), text: z.string(), state: z.string() });

export const historyTool = tool({
  name: "memory_history",
  title: "History of a memory",
  description:
    "Everything that happened to one memory, oldest first: who changed it, when, why, and the text before and after. " +
    "Use it when someone asks why something is remembered, or what was known before a change. " +
    "Do not use it to search; it needs the id of a memory.",
  operation: "history",
  isDestructive: false,
  isIdempotent: true,
  input: z.strictObject({
    id: Id.describe("The id of a memory."),
    limit: z.int().min(1).max(100).default(20).describe("Only the newest this many."),
  }),
  output: z.object({
    id: z.string(),
    total: z.int(),
    entries: z.array(
      z.object({
        event: z.enum(HISTORY_EVENTS),
        at: z.string(),
        actor: z.string(),
        cause: z.string(),
        reason: z.string(),
        before: Version.optional(),
        after: Version.optional(),
      }),
    ),
  }),
  run: async ({ id, limit }, { memory, principal }) => {
    const entries = await memory.history({ ...whoLooks(principal), id });
    if (entries.length === 0) throw new MemoryError("not_found", `There is no memory ${id}.`);
    return {
      id,
      total: entries.length,
      entries: entries.slice(-limit).map((entry) => ({
        event: entry.event,
        at: entry.at,
        actor: entry.actor,
        cause: entry.cause,
        reason: entry.reason,
        before: entry.old,
        after: entry.new,
      })),
    };
  },
});
