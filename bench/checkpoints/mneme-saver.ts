// Our own checkpointer, on a SQLite file or on PostgreSQL.

import { uuid6 } from "@langchain/langgraph-checkpoint";
import { createMemory } from "../../src/index.ts";
import { MnemeCheckpointer } from "../../src/integrations/langgraph/checkpointer.ts";
import type { Saver } from "../checkpoints.ts";

export async function mnemeSaver(
  where: Readonly<{ path: string }> | Readonly<{ url: string }>,
): Promise<Saver> {
  const memory = await createMemory({ ...where, upkeep: false });
  const saver = new MnemeCheckpointer(memory, { tenant: `bench-${uuid6(0)}` });
  return {
    name: "path" in where ? "Mneme, SQLite" : "Mneme, PostgreSQL",
    put: (...given) => saver.put(...given),
    getTuple: (config) => saver.getTuple(config),
    close: async () => {
      await saver.deleteThread("thread");
      await memory.close();
    },
  };
}
