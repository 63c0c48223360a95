// Prune, forget and purge: what goes, what stays, and that a leap of the clock takes nothing with it.

import { describe, expect, test } from "vitest";
import { hostViewer } from "../../src/model/viewer.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { createScheduler } from "../../src/upkeep/scheduler.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { openWorkshop, TENANT, type Workshop } from "./workshop.ts";

const inDays = (shop: Workshop, days: number) =>
  new Date(Date.parse(shop.at()) + days * 86_400_000).toISOString();

async function keepMany(shop: Workshop, count: number, fields: object = {}): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await shop.keep({ text: `Note number ${n}`, kind: "log", importance: 2, ...fields });
}

/** One turn of the loop that runs in the background. */
async function tick(shop: Workshop): Promise<void> {
  await createScheduler(shop.deps).enqueueDue();
  const { store, deps } = shop;
  const handlers = upkeepHandlers(deps);
  await runDueJobs({ jobs: store.jobs, handlers, now: deps.now, random: () => 0.5 });
}

test("pruning deletes what has expired and says how many (N7)", async () => {
  const shop = await openWorkshop();
  const gone = await shop.keep({ text: "a", kind: "log", expiresAt: inDays(shop, 1) });
  const kept = await shop.keep({ text: "b", kind: "log", expiresAt: inDays(shop, 9) });
  shop.pass(2);
  expect(await shop.run("prune")).toEqual({ pruned: 1 });
  expect(await shop.get(gone.id)).toBeUndefined();
  expect(await shop.store.upkeep.isErased(TENANT, "memory", gone.id)).toBe(true);
  expect(await shop.get(kept.id)).toMatchObject({ state: "active" });
});

describe("forgetting (S7)", () => {
  test("takes what nobody used for sixty days and is of little importance", async () => {
    const shop = await openWorkshop();
    const dull = await shop.keep({ text: "Ana mentioned the weather", importance: 2 });
    const weighty = await shop.keep({ text: "Ana is allergic to nuts", importance: 3 });
    const pinned = await shop.keep({ text: "Ana waved", importance: 1, pinned: true });
    const used = await shop.keep({ text: "Ana likes jazz", importance: 2 });
    shop.pass(40);
    await shop.store.memories.touch(TENANT, [{ id: used.id }], shop.at());
    shop.pass(21);
    expect(await shop.run("forget")).toEqual({ forgotten: 1 });
    expect(await shop.get(dull.id)).toMatchObject({
      state: "soft_deleted",
      purgeAt: inDays(shop, 30),
    });
    for (const { id } of [weighty, pinned, used])
      expect(await shop.get(id)).toMatchObject({ state: "active" });
  });

  test("tells a thread once", async () => {
    const shop = await openWorkshop();
    await shop.keep({ text: "Ana waved", importance: 1, thread: "t1" });
    shop.pass(61);
    await shop.run("forget");
    const query = { thread: "t1", since: 1, limit: 9 };
    const { changes, revision } = await shop.store.memories.delta(hostViewer(TENANT), query);
    expect(changes.map(({ event }) => event)).toEqual(["soft_deleted"]);
    await shop.run("forget");
    const again = await shop.store.memories.delta(hostViewer(TENANT), {
      ...query,
      since: revision,
    });
    expect(again.changes).toEqual([]);
  });

  test("ends in a purge after thirty days more", async () => {
    const shop = await openWorkshop();
    const dull = await shop.keep({ text: "Ana waved", importance: 1 });
    shop.pass(61);
    await shop.run("forget");
    shop.pass(29);
    expect(await shop.run("purge")).toEqual({ purged: 0 });
    shop.pass(2);
    expect(await shop.run("purge")).toEqual({ purged: 1 });
    expect(await shop.get(dull.id)).toBeUndefined();
  });

  test("asks before it takes a mass of what is active", async () => {
    const shop = await openWorkshop();
    await keepMany(shop, 60);
    shop.pass(61);
    const tried = await shop.run("forget", { dryRun: true });
    const refused = await shop.run("forget");
    expect(tried).toEqual({ ...refused, would: [] });
    expect(refused).toMatchObject({ forgotten: 0, waiting: 60 });
    expect(String(refused["refused"])).toContain("60 of 60");
    expect(await shop.run("forget", { confirm: true })).toEqual({ forgotten: 60 });
  });
});

describe("a leap of the clock", () => {
  test("expires nothing for an hour, and no mass without a yes", async () => {
    const shop = await openWorkshop();
    await keepMany(shop, 60, { expiresAt: inDays(shop, 100) });
    await tick(shop);
    shop.pass(3650);
    await tick(shop);
    expect((await shop.list("log", ["active"])).length).toBe(60);
    for (let quarter = 0; quarter < 8; quarter += 1) {
      shop.pass(1 / 96);
      await tick(shop);
    }
    expect((await shop.list("log", ["active"])).length).toBe(60);
    expect(await shop.run("prune", { confirm: true })).toEqual({ pruned: 60 });
  });

  test.each([
    ["only puts off what is no mass: the store may have been off", [3]],
    ["that goes back again is believed after an hour, as any other", [3650, -3648]],
  ])("%s", async (_name, leaps) => {
    const shop = await openWorkshop();
    await keepMany(shop, 20, { expiresAt: inDays(shop, 1) });
    await tick(shop);
    for (const days of leaps) {
      shop.pass(days);
      await tick(shop);
    }
    expect((await shop.list("log", ["active"])).length).toBe(20);
    for (let quarter = 0; quarter < 6; quarter += 1) {
      shop.pass(1 / 96);
      await tick(shop);
    }
    expect((await shop.list("log", ["active"])).length).toBe(0);
  });

  test("that goes back again has cost nothing", async () => {
    const shop = await openWorkshop();
    await keepMany(shop, 60, { expiresAt: inDays(shop, 100) });
    await tick(shop);
    shop.pass(3650);
    await tick(shop);
    shop.pass(-3650);
    await tick(shop);
    expect((await shop.list("log")).length).toBe(60);
  });
});

test.each(["prune", "forget", "purge"])(
  "a dry run of %s names what the real run ends",
  async (name) => {
    const shop = await openWorkshop();
    const late = { purgeAt: inDays(shop, 1), expiresAt: inDays(shop, 1) };
    await shop.keep({ text: "a", kind: "log", importance: 1 });
    await shop.keep({ text: "b", kind: "log", expiresAt: late.expiresAt });
    await shop.keep({ text: "c", kind: "log", state: "soft_deleted", purgeAt: late.purgeAt });
    shop.pass(70);
    const tried = await shop.run(name, { dryRun: true });
    const before = await shop.list("log", ["active", "soft_deleted"]);
    const { would, ...counts } = tried;
    expect(await shop.run(name)).toEqual(counts);
    const after = new Map(
      (await shop.list("log", ["active", "soft_deleted"])).map((m) => [m.id, m]),
    );
    const ended = before
      .filter(({ id, state }) => after.get(id)?.state !== state)
      .map(({ id }) => id);
    expect((would as { ids: string[] }[]).flatMap(({ ids }) => ids).sort()).toEqual(ended.sort());
  },
);
