// Erasing, end to end: a person told to the memory in every public way is in no byte of any file afterwards, and
// neither a restart, nor late work, nor an older export or backup brings them back.

import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { backUpSqlite, restoreBackup } from "../../src/engine/backup.ts";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { databases } from "../integrations/engines.ts";
import { byBen, byCara, CANARY, CARA, TENANT, tellEverything } from "./canary-person.ts";
import { filesHolding, tablesHolding } from "./disk-scan.ts";

const now = () => new Date("2026-05-01T10:00:00.000Z");

function place() {
  const folder = mkdtempSync(join(tmpdir(), "mneme-proof-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, "memory.db") };
}

async function opened(path: string): Promise<MemoryEngine> {
  const memory = await createMemory({ path, now, upkeep: false });
  onTestFinished(() => memory.close());
  return memory;
}

/** Everything a caller can read, as one text. */
async function allThatIsRead(memory: MemoryEngine): Promise<string> {
  const states = ["active", "superseded", "soft_deleted", "archived", "disputed"] as const;
  const look = { tenant: TENANT, query: CANARY };
  const read = await Promise.all([
    memory.list({ tenant: TENANT, states: [...states], limit: 200 }),
    memory.search({ ...look, limit: 50 }),
    memory.query(look),
    memory.context({ tenant: TENANT, channel: "garden", user: CARA, query: CANARY }),
    memory.profile({ tenant: TENANT, person: CARA }),
    memory.review.list({ tenant: TENANT, states: ["pending", "approved", "rejected", "lapsed"] }),
    memory.admin.snapshot({ tenant: TENANT }),
    memory.admin.events({ tenant: TENANT }),
    memory.admin.messages({ tenant: TENANT, channel: "garden" }),
    memory.admin.people({ tenant: TENANT }),
    memory.jobs.list({ tenant: TENANT }),
    memory.admin.audit({ tenant: TENANT }),
    memory.transfer.exportText({ tenant: TENANT }),
    memory.transfer.exportText({ tenant: TENANT, format: "privacy", subject: CARA }),
  ]);
  // The question is part of some answers.
  return JSON.stringify(read).replaceAll(JSON.stringify(CANARY), '""');
}

/** Tables that people's words can reach by what a caller may do. */
const REACHED = [
  ...["checkpoints", "document_versions", "documents", "graph_values", "graph_writes", "history"],
  ...["memories", "memory_tags", "memory_text_content", "memory_versions"],
  ...["message_text_content", "messages", "reviews", "session_items"],
];

/** A question of hers leaves an event, and a language model would have left its tokens: no memory or message leads to them. */
async function leaveWhatNamesOnlyHer(path: string, memory: MemoryEngine): Promise<void> {
  await memory.context({ tenant: TENANT, user: CARA, query: "who keeps bees?" });
  await memory.drain();
  const db = new DatabaseSync(path);
  try {
    db.prepare(
      `INSERT INTO token_ledger (tenant, day, user_id, model, input, output, reserved, calls)
       VALUES (?, '2026-05-01', ?, 'a model', 10, 10, 0, 1)`,
    ).run(TENANT, CARA);
  } finally {
    db.close();
  }
}

test("a person told in every public way is in no byte of any file once erased", async () => {
  const { folder, path } = place();
  const memory = await opened(path);
  await memory.ingest(byBen("ben-before", "I fly small planes out of Lisbon."));
  const { kinds } = await tellEverything(memory);
  expect(kinds.length).toBeGreaterThanOrEqual(12);
  for (const copy of [".before-migration", ".before-restore"])
    for (const part of ["", "-wal"]) copyFileSync(`${path}${part}`, `${path}${copy}${part}`);
  const before = filesHolding(folder, CANARY);
  for (const name of [
    "memory/acme/MEMORY.md",
    "memory/vault.jsonl",
    "memory.db.before-migration-wal",
  ])
    expect(before).toContain(name);
  expect(before.some((name) => name.endsWith("2026-05-01.md"))).toBe(true);
  const holding = tablesHolding(path, CANARY);
  expect(REACHED.filter((table) => !holding.includes(table))).toEqual([]);

  await leaveWhatNamesOnlyHer(path, memory);
  expect(tablesHolding(path, CARA)).toEqual(expect.arrayContaining(["activities", "token_ledger"]));

  await memory.erase({ tenant: TENANT, subject: CARA });
  expect(tablesHolding(path, CANARY)).toEqual([]);
  expect(filesHolding(folder, CANARY)).toEqual([]);
  expect(tablesHolding(path, CARA)).toEqual([]);
  expect(filesHolding(folder, CARA)).toEqual([]);
  expect(await allThatIsRead(memory)).not.toContain(CANARY);
  const left = JSON.stringify(await memory.list({ tenant: TENANT, limit: 200 }));
  for (const word of ["planes", "old mill is painted red"]) expect(left).toContain(word);
});

test("a restart, late jobs and an older export do not bring an erased person back", async () => {
  const { folder, path } = place();
  const memory = await opened(path);
  await tellEverything(memory);
  await memory.ingest(byCara("cara-late", `My sister is called ${CANARY}.`));
  const exported = (await memory.transfer.exportText({ tenant: TENANT })).files
    .map(({ text }) => text)
    .join("");
  expect(exported).toContain(CANARY);
  await memory.erase({ tenant: TENANT, subject: CARA });
  await memory.close();

  const again = await opened(path);
  await again.transfer.importText({ tenant: TENANT, data: exported, format: "mneme" });
  await again.flush({ tenant: TENANT });
  for (const job of ["nightly", "consolidate"]) await again.runJob({ name: job, tenant: TENANT });
  await again.drain();
  await again.admin.refreshSnapshot({ tenant: TENANT });
  expect(await allThatIsRead(again)).not.toContain(CANARY);
  expect(tablesHolding(path, CANARY)).toEqual([]);
  expect(filesHolding(folder, CANARY)).toEqual([]);
});

test("restoring a backup made before the erasing leaves the person out of the restored store", async () => {
  const { folder, path } = place();
  const memory = await opened(path);
  await tellEverything(memory);
  const backup = join(folder, "made-by-us.backup");
  await backUpSqlite({ path }, backup);
  await memory.erase({ tenant: TENANT, subject: CARA });
  await memory.close();
  expect(filesHolding(folder, CANARY)).toEqual(["made-by-us.backup"]);
  // A folder of its own: the driver lets go of a closed file only when its statements are collected.
  const other = place();
  cpSync(folder, other.folder, { recursive: true });
  rmSync(join(other.folder, "made-by-us.backup"));
  const given = { path: other.path, folder: join(other.folder, "memory"), now };
  const done = await restoreBackup({
    ...given,
    ...{ backup, durability: "normal", withoutLedger: false },
  });
  expect(done.erasedAgain.subject).toBe(1);
  expect(tablesHolding(other.path, CANARY)).toEqual([]);
  expect(filesHolding(other.folder, CANARY)).toEqual([]);
  const restored = await opened(other.path);
  await restored.drain();
  expect(await allThatIsRead(restored)).not.toContain(CANARY);
});

for (const [name, open] of databases()) {
  test(`on ${name} a late message that was erased stays out, and a new one is heard`, async () => {
    const memory = await open();
    onTestFinished(() => memory.close());
    const message = byCara("late-1", `I live in ${CANARY} these days.`);
    expect(await memory.ingest(message)).toMatchObject({ status: "ok" });
    await memory.erase({ tenant: TENANT, messageId: "late-1" });
    expect(await memory.ingest(message)).toMatchObject({ status: "ignored", reason: "erased" });
    const [together, other] = await memory.ingestMany([message, byBen("b-1", "I play the cello.")]);
    expect(together).toMatchObject({ status: "ignored", reason: "erased" });
    expect(other).toMatchObject({ status: "ok" });

    const second = byCara("late-2", `My ${CANARY} cat is called Tom.`);
    await memory.ingest(second);
    await memory.erase({ tenant: TENANT, subject: CARA });
    expect(await memory.ingest(second)).toMatchObject({ status: "ignored", reason: "erased" });
    expect(await allThatIsRead(memory)).not.toContain(CANARY);
    const anew = await memory.ingest(byCara("anew-1", "My sister is called Vera."));
    expect(anew).toMatchObject({ status: "ok" });
    expect(JSON.stringify(anew)).toContain("Vera");
  });

  test(`on ${name} a message on its way while it is erased does not come back`, async () => {
    const memory = await open();
    onTestFinished(() => memory.close());
    const ids = Array.from({ length: 12 }, (_, n) => `race-${n}`);
    const said = ids.map((id, n) => byCara(id, `My ${CANARY} horse number ${n} is brown.`));
    await memory.ingestMany(said);
    const repeated = Array.from({ length: 5 }, () => said).flat();
    await Promise.all([
      memory.erase({ tenant: TENANT, subject: CARA }),
      memory.ingestMany(repeated),
    ]);
    await memory.drain();
    expect(await allThatIsRead(memory)).not.toContain(CANARY);
  });
}
