// The audit trail: no deliberate act without its entry, no content in any, and no change to it goes unseen (R-PRIV-7).

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { freshSchema, serverUrl } from "../support/postgres.ts";

const tenant = "acme";

type Opened = Readonly<{
  memory: MemoryEngine;
  sql: (text: string) => Promise<readonly Record<string, unknown>[]>;
  close: () => Promise<void>;
}>;

async function onSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "mneme-audit-"));
  const path = join(folder, "memory.db");
  const memory = await createMemory({ path, upkeep: false });
  const other = new DatabaseSync(path);
  return {
    memory,
    sql: async (text) => other.prepare(text).all() as Record<string, unknown>[],
    close: async () => {
      other.close();
      await memory.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function onPool({ pool, close }: Awaited<ReturnType<typeof pgliteWithVector>>) {
  const memory = await createMemory({ pool, upkeep: false });
  const sql: Opened["sql"] = async (text) => {
    const client = await pool.connect();
    try {
      return (await client.query({ text, values: [] })).rows as Record<string, unknown>[];
    } finally {
      client.release();
    }
  };
  return { memory, sql, close };
}

const databases: [string, () => Promise<Opened>][] = [
  ["sqlite", onSqlite],
  ["pglite", async () => onPool(await pgliteWithVector())],
];
const url = serverUrl();
if (url !== undefined)
  databases.push(["a PostgreSQL server", async () => onPool(await freshSchema(url))]);

describe.each(databases)("on %s", (_name, open) => {
  let opened: Opened;
  let memory: MemoryEngine;

  beforeEach(async () => {
    opened = await open();
    memory = opened.memory;
  });
  afterEach(() => opened.close());

  async function remembered(text: string, subject = "ana"): Promise<string> {
    const receipt = await memory.remember({ tenant, kind: "fact", text, subject });
    return receipt.stored[0]?.id ?? "";
  }

  async function acts(): Promise<string[]> {
    const entries = await memory.admin.audit({ tenant });
    return entries.map(({ act, actor }) => `${actor} ${act}`);
  }

  async function someActs(): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const city of ["Lisbon", "Porto", "Faro", "Braga"])
      ids.push(await remembered(`${city} has a bakery that Ana likes.`, city));
    for (const id of ids) await memory.admin.pin({ tenant, id, actor: "boss" });
    return ids;
  }

  test("what someone does on purpose is on the trail, with who did it and to what", async () => {
    const id = await remembered("Ana keeps bees on the roof.");
    await memory.edit({ tenant, id, set: { importance: 5 }, actor: "boss" });
    await memory.forget({ tenant, id, actor: "ana" });
    await memory.keys.create({ tenant, role: "read", name: "reader", actor: "boss" });
    expect(await acts()).toEqual(
      expect.arrayContaining(["boss edit", "ana forget", "boss createKey"]),
    );
    const [edited] = await memory.admin.audit({ tenant });
    expect(edited?.targets).toEqual([id]);
  });

  test("the newest entry about one thing is found by its act and its target", async () => {
    const [first = "", second = ""] = await someActs();
    await memory.admin.pin({ tenant, id: first, pinned: false });
    await memory.admin.forgetMany({ tenant, ids: [first, second] });
    const newest = { tenant, newest: true, limit: 1 };
    const trail = await memory.admin.audit({ tenant, limit: 200 });
    const about = async (filter: object) => (await memory.admin.audit({ ...newest, ...filter }))[0];
    expect(await about({ target: second })).toMatchObject({ act: "bulk_delete" });
    const pins = trail.filter(({ act, targets }) => act === "pin" && targets.includes(first));
    expect(await about({ target: first, act: "pin" })).toEqual(pins.at(-1));
    expect(await about({ target: first.slice(0, -1) })).toBeUndefined();
    expect(await about({ act: "erase" })).toBeUndefined();
    const older = await memory.admin.audit({ ...newest, act: "pin", after: pins.at(-1)?.seq ?? 0 });
    expect(older[0]?.seq).toBeLessThan(pins.at(-1)?.seq ?? 0);
  });

  test("an import is on the trail, and trying one out is not", async () => {
    const data = JSON.stringify([{ id: "x1", memory: "Eva repairs clocks.", user_id: "eva" }]);
    await memory.transfer.importText({ tenant, data, dryRun: true, actor: "boss" });
    expect(await acts()).not.toContain("boss import");
    await memory.transfer.importText({ tenant, data, actor: "boss" });
    expect(await acts()).toContain("boss import");
  });

  test("no entry holds any word of what it is about", async () => {
    const id = await remembered("Ana keeps zebrafinches on the roof.");
    await memory.edit({ tenant, id, set: { text: "Ana keeps zebrafinches in the cellar." } });
    const rows = await opened.sql("SELECT * FROM audit");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("zebrafinches");
  });

  test("an act that was refused by the store is not on the trail", async () => {
    const before = await acts();
    await expect(memory.admin.pin({ tenant, id: "none" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await acts()).toEqual([...before, "host audit"]);
  });

  test("an erased person leaves the trail whole and their name out of it", async () => {
    const id = await remembered("Ana keeps bees on the roof.");
    await memory.admin.pin({ tenant, id, actor: "ana" });
    await memory.erase({ tenant, subject: "ana", actor: "boss" });
    const names = JSON.stringify(await opened.sql("SELECT * FROM audit_names"));
    expect(names).not.toContain('"ana"');
    expect((await acts()).some((act) => act.startsWith("ana "))).toBe(false);
    expect(await acts()).toContain("boss erase");
    expect(await memory.admin.verifyAudit({ tenant })).toMatchObject({ isSound: true });
  });

  test("one tenant's trail says nothing to another", async () => {
    await someActs();
    expect(await memory.admin.audit({ tenant: "other" })).toMatchObject([{ act: "audit", seq: 1 }]);
  });

  test("acts at the same time make one unbroken trail", async () => {
    await Promise.all(
      Array.from({ length: 24 }, (_unused, index) =>
        memory.keys.create({ tenant, role: "read", name: `reader ${index}` }),
      ),
    );
    const { isSound, entries } = await memory.admin.verifyAudit({ tenant });
    expect({ isSound, entries }).toEqual({ isSound: true, entries: 25 });
  });

  test.each([
    ["an entry is changed", "UPDATE audit SET act = 'read' WHERE seq = 2", 2],
    ["an actor is changed", "UPDATE audit SET actor = 'someone' WHERE seq = 3", 3],
    ["an entry is taken out", "DELETE FROM audit WHERE seq = 2", 2],
    ["the last entries are taken off", "DELETE FROM audit WHERE seq > 2", 3],
    ["a time is changed", "UPDATE audit SET at = at - 1000 WHERE seq = 1", 1],
  ])("when %s, the check says where", async (_what, sql, brokenAt) => {
    await someActs();
    expect(await memory.admin.verifyAudit({ tenant })).toMatchObject({ isSound: true });
    await opened.sql(sql);
    expect(await memory.admin.verifyAudit({ tenant })).toMatchObject({ isSound: false, brokenAt });
  });

  test("two entries that changed places are found", async () => {
    await someActs();
    await opened.sql("UPDATE audit SET seq = -1 WHERE seq = 1");
    await opened.sql("UPDATE audit SET seq = 1 WHERE seq = 2");
    await opened.sql("UPDATE audit SET seq = 2 WHERE seq = -1");
    expect(await memory.admin.verifyAudit({ tenant })).toMatchObject({
      isSound: false,
      brokenAt: 1,
    });
  });

  test("an entry written in after the end is found", async () => {
    await someActs();
    await opened.sql(
      "INSERT INTO audit (tenant, seq, at, actor, act, targets, people, hash) SELECT tenant, seq + 50, at, actor, act, targets, people, hash FROM audit WHERE seq = 1",
    );
    expect(await memory.admin.verifyAudit({ tenant })).toMatchObject({ isSound: false });
  });
});
