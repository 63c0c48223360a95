// LangGraph's own savers, from the folder where other engines are installed.

import type { Saver } from "../checkpoints.ts";
import { installPeers, peerModule, versionOf } from "../peers/installed.ts";

const ON_SQLITE = "@langchain/langgraph-checkpoint-sqlite";
const ON_POSTGRES = "@langchain/langgraph-checkpoint-postgres";
type Theirs = Omit<Saver, "name" | "close">;
type SqliteModule = Readonly<{
  SqliteSaver: Readonly<{
    fromConnString(path: string): Theirs & { db: Readonly<{ close(): void }> };
  }>;
}>;
type PostgresModule = Readonly<{
  PostgresSaver: Readonly<{
    fromConnString(
      url: string,
      options: Readonly<{ schema: string }>,
    ): Theirs & Readonly<{ setup(): Promise<void>; end(): Promise<void> }>;
  }>;
}>;

export async function sqliteSaver(path: string): Promise<Saver> {
  installPeers();
  const { SqliteSaver } = await peerModule<SqliteModule>(ON_SQLITE, "dist/index.js");
  const saver = SqliteSaver.fromConnString(path);
  return {
    name: `SqliteSaver ${versionOf(ON_SQLITE)}`,
    put: (...given) => saver.put(...given),
    getTuple: (config) => saver.getTuple(config),
    close: async () => saver.db.close(),
  };
}

export async function postgresSaver(url: string, schema: string): Promise<Saver> {
  installPeers();
  const { PostgresSaver } = await peerModule<PostgresModule>(ON_POSTGRES, "dist/index.js");
  const saver = PostgresSaver.fromConnString(url, { schema });
  await saver.setup();
  return {
    name: `PostgresSaver ${versionOf(ON_POSTGRES)}`,
    put: (...given) => saver.put(...given),
    getTuple: (config) => saver.getTuple(config),
    close: () => saver.end(),
  };
}
