// Fills one tenant on PostgreSQL with made-up memories, as the engine would store them.

import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { openPostgresPool } from "../../src/store/postgres/postgres-database.ts";
import { fillOpen, NOW } from "../recall-speed/fill-store.ts";

export const SEED = 7;

export async function fillServer(
  url: string,
  memories: number,
  embedder: Embedder = builtinEmbedder(),
): Promise<void> {
  const store = await openPostgresStore({
    ...{ pool: openPostgresPool(url), keepsFiles: false, now: () => NOW },
    warn: (message) => {
      throw new Error(message);
    },
  });
  try {
    await fillOpen(store, { memories, messages: 0, seed: SEED }, embedder);
  } finally {
    await store.close();
  }
}
