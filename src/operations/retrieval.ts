// How often a memory was handed out, and why it scored as it did the last time.

import { z } from "zod";
import { looking } from "./context.ts";
import { OneInput } from "./inputs.ts";
import { operation } from "./operation.ts";

const RetrievalOutput = z
  .object({
    times: z.int().min(0),
    lastAt: z.string().exactOptional().describe("ISO 8601 in UTC."),
    score: z.number().exactOptional().describe("Absent when it was handed out unasked for."),
    parts: z.record(z.string(), z.number()).exactOptional(),
  })
  .meta({ id: "Retrieval" });

export const retrievalOperation = operation({
  name: "retrieval",
  summary:
    "How often a memory was handed out, and the parts of its score the last time; never for what question.",
  access: "read",
  http: { method: "GET", path: "/v1/memories/{id}/retrieval" },
  input: OneInput,
  output: RetrievalOutput,
  run: async ({ id, ...given }, context) => {
    await context.uses.settled();
    return context.store.memories.retrieval(looking(given, context), id, {
      now: context.writing.now().toISOString(),
    });
  },
});
