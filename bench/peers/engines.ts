// The one list of the engines that are measured, in the order they are printed.

import { versionOf } from "./installed.ts";
import type { OpenPeer } from "./peer.ts";

export type Engine = Readonly<{
  /** As printed; the version is read from what is installed. */
  title: () => string;
  open: () => Promise<OpenPeer>;
  /** Engines on PostgreSQL are measured where there is a server, and beside one another. */
  keepsIn: "folder" | "postgres";
  /** What npm is told to install for it; nothing for ours, which is this package. */
  packages: readonly string[];
}>;

export const OUR_NAME = "Mneme";

export const ENGINES = {
  "mneme-notes": {
    title: () => `${OUR_NAME}, notes`,
    open: async () => (await import("./engines/mneme.ts")).openNotes,
    keepsIn: "folder",
    packages: [],
  },
  "mneme-messages": {
    title: () => `${OUR_NAME}, messages`,
    open: async () => (await import("./engines/mneme.ts")).openMessages,
    keepsIn: "folder",
    packages: [],
  },
  mem0: {
    title: () => `mem0ai ${versionOf("mem0ai")}`,
    open: async () => (await import("./engines/mem0.ts")).openMem0,
    keepsIn: "folder",
    packages: ["mem0ai"],
  },
  "server-memory": {
    title: () => `server-memory ${versionOf("@modelcontextprotocol/server-memory")}`,
    open: async () => (await import("./engines/server-memory.ts")).openServerMemory,
    keepsIn: "folder",
    packages: ["@modelcontextprotocol/server-memory"],
  },
  "langgraph-store": {
    title: () => `InMemoryStore ${versionOf("@langchain/langgraph-checkpoint")}`,
    open: async () => (await import("./engines/langgraph-store.ts")).openLanggraphStore,
    keepsIn: "folder",
    packages: ["@langchain/langgraph-checkpoint"],
  },
  mastra: {
    title: () => `Mastra ${versionOf("@mastra/memory")} + libSQL`,
    open: async () => (await import("./engines/mastra.ts")).openMastra,
    keepsIn: "folder",
    packages: ["@mastra/memory", "@mastra/libsql"],
  },
  vectra: {
    title: () => `Vectra ${versionOf("vectra")}`,
    open: async () => (await import("./engines/vectra.ts")).openVectra,
    keepsIn: "folder",
    packages: ["vectra"],
  },
  "mneme-postgres": {
    title: () => `${OUR_NAME}, notes`,
    open: async () => (await import("./engines/mneme.ts")).openNotesOnPostgres,
    keepsIn: "postgres",
    packages: [],
  },
  "langgraph-postgres": {
    title: () => `PostgresStore ${versionOf("@langchain/langgraph-checkpoint-postgres")}`,
    open: async () => (await import("./engines/langgraph-postgres.ts")).openLanggraphPostgres,
    keepsIn: "postgres",
    packages: ["@langchain/langgraph-checkpoint-postgres"],
  },
} as const satisfies Readonly<Record<string, Engine>>;

export type EngineName = keyof typeof ENGINES;

export function isEngine(name: string): name is EngineName {
  return Object.hasOwn(ENGINES, name);
}

export function isOurs({ engine }: Readonly<{ engine: EngineName }>): boolean {
  return ENGINES[engine].packages.length === 0;
}

export function isOnPostgres({ engine }: Readonly<{ engine: EngineName }>): boolean {
  return ENGINES[engine].keepsIn === "postgres";
}

export function titleOf(engine: EngineName): string {
  return ENGINES[engine].title();
}

/** Only vectors: no words, and nothing that keeps two processes apart. It is shown, and no memory. */
export function isIndex({ engine }: Readonly<{ engine: EngineName }>): boolean {
  return engine === "vectra";
}
