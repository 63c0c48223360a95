// Mastra's memory over libSQL, the last version that runs on Node 20: a thread a user, one resource for all.

import { join } from "node:path";
import type { Line } from "../../workload/workload.ts";
import { peerModule } from "../installed.ts";
import { EVERYONE, embed, LIMIT, type OpenPeer, textOf } from "../peer.ts";

type Message = Readonly<{ id: string }>;
type Memory = Readonly<{
  saveThread(given: object): Promise<unknown>;
  getThreadsByResourceId(given: object): Promise<readonly Readonly<{ id: string }>[]>;
  saveMessages(given: object): Promise<unknown>;
  query(given: object): Promise<Readonly<{ messagesV2: readonly Message[] }>>;
  storage: Readonly<{
    client: Readonly<{
      execute(sql: string): Promise<{ rows: readonly Record<string, unknown>[] }>;
    }>;
  }>;
}>;
type MemoryModule = Readonly<{ Memory: new (config: object) => Memory }>;
type LibsqlModule = Readonly<{
  LibSQLStore: new (config: object) => object;
  LibSQLVector: new (config: object) => object;
}>;

const embedder = {
  ...{ specificationVersion: "v1", provider: "bench", modelId: "built-in" },
  ...{ maxEmbeddingsPerCall: 100, supportsParallelCalls: true },
  doEmbed: async ({ values }: { values: readonly string[] }) => ({
    embeddings: await embed(values),
  }),
};

export const openMastra: OpenPeer = async (folder) => {
  const memory = await opened(folder);
  const known = await memory.getThreadsByResourceId({ resourceId: EVERYONE });
  const threads = new Set(known.map(({ id }) => id));
  const threadOf = async (user: string) => {
    if (threads.has(user)) return;
    threads.add(user);
    const at = { createdAt: new Date(), updatedAt: new Date() };
    await memory.saveThread({ thread: { id: user, resourceId: EVERYONE, title: user, ...at } });
  };
  const addMany = async (lines: readonly Line[]) => {
    for (const { user } of lines) await threadOf(user);
    await memory.saveMessages({ messages: lines.map(messageOf), format: "v2" });
  };
  return {
    add: (line) => addMany([line]),
    addMany,
    search: async (query, user) => {
      // It refuses a thread that it does not know; there is nothing in one.
      if (user !== undefined && !threads.has(user)) return [];
      const scope = user === undefined ? "resource" : "thread";
      const [someone = ""] = threads;
      const { messagesV2 } = await memory.query({
        ...{ threadId: user ?? someone, resourceId: EVERYONE },
        selectBy: { vectorSearchString: query, last: 0 },
        threadConfig: { semanticRecall: { topK: LIMIT, messageRange: 0, scope } },
      });
      return messagesV2.map(({ id }) => id);
    },
    count: () => countMessages(memory),
    close: async () => undefined,
  };
};

async function opened(folder: string): Promise<Memory> {
  const { Memory } = await peerModule<MemoryModule>("@mastra/memory", "dist/index.js");
  const libsql = await peerModule<LibsqlModule>("@mastra/libsql", "dist/index.js");
  const url = `file:${join(folder, "mastra.db")}`;
  return new Memory({
    storage: new libsql.LibSQLStore({ url }),
    vector: new libsql.LibSQLVector({ connectionUrl: url }),
    embedder,
    options: { lastMessages: false, semanticRecall: { topK: LIMIT, messageRange: 0 } },
  });
}

async function countMessages(memory: Memory): Promise<number> {
  const { rows } = await memory.storage.client.execute("SELECT count(*) AS n FROM mastra_messages");
  return Number(rows[0]?.["n"]);
}

function messageOf(line: Line): object {
  return {
    ...{ id: line.id, threadId: line.user, resourceId: EVERYONE, role: "user" },
    ...{ createdAt: new Date(), type: "v2" },
    content: { format: 2, parts: [{ type: "text", text: textOf(line) }] },
  };
}
