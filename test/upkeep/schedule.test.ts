// When jobs come due, and that each runs once whoever schedules it.

import { expect, test } from "vitest";
import type { Job } from "../../src/model/job.ts";
import { periodOf, SCHEDULE, upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { createScheduler } from "../../src/upkeep/scheduler.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { openWorkshop, TENANT, type Workshop } from "./workshop.ts";

const workerOf = ({ store, deps }: Workshop) => ({
  jobs: store.jobs,
  handlers: upkeepHandlers(deps),
  now: deps.now,
  random: () => 0.5,
});

const names = async ({ store }: Workshop, tenant = TENANT) =>
  (await store.jobs.list(tenant, { states: ["queued"], limit: 50 })).map((job) => job.name).sort();

test("a tenant's day begins at its own midnight, somewhere in its first half hour", () => {
  const at = (iso: string, zone: string) =>
    periodOf({ every: "day", minute: 0 }, TENANT, {
      now: () => new Date(iso),
      upkeep: { timeZone: () => zone } as never,
    });
  expect(at("2026-05-01T23:30:00.000Z", "Asia/Tokyo")).toBe("2026-05-02");
  expect(at("2026-05-01T23:30:00.000Z", "UTC")).toBe("2026-05-01");
  expect(at("2026-05-01T23:30:00.000Z", "America/New_York")).toBe("2026-05-01");
  expect(at("2026-05-02T00:30:00.000Z", "UTC")).toBe("2026-05-02");
});

test("tenants do not all begin in the same minute", () => {
  const minutes = new Set<number>();
  for (let tenant = 0; tenant < 40; tenant += 1)
    for (let minute = 0; minute <= 30; minute += 1) {
      const now = () => new Date(Date.parse("2026-05-02T00:00:00.000Z") + minute * 60_000);
      const upkeep = { timeZone: () => "UTC" } as never;
      if (periodOf({ every: "day", minute: 0 }, `t${tenant}`, { now, upkeep }) === "2026-05-02") {
        minutes.add(minute);
        break;
      }
    }
  expect(minutes.size).toBeGreaterThan(10);
});

test("what was never run is caught up on at the start, and then waits for midnight", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana drinks green tea" });
  const scheduler = createScheduler(shop.deps);
  await scheduler.enqueueDue();
  expect(await names(shop)).toContain("nightly");
  await runDueJobs(workerOf(shop));
  expect(await scheduler.enqueueDue()).toBe(0);
  shop.pass(0.3);
  await scheduler.enqueueDue();
  expect(await names(shop)).toEqual([]);
  shop.pass(1);
  await scheduler.enqueueDue();
  expect(await names(shop)).toContain("nightly");
});

test.each([
  ["was never", undefined],
  ["was two days ago", 2],
] as const)(
  "when the last night %s, it is made up for before anything else",
  async (_when, days) => {
    const shop = await openWorkshop();
    await shop.keep({ text: "Ana drinks green tea" });
    if (days !== undefined) {
      await createScheduler(shop.deps).enqueueDue();
      await runDueJobs(workerOf(shop));
      shop.pass(days);
    }
    const ran: Job[] = [];
    const handlers = Object.fromEntries(
      Object.keys(upkeepHandlers(shop.deps)).map((name) => [
        name,
        async (job: Job) => {
          ran.push(job);
          return {};
        },
      ]),
    );
    await createScheduler(shop.deps).enqueueDue();
    await runDueJobs({ ...workerOf(shop), handlers });
    expect(ran[0]?.name).toBe("nightly");
    const order = SCHEDULE.map(({ name }) => name).filter((name) => name !== "nightly");
    // Of each tenant; those of the store itself are a tenant's of their own.
    for (const tenant of new Set(ran.map((job) => job.tenant))) {
      const own = ran.slice(1).flatMap((job) => (job.tenant === tenant ? [job.name] : []));
      expect(own).toEqual(order.filter((name) => own.includes(name)));
    }
    expect(ran.length).toBeGreaterThan(8);
  },
);

test("when the last night was hours ago, what is due runs in the order of the table", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana drinks green tea" });
  shop.pass(0.4);
  await createScheduler(shop.deps).enqueueDue();
  await runDueJobs(workerOf(shop));
  shop.pass(0.9);
  await createScheduler(shop.deps).enqueueDue();
  const queued = await shop.store.jobs.list(TENANT, { states: ["queued"], limit: 50 });
  expect(queued[0]?.name).toBe("prune");
});

test("a restart on the same day runs nothing again", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana drinks green tea" });
  await createScheduler(shop.deps).enqueueDue();
  await runDueJobs(workerOf(shop));
  shop.pass(1 / 24);
  await createScheduler(shop.deps).enqueueDue();
  expect(await names(shop)).toEqual([]);
});

test("a tenant that is new today waits for its first midnight", async () => {
  const shop = await openWorkshop();
  const scheduler = createScheduler(shop.deps);
  await scheduler.enqueueDue();
  await shop.keep({ text: "Ana drinks green tea" });
  shop.pass(0.01);
  await scheduler.enqueueDue();
  expect(await names(shop)).toEqual([]);
  shop.pass(1);
  await scheduler.enqueueDue();
  expect(await names(shop)).toContain("nightly");
});

test("of many processes that schedule at once, one has the job", async () => {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana drinks green tea" });
  const added = await Promise.all(
    Array.from({ length: 6 }, () => createScheduler(shop.deps).enqueueDue()),
  );
  const total = added.reduce((sum, one) => sum + one, 0);
  expect(total).toBe((await names(shop)).length + (await names(shop, "")).length);
});

test("a job that fails every time is laid aside after five attempts, and can be retried", async () => {
  const shop = await openWorkshop();
  let calls = 0;
  const worker = {
    ...workerOf(shop),
    handlers: {
      nightly: async () => {
        calls += 1;
        throw new Error("poison");
      },
    },
  };
  const runAt = shop.at();
  await shop.store.jobs.enqueue([
    { id: "j1", tenant: TENANT, name: "nightly", key: "k", payload: {}, runAt },
  ]);
  for (let day = 0; day < 9; day += 1) {
    await runDueJobs(worker);
    shop.pass(1);
  }
  expect(calls).toBe(5);
  const [dead] = await shop.store.jobs.list(TENANT, { states: ["dead"], limit: 5 });
  expect(dead).toMatchObject({ id: "j1", lastError: "poison" });
  await shop.store.jobs.retry(TENANT, "j1", shop.at());
  await runDueJobs(worker);
  expect(calls).toBe(6);
});

test("a job whose worker dies every time is laid aside as well", async () => {
  const shop = await openWorkshop();
  const runAt = shop.at();
  await shop.store.jobs.enqueue([
    { id: "j1", tenant: TENANT, name: "nightly", key: "k", payload: {}, runAt },
  ]);
  for (let death = 0; death < 5; death += 1) {
    await shop.store.jobs.claim({
      names: ["nightly"],
      now: shop.at(),
      leaseUntil: shop.at(),
      limit: 1,
    });
    shop.pass(1);
  }
  await runDueJobs(workerOf(shop));
  expect(await shop.store.jobs.list(TENANT, { states: ["dead"], limit: 5 })).toHaveLength(1);
});

test("a worker that lost its lease while it was busy does not run the job", async () => {
  const shop = await openWorkshop();
  const ran: string[] = [];
  const runAt = shop.at();
  await shop.store.jobs.enqueue(
    ["a", "b"].map((id) => ({ id, tenant: TENANT, name: "slow", key: id, payload: {}, runAt })),
  );
  const handlers = {
    slow: async (job: Readonly<{ id: string }>) => {
      ran.push(job.id);
      shop.pass(1);
      const leaseUntil = new Date(Date.parse(shop.at()) + 60_000).toISOString();
      await shop.store.jobs.claim({ names: ["slow"], now: shop.at(), leaseUntil, limit: 9 });
      return {};
    },
  };
  await runDueJobs({ ...workerOf(shop), handlers });
  expect(ran).toEqual(["a"]);
});
