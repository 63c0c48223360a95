// The vault file stays as small as what it must be able to bring back: once a week, for the whole store.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { drainOutbox } from "../../src/curate/vault-file.ts";
import { openFiles } from "../../src/store/files/open-files.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { runNow } from "../../src/upkeep/run-now.ts";
import { upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { createScheduler } from "../../src/upkeep/scheduler.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { openWorkshop, START } from "./workshop.ts";

async function shopWithFiles() {
  const folder = await mkdtemp(join(tmpdir(), "mneme-compact-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const now = () => new Date(START);
  const store = await openSqliteStore({
    path: ":memory:",
    durability: "normal",
    keepsFiles: true,
    now,
  });
  const shop = await openWorkshop(store);
  const files = await openFiles(folder);
  const deps = { ...shop.deps, files };
  const jobs = store.jobs;
  const worker = { jobs, handlers: upkeepHandlers(deps), now: deps.now, random: () => 0.5 };
  return { shop, deps, files, worker };
}

async function linesOf(files: Awaited<ReturnType<typeof openFiles>>): Promise<number> {
  let count = 0;
  for await (const _ of files.readVault()) count += 1;
  return count;
}

async function shopWithOldVersions() {
  const { shop, deps, files, worker } = await shopWithFiles();
  await shop.keep({ text: "Ana lives in Lisbon" });
  await shop.keep({ text: "Ana lives in Lisbon now" });
  await shop.run("consolidate");
  await drainOutbox(shop.store, files);
  return { deps, files, before: await linesOf(files), runDue: () => runDueJobs(worker) };
}

test("old versions go, the latest of each stays, and a dry run says so without doing it", async () => {
  const { deps, files, before, runDue } = await shopWithOldVersions();
  const tried = await runNow({ name: "compact", dryRun: true }, deps, runDue);
  expect(await linesOf(files)).toBe(before);
  const done = await runNow({ name: "compact" }, deps, runDue);
  const { kept, dropped } = tried[""] ?? {};
  expect(Number(dropped)).toBeGreaterThan(0);
  expect(done[""]).toEqual({ kept, dropped });
  expect(await linesOf(files)).toBe(before - Number(dropped));
});

test("asked for by one tenant it tells of that tenant's lines, and leaves the others'", async () => {
  const { deps, files, before, runDue } = await shopWithOldVersions();
  const asked = { name: "compact", tenant: "another" };
  const tried = await runNow({ ...asked, dryRun: true }, deps, runDue);
  expect(tried).toEqual({ another: { kept: 0, dropped: 0, would: [] } });
  expect(await runNow(asked, deps, runDue)).toEqual({ another: { kept: 0, dropped: 0 } });
  expect(await linesOf(files)).toBe(before);
});

test("it comes due once a week, for the store and not for each tenant", async () => {
  const { shop, deps } = await shopWithFiles();
  await shop.keep({ text: "Ana drinks green tea" });
  const scheduler = createScheduler(deps);
  let times = 0;
  const compacting = async () => {
    times += 1;
    return {};
  };
  const handlers = { compact: compacting };
  for (let day = 0; day < 21; day += 1) {
    await scheduler.enqueueDue();
    await runDueJobs({ jobs: shop.store.jobs, handlers, now: deps.now, random: () => 0.5 });
    shop.pass(1);
  }
  expect(times).toBeGreaterThanOrEqual(3);
  expect(times).toBeLessThanOrEqual(4);
});
