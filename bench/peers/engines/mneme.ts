// Mneme by two doors: lines remembered as notes, one by one or by the list; and lines heard as messages, which are also read
// for facts.

import { join } from "node:path";
import { createMemory, type MemoryEngine, type Receipt } from "../../../src/index.ts";
import { driver } from "../../../src/store/sqlite/sqlite-database.ts";
import type { Line } from "../../workload/workload.ts";
import { EVERYONE, LIMIT, type OpenPeer, type Peer, textOf } from "../peer.ts";

const TENANT = EVERYONE;

export const openNotes: OpenPeer = async (folder) => notesIn(await opened(folder));

export const openNotesOnPostgres: OpenPeer = async (url) =>
  notesIn(await createMemory({ url, warn: () => undefined }));

function notesIn(memory: MemoryEngine): Peer {
  const lineOf = new Map<string, string>();
  const know = (line: Line, receipt: Receipt) => {
    for (const { id } of [...receipt.stored, ...receipt.merged]) lineOf.set(id, line.id);
  };
  const add = async (line: Line) => {
    const { user } = line;
    know(line, await memory.remember({ tenant: TENANT, kind: "log", user, text: textOf(line) }));
  };
  /** The work that is left for afterwards is part of adding here. */
  const addMany = async (lines: readonly Line[]) => {
    for (const user of new Set(lines.map((line) => line.user))) {
      const own = lines.filter((line) => line.user === user);
      const { receipts } = await memory.rememberMany({
        ...{ tenant: TENANT, user },
        lines: own.map((line) => ({ kind: "log" as const, text: textOf(line) })),
      });
      for (const [at, receipt] of receipts.entries()) {
        const line = own[at];
        if (line !== undefined) know(line, receipt);
      }
    }
    await memory.drain();
  };
  return {
    add,
    addMany,
    search: async (query, user) => {
      const { hits } = await memory.search({
        ...{ tenant: TENANT, query, limit: LIMIT, over: "memories" },
        ...(user === undefined ? {} : { filters: { user } }),
      });
      return hits.map(({ id }) => lineOf.get(id) ?? id);
    },
    count: async () => {
      const { memories } = await memory.stats({ tenant: TENANT });
      return memories.reduce((sum, { count }) => sum + count, 0);
    },
    close: () => memory.close(),
  };
}

export const openMessages: OpenPeer = async (folder) => {
  const memory = await opened(folder);
  const messageOf = ({ id, user, speaker, text }: Line) => ({
    ...{ tenant: TENANT, id, channel: user, text },
    author: { id: `${user}/${speaker}`, name: speaker },
  });
  return {
    add: (line) => memory.ingest(messageOf(line)),
    addMany: (lines) => memory.ingestMany(lines.map(messageOf)),
    search: async (query, user) => {
      const { hits } = await memory.search({
        ...{ tenant: TENANT, query, limit: LIMIT, over: "messages" },
        ...(user === undefined ? {} : { filters: { channel: user } }),
      });
      return hits.map(({ id }) => id);
    },
    count: () => countMessages(folder),
    close: () => memory.close(),
  };
};

function opened(folder: string): Promise<MemoryEngine> {
  return createMemory({ path: pathIn(folder), warn: () => undefined });
}

function pathIn(folder: string): string {
  return join(folder, "memory.db");
}

async function countMessages(folder: string): Promise<number> {
  const { DatabaseSync } = await driver();
  const db = new DatabaseSync(pathIn(folder), { readOnly: true });
  const row = db.prepare("SELECT count(*) AS n FROM messages").get();
  db.close();
  return Number(row?.["n"]);
}
