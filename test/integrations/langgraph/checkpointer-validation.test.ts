// LangGraph's own validation of checkpointers, in full, on each database.

import { deltaChannelHistoryTests, validate } from "@langchain/langgraph-checkpoint-validation";
import * as vitest from "vitest";
import type { MemoryEngine } from "../../../src/index.ts";
import { MnemeCheckpointer } from "../../../src/integrations/langgraph/checkpointer.ts";
import { databases } from "../engines.ts";

// The validation calls vitest by its global names.
Object.assign(globalThis, vitest);

for (const [name, open] of databases()) {
  const opened = new Map<MnemeCheckpointer, MemoryEngine>();
  const validated = {
    checkpointerName: `mneme on ${name}`,
    createCheckpointer: async () => {
      const memory = await open();
      const checkpointer = new MnemeCheckpointer(memory, { tenant: "acme" });
      opened.set(checkpointer, memory);
      return checkpointer;
    },
    destroyCheckpointer: async (checkpointer: MnemeCheckpointer) => {
      await opened.get(checkpointer)?.close();
      opened.delete(checkpointer);
    },
  };
  validate(validated);
  deltaChannelHistoryTests(validated);
}
