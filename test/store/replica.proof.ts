// Questions that a standby answers: a real one, whose replay is stopped and started, behind the server that a test may
// change. What was written on a node is read there at once, and nothing is older than the bound.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { type PrivatePostgres, privatePostgres } from "../proof/private-postgres.ts";

const MINUTE = 60_000;
/** Longer than any test. */
const NEVER_OLD = 600_000;

let primary: PrivatePostgres;
let standby: PrivatePostgres;
let open: MemoryEngine[];

beforeAll(async () => {
  primary = await privatePostgres();
  await primary.run("CREATE EXTENSION vector");
  standby = await primary.standby();
}, 3 * MINUTE);
afterAll(() => {
  standby?.close();
  primary?.close();
});
beforeEach(() => {
  open = [];
});
afterEach(async () => {
  await standby.run("SELECT pg_wal_replay_resume()");
  await Promise.all(open.map((node) => node.close()));
});

async function node(readMaxStalenessMs?: number): Promise<MemoryEngine> {
  const reading =
    readMaxStalenessMs === undefined ? {} : { readUrl: standby.url, readMaxStalenessMs };
  const memory = await createMemory({ url: primary.url, ...reading, poolSize: 3, upkeep: false });
  open.push(memory);
  return memory;
}

const say = (memory: MemoryEngine, tenant: string, text: string) =>
  memory.remember({ tenant, kind: "lore", text });

const BEES = "The bees live in the garden behind the house.";
const PIANO = "The piano stands in the garden room.";
const LAMP = "The lamp hangs over the garden gate.";

async function found(memory: MemoryEngine, tenant: string): Promise<string[]> {
  const { hits } = await memory.search({ tenant, query: "What is in the garden?", strict: false });
  return hits.map(({ text }) => text);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function caughtUp(): Promise<void> {
  const [at] = await primary.run("SELECT pg_current_wal_insert_lsn()::text AS lsn");
  const arrived = `SELECT pg_last_wal_replay_lsn() >= '${at?.["lsn"]}' AS done`;
  while ((await standby.run(arrived))[0]?.["done"] !== true) await pause(20);
}

test("the primary answers while the standby is down, and the standby again when it is back", {
  timeout: MINUTE,
}, async () => {
  const [memory, writer] = [await node(NEVER_OLD), await node()];
  await say(writer, "any", BEES);
  await caughtUp();
  expect(await found(memory, "any")).toContain(BEES);
  standby.stop("fast");
  try {
    await say(writer, "any", PIANO);
    expect(await found(memory, "any")).toContain(PIANO);
  } finally {
    standby.start();
  }
  await caughtUp();
  await pause(1_100);
  await standby.run("SELECT pg_wal_replay_pause()");
  await say(writer, "any", LAMP);
  expect(await found(memory, "any")).not.toContain(LAMP);
});

test("who wrote reads it at once, however far the standby is behind", {
  timeout: MINUTE,
}, async () => {
  const [writer, other] = [await node(NEVER_OLD), await node(NEVER_OLD)];
  await say(writer, "own", BEES);
  await caughtUp();
  expect(await found(other, "own")).toContain(BEES);
  await standby.run("SELECT pg_wal_replay_pause()");
  await say(writer, "own", LAMP);
  expect(await found(writer, "own")).toContain(LAMP);
  // Another node promises no more than its bound.
  expect(await found(other, "own")).toContain(BEES);
  expect(await found(other, "own")).not.toContain(LAMP);
});

test("nothing is older than the bound, on any node", { timeout: MINUTE }, async () => {
  const [writer, other, strict] = [await node(), await node(1_000), await node(0)];
  await say(writer, "bound", BEES);
  await caughtUp();
  expect(await found(other, "bound")).toContain(BEES);
  await standby.run("SELECT pg_wal_replay_pause()");
  await say(writer, "bound", LAMP);
  expect(await found(strict, "bound")).toContain(LAMP);
  await pause(1_100);
  expect(await found(other, "bound")).toContain(LAMP);
});
