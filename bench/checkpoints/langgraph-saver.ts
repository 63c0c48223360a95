// LangGraph's own SQLite saver, from the folder where other engines are installed.

import type { Saver } from "../checkpoints.ts";
import { installPeers, peerModule, versionOf } from "../peers/installed.ts";

const PACKAGE = "@langchain/langgraph-checkpoint-sqlite";
type Module = Readonly<{
  SqliteSaver: Readonly<{
    fromConnString(path: string): Omit<Saver, "name" | "close"> & {
      db: Readonly<{ close(): void }>;
    };
  }>;
}>;

export async function langgraphSaver(path: string): Promise<Saver> {
  installPeers();
  const { SqliteSaver } = await peerModule<Module>(PACKAGE, "dist/index.js");
  const saver = SqliteSaver.fromConnString(path);
  return {
    name: `SqliteSaver ${versionOf(PACKAGE)}`,
    put: (...given) => saver.put(...given),
    getTuple: (config) => saver.getTuple(config),
    close: async () => saver.db.close(),
  };
}
