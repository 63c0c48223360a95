// A search holds what it read until something changes. What it holds must never outlive a change, whoever made it, nor
// be shown to somebody else.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createMemory, type MemoryEngine, type MemoryOptions } from "../../src/index.ts";
import { first, run } from "../../src/store/database.ts";
import { jobQueue } from "../../src/store/jobs/job-queue.ts";
import {
  cachedVectors,
  cacheForSearch,
  SMALL_TENANT,
  tenantCache,
} from "../../src/store/search/search-cache.ts";
import { openSqliteDatabase, type SqliteDatabase } from "../../src/store/sqlite/sqlite-database.ts";
import { sqliteDialect } from "../../src/store/sqlite/sqlite-dialect.ts";
import { sqliteVectors } from "../../src/store/vectors/sqlite-vectors.ts";
import { testEngine } from "../support/engine.ts";

const tenant = "acme";
const query = "What does Ana keep in the kitchen?";
const ask = { tenant, query, over: "memories", limit: 10 } as const;

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-search-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "memory.db");
}

async function opened(path: string, options: MemoryOptions = {}): Promise<MemoryEngine> {
  const memory = await createMemory({ path, folder: null, upkeep: false, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

async function note(memory: MemoryEngine, text: string, user?: string): Promise<string> {
  const owned = user === undefined ? {} : { user, subject: user };
  const receipt = await memory.remember({ tenant, kind: "log", text, ...owned });
  return receipt.stored[0]?.id ?? "";
}

async function texts(memory: MemoryEngine, more: object = {}): Promise<readonly string[]> {
  const { hits } = await memory.search({ ...ask, ...more });
  return hits.map(({ text }) => text).sort();
}

test("what this process writes, changes or forgets shows in the next answer", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await note(memory, "Ana keeps basil in the kitchen");
  expect(await texts(memory)).toEqual(["Ana keeps basil in the kitchen"]);
  const id = await note(memory, "Ana keeps a kettle in the kitchen");
  expect(await texts(memory)).toHaveLength(2);
  await memory.edit({ tenant, id, set: { text: "Ana keeps an urn in the kitchen" } });
  expect(await texts(memory)).toContain("Ana keeps an urn in the kitchen");
  await memory.forget({ tenant, id });
  expect(await texts(memory)).toEqual(["Ana keeps basil in the kitchen"]);
});

test("what another process writes, changes or forgets shows in the next answer", async () => {
  const path = scratch();
  const [here, there] = [await opened(path), await opened(path)];
  await note(there, "Ana keeps basil in the kitchen");
  expect(await texts(here)).toEqual(["Ana keeps basil in the kitchen"]);
  const id = await note(there, "Ana keeps a kettle in the kitchen");
  expect(await texts(here)).toHaveLength(2);
  await there.edit({ tenant, id, set: { text: "Ana keeps an urn in the kitchen" } });
  expect(await texts(here)).toContain("Ana keeps an urn in the kitchen");
  await there.forget({ tenant, id });
  expect(await texts(here)).toEqual(["Ana keeps basil in the kitchen"]);
});

test("what is erased elsewhere is in no answer any more", async () => {
  const path = scratch();
  const [here, there] = [await opened(path), await opened(path)];
  await note(there, "Ana keeps basil in the kitchen", "ana");
  await note(there, "Somebody keeps a kettle in the kitchen", "ben");
  expect(await texts(here)).toHaveLength(2);
  await there.erase({ tenant, subject: "ana", actor: "host" });
  expect(await texts(here)).toEqual(["Somebody keeps a kettle in the kitchen"]);
});

test("a message that is said or erased elsewhere shows in the next answer", async () => {
  const path = scratch();
  const [here, there] = [await opened(path), await opened(path)];
  const say = (id: string, author: string, text: string) =>
    there.ingest({ tenant, id, channel: "c", text, author: { id: author, name: author } });
  await say("m1", "ana", "Ana said the kitchen keeps its smell of basil");
  const over = { over: "messages" };
  expect(await texts(here, over)).toHaveLength(1);
  await say("m2", "ben", "Nobody keeps a piano in the kitchen");
  expect(await texts(here, over)).toHaveLength(2);
  await there.erase({ tenant, subject: "ana", actor: "host" });
  expect(await texts(here, over)).toEqual(["Nobody keeps a piano in the kitchen"]);
});

test("one viewer's warm answer is not another's", async () => {
  const allowlists = { clerk: ["health"] };
  const { memory } = await testEngine({ upkeep: false, allowlists });
  const lines = ["Ana keeps basil in the kitchen", "Ana keeps pills in the kitchen"];
  for (const [at, user] of ["ana", "ben"].entries())
    await memory.remember({
      ...{ tenant, kind: "log", scope: "user", user, text: lines[at] ?? "" },
      category: at === 0 ? "preference" : "health",
    });
  const viewers = [{}, { user: "ana" }, { user: "ben" }, { agent: "clerk", user: "ben" }];
  const asked = [...viewers, { filters: { user: "ana" } }, { filters: { categories: ["health"] } }];
  const cold = [];
  for (const viewer of asked) cold.push(await texts(memory, viewer));
  const warm = [];
  for (const viewer of asked) warm.push(await texts(memory, viewer));
  expect(warm).toEqual(cold);
  expect(cold[1]).toEqual([lines[0]]);
  expect(cold[2]).toEqual([lines[1]]);
  expect(cold[4]).toEqual([lines[0]]);
  expect(cold[5]).toEqual([lines[1]]);
});

test("a memory runs out while it is held, and is there again when the clock is set back", async () => {
  const { memory, pass } = await testEngine({ upkeep: false });
  await note(memory, "Ana keeps basil in the kitchen");
  const text = "Ana keeps milk in the kitchen";
  await memory.remember({ tenant, kind: "log", text, ttlDays: 2 });
  expect(await texts(memory)).toContain(text);
  pass(1.5);
  expect(await texts(memory)).toContain(text);
  pass(1);
  expect(await texts(memory)).not.toContain(text);
  pass(-2);
  expect(await texts(memory)).toContain(text);
});

test("what a caller does to a hit is in no later answer", async () => {
  const { memory } = await testEngine({ upkeep: false });
  await note(memory, "Ana keeps basil in the kitchen");
  const { hits } = await memory.search(ask);
  const before = JSON.stringify(hits);
  for (const hit of hits) {
    if (hit.item !== "memory") continue;
    Object.assign(hit.memory, { text: "nothing" });
    for (const part of [hit.memory.tags, hit.memory.origins, hit.memory.writer])
      Object.assign(part, { 0: "changed" });
  }
  expect(JSON.stringify((await memory.search(ask)).hits)).toBe(before);
});

async function database(path: string): Promise<SqliteDatabase> {
  const db = await openSqliteDatabase({ path, durability: "normal" });
  onTestFinished(() => db.close());
  for (const table of ["migrations", "memory_access", "memories"])
    await db.write(() => run(`CREATE TABLE IF NOT EXISTS ${table} (n integer)`, []));
  return db;
}

test("what stands is let go before a change is committed, and when one is undone", async () => {
  const db = await database(scratch());
  const before = db.standing();
  expect(db.standing()).toBe(before);
  await db.write(function* () {
    yield* run("INSERT INTO memories VALUES (1)", []);
    expect(db.standing()).not.toBe(before);
  });
  const between = db.standing();
  const undone = db.write(function* () {
    yield* run("DELETE FROM memories", []);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow();
  expect(db.standing()).not.toBe(between);
});

test("to read, or to count what was handed out, leaves it standing", async () => {
  const db = await database(scratch());
  const before = db.standing();
  await db.read(() => first("SELECT n FROM memories", []));
  await db.write(() => first("SELECT n FROM memories", []));
  await db.write(() => run("INSERT INTO memory_access (n) VALUES (1)", []));
  expect(db.standing()).toBe(before);
});

test("what was held inside a change goes when the change is undone", async () => {
  const db = await database(scratch());
  const inside: unknown[] = [];
  const undone = db.write(function* () {
    yield* run("INSERT INTO memories VALUES (1)", []);
    inside.push(db.standing());
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow();
  expect(inside).not.toContain(db.standing());
});

test("to look every second for work that is not there leaves it standing", async () => {
  const path = scratch();
  await (await opened(path)).close();
  const db = await openSqliteDatabase({ path, durability: "normal" });
  onTestFinished(() => db.close());
  const jobs = jobQueue(db, sqliteDialect(sqliteVectors()));
  const [now, leaseUntil] = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z"];
  const before = db.standing();
  expect(await jobs.gather({ limit: 10, at: now, ids: () => "job" })).toBe(0);
  expect(await jobs.claim({ names: ["link"], now, leaseUntil, limit: 10 })).toEqual([]);
  expect(db.standing()).toBe(before);
});

test("what stands is let go when another connection commits", async () => {
  const path = scratch();
  const db = await database(path);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  const before = db.standing();
  other.exec("INSERT INTO memories VALUES (2)");
  expect(db.standing()).not.toBe(before);
});

test("what stands is let go when it takes too much", async () => {
  const db = await database(scratch());
  const before = db.standing();
  tenantCache(before.memory, tenant).room.bytes = 1e9;
  expect(db.standing()).not.toBe(before);
});

test("of a tenant with more items than are counted nothing outlives a search", async () => {
  const { memory } = (await database(scratch())).standing();
  const small = cacheForSearch(memory, "small", SMALL_TENANT - 1);
  expect(cacheForSearch(memory, "small", SMALL_TENANT - 1)).toBe(small);
  const large = cacheForSearch(memory, "large", SMALL_TENANT);
  expect(cacheForSearch(memory, "large", SMALL_TENANT)).not.toBe(large);
  expect([small, large].map((held) => cachedVectors(held, "model") !== undefined)).toEqual([
    true,
    false,
  ]);
});
