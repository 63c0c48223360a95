// Running a job by hand: through the queue, as a dry run, for one tenant or for all.

import { expect, test } from "vitest";
import { runNow } from "../../src/upkeep/run-now.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { openWorkshop, TENANT } from "./workshop.ts";

async function ready() {
  const shop = await openWorkshop();
  await shop.keep({ text: "Ana waved", importance: 1 });
  await shop.keep({ text: "Bo waved", importance: 1, tenant: "other" });
  shop.pass(61);
  const { store, deps } = shop;
  const handlers = upkeepHandlers(deps);
  const runDue = () => runDueJobs({ jobs: store.jobs, handlers, now: deps.now, random: () => 0.5 });
  return { shop, runDue };
}

test("a job runs for every tenant, and says what it did for each", async () => {
  const { shop, runDue } = await ready();
  expect(await runNow({ name: "forget" }, shop.deps, runDue)).toEqual({
    [TENANT]: { forgotten: 1 },
    other: { forgotten: 1 },
  });
});

test("a job runs for the tenant that is named and no other", async () => {
  const { shop, runDue } = await ready();
  await runNow({ name: "forget", tenant: "other" }, shop.deps, runDue);
  expect(await shop.list("fact")).toHaveLength(1);
});

test("a dry run leaves neither a change nor a trace in the queue", async () => {
  const { shop, runDue } = await ready();
  const tried = await runNow({ name: "forget", tenant: TENANT, dryRun: true }, shop.deps, runDue);
  expect(tried[TENANT]).toMatchObject({ forgotten: 1, would: [{ act: "forget" }] });
  expect(await shop.list("fact")).toHaveLength(1);
  expect(await shop.store.jobs.lastRun(TENANT, "forget")).toBeUndefined();
});

test("a job that failed says why, and stays in the queue", async () => {
  const { shop } = await ready();
  const handlers = { forget: () => Promise.reject(new Error("no luck")) };
  const { store, deps } = shop;
  const runDue = () => runDueJobs({ jobs: store.jobs, handlers, now: deps.now, random: () => 0.5 });
  const outcome = await runNow({ name: "forget", tenant: TENANT }, deps, runDue);
  expect(outcome[TENANT]).toEqual({ isQueued: true, error: "no luck" });
});

test("a job nobody knows is refused by name", async () => {
  const { shop, runDue } = await ready();
  await expect(runNow({ name: "tidy" }, shop.deps, runDue)).rejects.toMatchObject({
    code: "not_found",
  });
});
