// A supervisor's memory moves in from PostgreSQL, field by field: a thousand rows of every table.

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { testEngine } from "../support/engine.ts";
import { pgliteWithVector } from "../support/pglite.ts";
import { killedWhile } from "./killed-while.ts";
import { countingEmbedder, rowsLeft, told } from "./moved-in.ts";
import { isSecret, SECRET_SIGNS } from "./old-stores.ts";
import {
  checkpointRows,
  eventRows,
  historyRows,
  memoryId,
  memoryRows,
  relationRows,
  type ServerRow,
  SUPERVISOR_SCHEMA,
  supervisorAt,
  supervisorRows,
  threadRows,
  uuid,
} from "./old-supervisor.ts";
import { exportedText, importOf, scratch, TENANT } from "./support.ts";

const COUNT = 1_000;
const ROWS = supervisorRows(COUNT);
const host = { tenant: TENANT } as const;
const KIND: Readonly<Record<string, string>> = {
  semantic: "fact",
  episodic: "episode",
  insight: "insight",
  procedural: "procedure",
};

test("every row of every table is there, with all it had", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const report = await memory.transfer.import(importOf(await supervisorAt(ROWS)));
  expect(report).toMatchObject({ format: "supervisor", state: "done" });
  expect(report.counts).toMatchObject({ bad: 0, odd: 0, leftOut: 0, dropped: 0 });
  // Six tables of a thousand, ten threads, and 125 times of last use.
  expect(report.counts).toMatchObject({ read: 6_135, restored: 6_135 });
  const { memories } = await told(memory, TENANT);
  expect(memories.size).toBe(COUNT);
  for (const row of memoryRows(COUNT)) sameMemory(memories.get(String(row["id"])), row);
  await sameHistory(memory);
  await sameThreads(memory);
  await sameEvents(memory);
  await sameCheckpoints(memory);
  await sameRelations(memory);
});

test("again it adds nothing; taken back, nothing is left", async () => {
  const url = await supervisorAt(ROWS);
  const own = join(await scratch(), "memory.db");
  const memory = await createMemory({ path: own, upkeep: false });
  const { importId = "" } = await memory.transfer.import(importOf(url));
  const again = await memory.transfer.import(importOf(url));
  expect(again.counts).toMatchObject({ read: 6_135, restored: 0, known: 6_135 });
  const undo = { tenant: TENANT, id: importId, actor: "op", confirm: true };
  expect(await memory.transfer.undo({ ...undo, dryRun: true })).toMatchObject({
    memories: COUNT,
  });
  await memory.transfer.undo({ ...undo, dryRun: false });
  await memory.close();
  expect(rowsLeft(own)).toEqual({});
});

test("killed in the middle, the next run makes it whole", async () => {
  const url = await supervisorAt(ROWS);
  const folder = await scratch();
  const path = join(folder, "memory.db");
  for (const batches of [3, 25])
    expect(await killedWhile(path, url, { batches, ms: 15 })).toBe("SIGKILL");
  const memory = await createMemory({ path, upkeep: false });
  const plain = await createMemory({ path: join(folder, "plain.db"), upkeep: false });
  const { counts } = await memory.transfer.import(importOf(url));
  await plain.transfer.import(importOf(url));
  expect(counts.known).toBeGreaterThan(0);
  expect(counts.known + counts.restored).toBe(6_135);
  expect(await memory.transfer.hash({ tenant: TENANT })).toBe(
    await plain.transfer.hash({ tenant: TENANT }),
  );
  await memory.close();
  await plain.close();
}, 60_000);

type Found = Readonly<Record<string, unknown>> | undefined;

function sameMemory(found: Found, row: ServerRow): void {
  const isAbout = ["semantic", "insight"].includes(String(row["type"]));
  expect(found).toMatchObject({
    ...{ kind: KIND[String(row["type"])], category: row["category"], tags: row["tags"] },
    ...{
      scope: "user",
      user: row["user_id"],
      importance: row["importance"],
      pinned: row["pinned"],
    },
    ...{
      state: row["state"],
      createdAt: row["created_at"],
      updatedAt: row["updated_at"],
      version: 1,
    },
  });
  expect(found?.["subject"] ?? null).toBe(isAbout ? row["user_id"] : null);
  expect(found?.["purgeAt"] ?? null).toBe(row["purge_at"]);
  const writer = (found?.["writer"] ?? {}) as Record<string, unknown>;
  expect(writer["agent"] ?? null).toBe(row["agent_id"]);
  expect(writer["run"] ?? null).toBe(row["run_id"]);
  expect(writer["actor"] ?? null).toBe(row["actor_id"]);
  expect(writer["role"] ?? null).toBe(row["role"]);
  for (const sign of SECRET_SIGNS) expect(found?.["text"]).not.toContain(sign);
  if (!isSecret(String(row["text"]))) expect(found?.["text"]).toBe(String(row["text"]).trim());
}

async function sameHistory(memory: MemoryEngine): Promise<void> {
  for (const row of historyRows(COUNT)) {
    const id = String(row["memory_id"]);
    const history = await memory.admin.history({ ...host, id });
    expect(history.filter(({ cause }) => cause === "import")).toHaveLength(2);
    expect(history.find(({ meta }) => meta["history_id"] === row["id"])).toMatchObject({
      ...{ event: row["event"], actor: row["actor"], at: row["ts"] },
      meta: { sim: (row["meta"] as { sim: number }).sim, why: "because", new_ref: row["new_ref"] },
    });
  }
}

async function sameThreads(memory: MemoryEngine): Promise<void> {
  for (const row of threadRows(COUNT)) {
    const thread = String(row["thread_id"]);
    const since = Number(row["rev"]) - 3;
    const { revision, changes } = await memory.admin.delta({ ...host, thread, since });
    expect(revision).toBe(row["rev"]);
    const expected = (ROWS["change_log"] ?? []).filter(
      (one) => one["thread_id"] === thread && Number(one["rev"]) > since,
    );
    expect(changes.map(({ memoryId: id, event, at }) => ({ id, event, at }))).toEqual(
      expected.map((one) => ({ id: one["memory_id"], event: one["event"], at: one["ts"] })),
    );
  }
}

async function sameEvents(memory: MemoryEngine): Promise<void> {
  const { counts } = await memory.admin.events({ ...host, limit: 1 });
  const expected = new Map<string, number>();
  for (const { node, op, status } of eventRows(COUNT)) {
    const key = `${node} ${op} ${status}`;
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  expect(
    new Map(counts.map(({ node, op, status, count }) => [`${node} ${op} ${status}`, count])),
  ).toEqual(expected);
}

async function sameCheckpoints({ admin: { checkpoints } }: MemoryEngine): Promise<void> {
  for (const row of checkpointRows(COUNT)) {
    const key = { ...host, user: String(row["user_id"]), thread: String(row["thread_id"]) };
    expect(await checkpoints.load(key)).toEqual({
      ...key,
      ...{
        data: row["checkpoint_data"],
        createdAt: row["created_at"],
        updatedAt: row["updated_at"],
      },
    });
  }
}

async function sameRelations({ transfer }: MemoryEngine): Promise<void> {
  const lines = (await exportedText(transfer, "jsonl"))
    .split("\n")
    .filter((line) => line.includes('"type":"relation"'));
  const found = lines.map((line) => JSON.parse(line).relation);
  const byFrom = new Map(found.map((one) => [one.from, one]));
  for (const row of relationRows(COUNT)) {
    const one = byFrom.get(row["from_id"]);
    expect(one).toMatchObject({
      to: row["to_id"],
      type: "related_to",
      createdAt: row["created_at"],
    });
    expect(one.strength).toBeCloseTo(Number(row["strength"]), 5);
  }
  expect(found).toHaveLength(COUNT);
}

test("into PostgreSQL it is the same, walls between tenants raised, and is taken back alike", async () => {
  const url = await supervisorAt(supervisorRows(100));
  const { pool, close } = await pgliteWithVector();
  const there = await createMemory({ pool, rowSecurity: true, upkeep: false });
  onTestFinished(async () => {
    await there.close();
    await close();
  });
  const { memory: plain } = await testEngine({ upkeep: false });
  const first = await plain.transfer.import(importOf(url));
  const report = await there.transfer.import(importOf(url));
  expect(report.counts).toEqual(first.counts);
  expect(await there.transfer.hash({ tenant: TENANT })).toBe(
    await plain.transfer.hash({ tenant: TENANT }),
  );
  expect((await there.admin.events({ ...host, limit: 1 })).counts).toEqual(
    (await plain.admin.events({ ...host, limit: 1 })).counts,
  );
  const empty = (await testEngine({ upkeep: false })).memory;
  const undo = { tenant: TENANT, id: report.importId ?? "", actor: "op", confirm: true };
  await there.transfer.undo({ ...undo, dryRun: false });
  expect(await there.transfer.hash({ tenant: TENANT })).toBe(
    await empty.transfer.hash({ tenant: TENANT }),
  );
  expect((await there.admin.events({ ...host, limit: 1 })).counts).toEqual([]);
});

test("a dry run tells what would come, and changes nothing", async () => {
  const url = await supervisorAt(supervisorRows(50));
  const { memory } = await testEngine({ upkeep: false });
  const tried = await memory.transfer.import(importOf(url, { dryRun: true }));
  expect((await told(memory, TENANT)).memories.size).toBe(0);
  expect(await memory.admin.checkpoints.list(TENANT, "user-1")).toEqual([]);
  const { importId: _id, ...done } = await memory.transfer.import(importOf(url));
  expect(tried).toEqual(done);
});

test("what was saved after the move stays when the move is taken back", async () => {
  const url = await supervisorAt({ supervisor_checkpoints: checkpointRows(3) });
  const { memory } = await testEngine({ upkeep: false });
  const { importId = "" } = await memory.transfer.import(importOf(url));
  const key = { ...host, user: "user-1", thread: "talk 1" };
  await memory.admin.checkpoints.save(key, { later: true }, "2026-05-02T10:00:00.000Z");
  const undo = { tenant: TENANT, id: importId, actor: "op", confirm: true, dryRun: false };
  await memory.transfer.undo(undo);
  expect((await memory.admin.checkpoints.load(key))?.data).toEqual({ later: true });
  expect(
    await memory.admin.checkpoints.load({ ...host, user: "user-2", thread: "talk 2" }),
  ).toBeUndefined();
});

test("an agent reads what its list allows, and a deleted memory is restorable", async () => {
  const url = await supervisorAt({ memories: memoryRows(60) });
  const { memory } = await testEngine({
    upkeep: false,
    allowlists: { planner: ["goals", "tasks", "procedural"], stylist: ["preferences"] },
  });
  await memory.transfer.import(importOf(url));
  const asked = { ...host, user: "user-5", query: "Where does user 5 keep boat 5?" } as const;
  const seen = await memory.query({
    ...asked,
    agent: "planner",
    categories: ["goals"],
    filters: { user_id: "user-5" },
  });
  expect(seen.items.map(({ id }) => id)).toContain(memoryId(5));
  await expect(
    memory.query({ ...asked, agent: "stylist", categories: ["goals"] }),
  ).rejects.toMatchObject({ code: "forbidden" });
  const gone = memoryId(3);
  expect(await memory.get({ ...host, user: "user-3", id: gone })).toBeUndefined();
  await memory.restore({ ...host, id: gone });
  expect(await memory.get({ ...host, user: "user-3", id: gone })).toMatchObject({
    state: "active",
  });
});

test("vectors of the model we embed with are taken over", async () => {
  const url = await supervisorAt({ memories: memoryRows(20) });
  const embedder = countingEmbedder("small", 4);
  const { memory } = await testEngine({ upkeep: false, models: { embedder } });
  const options = { ...importOf(url).options, vectorsOf: "small" };
  const { counts } = await memory.transfer.import(importOf(url, { options }));
  expect(counts.vectors).toBe(20);
  expect(embedder.asked).toEqual([]);
});

test("rows that cannot be read are told, and what rests on them is left out", async () => {
  const [whole = {}] = memoryRows(1);
  const url = await supervisorAt({
    memories: [
      { ...whole, state: "hidden", importance: 9 },
      { ...whole, id: memoryId(1), text: "  " },
      { ...whole, id: memoryId(2), text: "word ".repeat(60_000) },
    ],
    relations: [
      { ...relationRows(3)[0], relation_type: "caused_by" },
      { ...relationRows(3)[1], to_id: memoryId(1) },
    ],
    history: [{ ...historyRows(1)[0], event: "EXPLODE" }, { ...historyRows(2)[1] }],
    supervisor_checkpoints: [
      { ...checkpointRows(1)[0], checkpoint_data: { at: 1 } },
      { ...checkpointRows(2)[1], checkpoint_data: "text" },
    ],
  });
  const { memory } = await testEngine({ upkeep: false });
  const report = await memory.transfer.import(importOf(url));
  expect(report.counts).toMatchObject({ bad: 3, odd: 3, leftOut: 4, restored: 4 });
  expect(report.problems.map(({ where }) => where)).toEqual([
    `memories ${memoryId(0)}`,
    `memories ${memoryId(0)}`,
    `memories ${memoryId(1)}`,
    `relations ${uuid("relations", 0)}`,
    `history ${uuid("history", 0)}`,
    `memories ${memoryId(2)}`,
  ]);
  expect(report.reasons).toMatchObject({ "left out: of a memory that is not here": 3 });
});

test("an address that leads nowhere, another database, and our own store are refused", async () => {
  const { memory } = await testEngine({ upkeep: false });
  const refused = (url: string) =>
    memory.transfer.import(importOf(url)).catch((thrown: Error) => thrown.message);
  expect(await refused("postgres://nobody:secret-word@127.0.0.1:1/none")).toBe(
    "The database server cannot be reached.",
  );
  expect(await refused("postgres://[")).toContain("must be written like");
  const shop = await supervisorAt({}, "CREATE TABLE orders (id int)");
  expect(await refused(shop)).toContain("a PostgreSQL database with the tables orders");
  const ours = await supervisorAt({}, "CREATE TABLE memories (tenant text, id text)");
  expect(await refused(ours)).toContain("a store of Mneme itself");
  const empty = await supervisorAt({}, SUPERVISOR_SCHEMA);
  expect(await refused(empty)).toContain("Nothing was imported.");
});
