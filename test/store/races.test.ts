// Several processes on one SQLite file (V13, R-DUR-5): nothing is lost and nobody is told that it is busy.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { openSqliteForReading } from "../../src/store/sqlite/sqlite-database.ts";
import { host, listed } from "../support/store-conformance/samples.ts";
import { SQLITE_OPTIONS } from "./sqlite-stores.ts";
import { outputOf, runWorker } from "./workers/run-worker.ts";

const PROCESSES = 4;
const ROUNDS = 1_500;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mneme-"));
  path = join(folder, "memory.db");
});
afterEach(() => rm(folder, { recursive: true }));

/** None starts before all are there, or they would work one after another and prove nothing. */
async function atOnce(script: "counter" | "opener", args: (n: number) => readonly string[]) {
  const children = Array.from({ length: PROCESSES }, (_, n) => runWorker(script, args(n)));
  const outputs = children.map(outputOf);
  await Promise.race([
    Promise.all(children.map((child) => new Promise((ready) => child.stdout.once("data", ready)))),
    Promise.all(outputs),
  ]);
  for (const child of children) child.stdin.end("go\n");
  return Promise.all(outputs);
}

async function count(mode: "immediate" | "deferred") {
  await (await openSqliteStore({ ...SQLITE_OPTIONS, path })).close();
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE counter (value bigint); INSERT INTO counter VALUES (0)");
  const outputs = await atOnce("counter", () => [path, mode, String(ROUNDS)]);
  const tallies = outputs.map((said): { done: number; busy: number } =>
    JSON.parse(said.trim().split("\n").at(-1) ?? ""),
  );
  const value = Number(db.prepare("SELECT value FROM counter").get()?.["value"]);
  db.close();
  const sum = (field: "done" | "busy") => tallies.reduce((all, tally) => all + tally[field], 0);
  return { value, done: sum("done"), busy: sum("busy") };
}

describe("four processes that each add one 1,500 times", () => {
  test("lose nothing through the store, and none is told that it is busy", async () => {
    const total = PROCESSES * ROUNDS;
    expect(await count("immediate")).toEqual({ value: total, done: total, busy: 0 });
  });

  test("lose or fail with a plain BEGIN, so the test above can fail", async () => {
    const { value, busy } = await count("deferred");
    expect(busy + (PROCESSES * ROUNDS - value)).toBeGreaterThan(0);
    expect(value).toBeLessThan(PROCESSES * ROUNDS);
  });
});

/** Another thread does this to the file and lets go of it after a moment. */
async function whileHeld(sql: string, action: () => Promise<void>): Promise<void> {
  const holding = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { DatabaseSync } = require(workerData.driver);
    const db = new DatabaseSync(workerData.path);
    db.exec(workerData.sql);
    parentPort.postMessage("held");
    setTimeout(() => { db.exec("ROLLBACK"); db.close(); }, 200);`;
  const driver = createRequire(import.meta.url).resolve("@photostructure/sqlite");
  const holder = new Worker(holding, { eval: true, workerData: { path, driver, sql } });
  const ended = once(holder, "exit");
  await once(holder, "message");
  await action();
  await ended;
}

test("a new file that another holds for a moment is waited for", () =>
  whileHeld("BEGIN IMMEDIATE", async () => {
    const store = await openSqliteStore({ ...SQLITE_OPTIONS, path });
    expect(await store.info()).toMatchObject({ database: "sqlite" });
    await store.close();
  }));

test("to look at a file that another has for itself for a moment is waited for", async () => {
  const made = new DatabaseSync(path);
  made.exec("PRAGMA journal_mode = WAL; CREATE TABLE migrations (number bigint)");
  made.close();
  await whileHeld("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE", async () => {
    const reading = await openSqliteForReading({ path });
    await reading.close();
  });
});

test("four processes that make the same new store at once all find it whole", async () => {
  await atOnce("opener", (n) => [path, `m${n}`]);
  const store = await openSqliteStore({ ...SQLITE_OPTIONS, path });
  expect(await listed(store, host)).toEqual(["m0", "m1", "m2", "m3"]);
  await store.close();
});
