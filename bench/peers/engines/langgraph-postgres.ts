// LangGraph's own store on PostgreSQL, with its pgvector index as it comes.

import { schemaOf } from "../../postgres/schema-url.ts";
import type { Line } from "../../workload/workload.ts";
import { peerModule } from "../installed.ts";
import { DIMS, EVERYONE, embed, LIMIT, type OpenPeer, textOf } from "../peer.ts";

type Namespace = readonly string[];
type Module = Readonly<{
  PostgresStore: new (
    config: object,
  ) => Readonly<{
    setup(): Promise<void>;
    put(namespace: Namespace, key: string, value: object): Promise<void>;
    batch(puts: readonly object[]): Promise<unknown>;
    search(namespace: Namespace, options: object): Promise<readonly Readonly<{ key: string }>[]>;
    getStats(): Promise<Readonly<{ totalItems: number }>>;
    stop(): Promise<void>;
  }>;
}>;

export const openLanggraphPostgres: OpenPeer = async (url) => {
  const { PostgresStore } = await peerModule<Module>(
    "@langchain/langgraph-checkpoint-postgres",
    "dist/store/index.js",
  );
  const store = new PostgresStore({
    ...{ connectionOptions: url, schema: schemaOf(url) },
    index: { dims: DIMS, embed, fields: ["text"] },
  });
  await store.setup();
  const itemOf = (line: Line) => ({ text: textOf(line) });
  return {
    add: (line) => store.put([EVERYONE, line.user], line.id, itemOf(line)),
    addMany: (lines) =>
      store.batch(
        lines.map((line) => ({
          ...{ namespace: [EVERYONE, line.user], key: line.id, value: itemOf(line) },
        })),
      ),
    search: async (query, user) => {
      const under = user === undefined ? [EVERYONE] : [EVERYONE, user];
      return (await store.search(under, { query, limit: LIMIT })).map(({ key }) => key);
    },
    count: async () => (await store.getStats()).totalItems,
    close: () => store.stop(),
  };
};
