// Older systems are moved in by a process that is killed, again and again, at another point each time; the last run
// ends as one that nobody killed, and taking it back leaves nothing.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { everything, rowsLeft } from "../transfer/moved-in.ts";
import { GUILDS, OLD_SYSTEMS } from "../transfer/old-stores.ts";
import { importOf, scratch, TENANT } from "../transfer/support.ts";

const WORKER = fileURLToPath(new URL("../transfer/import-worker.ts", import.meta.url));
const TENANTS = [TENANT, ...GUILDS];

/** Kills the importer some milliseconds after it has told of so many batches; whether it was still at work. */
function killed(
  [store, file]: readonly [string, string],
  { batches, ms }: Readonly<{ batches: number; ms: number }>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", WORKER, store, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let told = 0;
    child.stdout.on("data", (data: Buffer) => {
      told += data.toString().split("\n").length - 1;
      if (told >= batches) setTimeout(() => child.kill("SIGKILL"), ms);
    });
    child.on("error", reject);
    child.on("exit", (_code, signal) => resolve(signal === "SIGKILL"));
  });
}

test.each(["notes", "facts", "profiles"] as const)(
  "%s: killed at every stage, whole in the end",
  async (system) => {
    const file = await OLD_SYSTEMS[system](1_000);
    const folder = await scratch();
    const path = join(folder, "memory.db");
    let kills = 0;
    for (let batches = 1; batches <= 9; batches += 1)
      if (await killed([path, file], { batches, ms: (batches * 7) % 30 })) kills += 1;
    expect(kills).toBeGreaterThan(3);
    const memory = await createMemory({ path, upkeep: false });
    const plain = await createMemory({ path: join(folder, "plain.db"), upkeep: false });
    const last = await memory.transfer.import(importOf(file, { everyTenant: true }));
    await plain.transfer.import(importOf(file, { everyTenant: true }));
    expect(last.state).toBe("done");
    expect(await everything(memory, TENANTS)).toEqual(await everything(plain, TENANTS));
    for (const { id, state } of await memory.transfer.list({ tenant: TENANT })) {
      if (state === "undone") continue;
      const undo = { tenant: TENANT, id, actor: "op", everyTenant: true, confirm: true };
      await memory.transfer.undo({ ...undo, dryRun: false });
    }
    await memory.close();
    await plain.close();
    expect(rowsLeft(path)).toEqual({});
  },
  600_000,
);
