// mem0's open-source engine with its own SQLite vector store, storing lines as they are.

import { join } from "node:path";
import { peerModule } from "../installed.ts";
import { DIMS, EVERYONE, embed, LIMIT, type OpenPeer, textOf } from "../peer.ts";

type Found = Readonly<{ results: readonly Readonly<{ metadata?: { line?: string } }>[] }>;
type Module = Readonly<{
  Memory: new (
    config: object,
  ) => Readonly<{
    add(text: string, given: object): Promise<unknown>;
    search(query: string, given: object): Promise<Found>;
    getAll(given: object): Promise<Found>;
  }>;
}>;
const ALL = 1_000_000;

export const openMem0: OpenPeer = async (folder) => {
  // Its reports to its makers would be part of every figure, and wait for a network where there is none.
  process.env["MEM0_TELEMETRY"] = "false";
  const { Memory } = await peerModule<Module>("mem0ai", "dist/oss/index.mjs");
  const model = {
    embedQuery: async (text: string) => (await embed([text]))[0],
    embedDocuments: embed,
  };
  const memory = new Memory({
    embedder: { provider: "langchain", config: { model } },
    // Never called when nothing is inferred, but it must be there.
    llm: { provider: "openai", config: { apiKey: "none" } },
    vectorStore: {
      provider: "memory",
      config: { collectionName: "bench", dimension: DIMS, dbPath: join(folder, "vectors.db") },
    },
    historyStore: { provider: "sqlite", config: { historyDbPath: join(folder, "history.db") } },
  });
  const add: Awaited<ReturnType<OpenPeer>>["add"] = (line) =>
    memory.add(textOf(line), {
      ...{ userId: line.user, agentId: EVERYONE, infer: false },
      metadata: { line: line.id },
    });
  return {
    add,
    addMany: async (lines) => {
      for (const line of lines) await add(line);
    },
    search: async (query, user) => {
      const filters = user === undefined ? { agent_id: EVERYONE } : { user_id: user };
      const { results } = await memory.search(query, { topK: LIMIT, filters });
      return results.map(({ metadata }) => metadata?.line ?? "");
    },
    count: async () => {
      const all = { filters: { agent_id: EVERYONE }, topK: ALL };
      return (await memory.getAll(all)).results.length;
    },
    close: async () => undefined,
  };
};
