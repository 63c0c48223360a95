// LangGraph's own store with vectors. It keeps nothing when the process ends, and says so itself.

import type { Line } from "../../workload/workload.ts";
import { peerModule } from "../installed.ts";
import { DIMS, EVERYONE, embed, LIMIT, type OpenPeer, textOf } from "../peer.ts";

type Put = Readonly<{ namespace: readonly string[]; key: string; value: object }>;
type Found = readonly Readonly<{ key: string }>[];
type Module = Readonly<{
  InMemoryStore: new (
    options: object,
  ) => Readonly<{
    put(namespace: readonly string[], key: string, value: object): Promise<void>;
    batch(puts: readonly Put[]): Promise<unknown>;
    search(namespace: readonly string[], options: object): Promise<Found>;
  }>;
}>;
const ALL = 1_000_000;

export const openLanggraphStore: OpenPeer = async () => {
  const { InMemoryStore } = await peerModule<Module>(
    "@langchain/langgraph-checkpoint",
    "dist/index.js",
  );
  const embeddings = {
    embedQuery: async (text: string) => (await embed([text]))[0],
    embedDocuments: embed,
  };
  const store = new InMemoryStore({ index: { dims: DIMS, embeddings, fields: ["text"] } });
  const putOf = (line: Line): Put => ({
    ...{ namespace: [EVERYONE, line.user], key: line.id },
    value: { text: textOf(line) },
  });
  const under = (user: string | undefined) => (user === undefined ? [EVERYONE] : [EVERYONE, user]);
  return {
    add: ({ user, id, ...line }) =>
      store.put([EVERYONE, user], id, { text: textOf({ user, id, ...line }) }),
    addMany: (lines) => store.batch(lines.map(putOf)),
    search: async (query, user) =>
      (await store.search(under(user), { query, limit: LIMIT })).map(({ key }) => key),
    count: async () => (await store.search([EVERYONE], { limit: ALL })).length,
    close: async () => undefined,
  };
};
