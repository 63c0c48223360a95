// Vectra's local index: one file of vectors and what belongs to them, read whole and written whole.

import type { Line } from "../../workload/workload.ts";
import { peerModule } from "../installed.ts";
import { embed, LIMIT, type OpenPeer, textOf } from "../peer.ts";

type Item = Readonly<{ id: string; vector: readonly number[]; metadata: object }>;
type Module = Readonly<{
  LocalIndex: new (
    folder: string,
  ) => Readonly<{
    isIndexCreated(): Promise<boolean>;
    createIndex(): Promise<void>;
    insertItem(item: Item): Promise<unknown>;
    batchInsertItems(items: readonly Item[]): Promise<unknown>;
    listItems(): Promise<readonly Item[]>;
    queryItems: Query;
  }>;
}>;
/** The words come with the vector, but only an index of documents ranks by them. */
type Query = (
  ...asked: readonly [vector: readonly number[], words: string, limit: number, filter?: object]
) => Promise<readonly Readonly<{ item: Item }>[]>;

export const openVectra: OpenPeer = async (folder) => {
  const { LocalIndex } = await peerModule<Module>("vectra", "lib/index.js");
  const index = new LocalIndex(folder);
  if (!(await index.isIndexCreated())) await index.createIndex();
  return {
    add: async (line) => {
      for (const item of await itemsOf([line])) await index.insertItem(item);
    },
    addMany: async (lines) => index.batchInsertItems(await itemsOf(lines)),
    search: async (query, user) => {
      const [vector = []] = await embed([query]);
      const filter = user === undefined ? undefined : { user };
      const found = await index.queryItems(vector, query, LIMIT, filter);
      return found.map(({ item }) => item.id);
    },
    count: async () => (await index.listItems()).length,
    close: async () => undefined,
  };
};

async function itemsOf(lines: readonly Line[]): Promise<readonly Item[]> {
  const vectors = await embed(lines.map(textOf));
  return lines.map((line, at) => ({
    ...{ id: line.id, vector: vectors[at] ?? [] },
    metadata: { user: line.user, text: textOf(line) },
  }));
}
