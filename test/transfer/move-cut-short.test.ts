// A move that is stopped after every batch, and gone on with each time, ends as one that was never stopped.

import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import { everything, rowsLeft } from "./moved-in.ts";
import { GUILDS, OLD_SYSTEMS } from "./old-stores.ts";
import { importOf, scratch, TENANT } from "./support.ts";

test.each(["notes", "facts", "profiles"] as const)("%s", async (system) => {
  const path = await OLD_SYSTEMS[system](220);
  const tenants = [TENANT, ...GUILDS];
  const { memory: plain } = await testEngine({ upkeep: false });
  await plain.transfer.import(importOf(path, { everyTenant: true }));
  const own = join(await scratch(), "memory.db");
  const memory = await createMemory({ path: own, upkeep: false });
  const ids = new Set<string | undefined>();
  for (let batches = 1; ; batches += 1) {
    const stop = new AbortController();
    let seen = 0;
    const onProgress = () => {
      seen += 1;
      if (seen === batches) stop.abort();
    };
    const report = await memory.transfer.import(
      importOf(path, { everyTenant: true, signal: stop.signal, onProgress }),
    );
    ids.add(report.importId);
    if (report.state === "done") break;
  }
  expect(ids.size).toBe(1);
  expect(await everything(memory, tenants)).toEqual(await everything(plain, tenants));
  const [importId = ""] = ids;
  const undo = { tenant: TENANT, id: importId, actor: "op", everyTenant: true, confirm: true };
  await memory.transfer.undo({ ...undo, dryRun: false });
  await memory.close();
  expect(rowsLeft(own)).toEqual({});
});
