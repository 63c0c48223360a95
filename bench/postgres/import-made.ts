// Puts made-up facts into PostgreSQL by the door that everyone has: an export of a filled SQLite file, imported.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemory } from "../../src/index.ts";
import { fillStore, TENANT } from "../recall-speed/fill-store.ts";

const SEED = 7;

export async function importMade(url: string, memories: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-bench-"));
  const path = join(folder, "made.db");
  try {
    await fillStore({ path, memories, messages: 0, seed: SEED });
    const from = await createMemory({ path, folder: null, upkeep: false });
    const into = await createMemory({ url, upkeep: false });
    await into.transfer.import({
      ...{ tenant: TENANT, scope: "shared", dryRun: false },
      from: { bytes: from.transfer.exportZip({ tenant: TENANT, format: "jsonl" }) },
      options: {
        ...{ tenant: TENANT, channel: "imported", branches: false },
        person: { id: "user", name: "User" },
      },
    });
    await from.close();
    await into.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
