// The reference MCP memory server: its graph itself, without the protocol in front of it. It knows no meaning and no
// users, and finds only what contains the whole question, so each question is asked by its longest word.

import { join } from "node:path";
import type { Line } from "../../workload/workload.ts";
import { peerModule } from "../installed.ts";
import { type OpenPeer, textOf } from "../peer.ts";

type Entity = Readonly<{ name: string; entityType: string; observations: readonly string[] }>;
type Graph = Readonly<{ entities: readonly Entity[] }>;
type Module = Readonly<{
  KnowledgeGraphManager: new (
    path: string,
  ) => Readonly<{
    createEntities(entities: readonly Entity[]): Promise<unknown>;
    searchNodes(query: string): Promise<Graph>;
    readGraph(): Promise<Graph>;
  }>;
}>;

export const openServerMemory: OpenPeer = async (folder) => {
  const { KnowledgeGraphManager } = await peerModule<Module>(
    "@modelcontextprotocol/server-memory",
    "dist/index.js",
  );
  const graph = new KnowledgeGraphManager(join(folder, "memory.jsonl"));
  const entityOf = (line: Line): Entity => ({
    ...{ name: line.id, entityType: line.user },
    observations: [textOf(line)],
  });
  return {
    add: (line) => graph.createEntities([entityOf(line)]),
    addMany: (lines) => graph.createEntities(lines.map(entityOf)),
    search: async (query) =>
      (await graph.searchNodes(longestWord(query))).entities.map(({ name }) => name),
    count: async () => (await graph.readGraph()).entities.length,
    close: async () => undefined,
  };
};

function longestWord(query: string): string {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.toSorted((a, b) => b.length - a.length)[0] ?? query;
}
