// What moves into SQLite moves into PostgreSQL just so, walls between tenants raised; and is taken back alike. Through
// a key only its own guild comes in.

import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { everything, told } from "./moved-in.ts";
import { GUILDS, guildOf, OLD_SYSTEMS } from "./old-stores.ts";
import { importOf, TENANT } from "./support.ts";

const TENANTS = [TENANT, ...GUILDS];

test.each(["notes", "facts", "profiles"] as const)("%s: the same in PostgreSQL", async (system) => {
  const path = await OLD_SYSTEMS[system](60);
  const { memory: plain } = await testEngine({ upkeep: false });
  const first = await plain.transfer.import(importOf(path, { everyTenant: true }));
  const { pool, close } = await pgliteWithVector();
  const memory = await createMemory({ pool, rowSecurity: true, upkeep: false });
  onTestFinished(async () => {
    await memory.close();
    await close();
  });
  const report = await memory.transfer.import(importOf(path, { everyTenant: true }));
  expect(report.counts).toEqual(first.counts);
  expect(report.tenants).toEqual(first.tenants);
  expect(await everything(memory, TENANTS)).toEqual(await everything(plain, TENANTS));
  const undo = { tenant: TENANT, id: report.importId ?? "", actor: "op", confirm: true };
  await memory.transfer.undo({ ...undo, everyTenant: true, dryRun: false });
  expect(await everything(memory, TENANTS)).toEqual([]);
});

test("an import that a key may ask for stays in its tenant, and so does its undoing", async () => {
  const data = (await readFile(await OLD_SYSTEMS.facts(60))).toString("base64");
  const { memory } = await testEngine({ upkeep: false });
  const given = { tenant: guildOf(0), data, encoding: "base64" } as const;
  const { importId = "", counts } = await memory.transfer.importText(given);
  // Of two other guilds 40 messages and 40 facts, and 13 of the 20 vectors.
  expect(counts).toMatchObject({ restored: 40, leftOut: 93 });
  expect((await told(memory, guildOf(0))).memories.size).toBe(20);
  for (const other of [guildOf(1), guildOf(2)])
    expect((await told(memory, other)).memories.size).toBe(0);
  await memory.transfer.importText({ ...given, tenant: "acme", guild: guildOf(1) });
  expect((await told(memory, "acme")).memories.size).toBe(20);
  await memory.transfer.undo({ tenant: guildOf(0), id: importId, confirm: true });
  expect((await told(memory, guildOf(0))).memories.size).toBe(0);
  expect((await told(memory, "acme")).memories.size).toBe(20);
});
