// The databases that a story is told on through the library: several engines, with settings of their own, on one store.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemory, type MemoryEngine, type MemoryOptions } from "../../src/index.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";

export type Hosted = Readonly<{
  open: (options: MemoryOptions) => Promise<MemoryEngine>;
  close: () => Promise<void>;
}>;

export const DATABASES: readonly [string, () => Promise<Hosted>][] = [
  ["sqlite", onSqlite],
  ["pglite", async () => onPostgres(await pgliteWithVector())],
  ...onServer(serverUrl()),
];

async function onSqlite(): Promise<Hosted> {
  const folder = mkdtempSync(join(tmpdir(), "mneme-read-"));
  const engines: MemoryEngine[] = [];
  return {
    open: async (options) => {
      const settings = { path: join(folder, "memory.db"), folder: null, upkeep: false };
      const memory = await createMemory({ ...settings, ...options });
      engines.push(memory);
      return memory;
    },
    close: async () => {
      for (const memory of engines) await memory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Schema = Awaited<ReturnType<typeof pgliteWithVector>>;

/** The engines share one pool, which ends with the schema. */
function onPostgres({ pool, close }: Schema): Hosted {
  return {
    open: (options) => createMemory({ pool, upkeep: false, ...options }),
    close,
  };
}

function onServer(url: string | undefined): readonly [string, () => Promise<Hosted>][] {
  if (url === undefined) return [];
  return [["a PostgreSQL server", async () => onPostgres(await freshSchema(url))]];
}
