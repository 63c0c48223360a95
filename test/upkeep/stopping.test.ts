// Whoever closes an engine waits for the job that runs, and for none that could run another time.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemory } from "../../src/index.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { every } from "../../src/upkeep/background.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { SQLITE_OPTIONS } from "../store/sqlite-stores.ts";
import { openWorkshop, TENANT } from "./workshop.ts";

test("a worker that is to stop gives back what it holds and takes no more", async () => {
  const { store, deps, at } = await openWorkshop();
  const runAt = at();
  await store.jobs.enqueue(
    ["a", "b", "c"].map((id) => ({ id, tenant: TENANT, name: "x", key: id, payload: {}, runAt })),
  );
  let isStopping = false;
  const handlers = {
    x: async () => {
      isStopping = true;
      return {};
    },
  };
  const worker = { jobs: store.jobs, handlers, now: deps.now, random: () => 0.5 };
  expect(await runDueJobs(worker, () => isStopping)).toBe(1);
  const waiting = await store.jobs.list(TENANT, { states: ["queued", "running"], limit: 9 });
  expect(waiting).toMatchObject([
    { id: "b", state: "queued", attempts: 0 },
    { id: "c", state: "queued", attempts: 0 },
  ]);
});

test("an engine that is closed while it ties memories leaves the other jobs to the next one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mneme-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "memory.db");
  const memory = await createMemory({ path });
  const text = "The keg stands by the window.";
  for (let n = 0; n < 12; n++) await memory.remember({ tenant: `guild ${n}`, kind: "log", text });
  const drained = memory.drain();
  await memory.close();
  await drained.catch(() => undefined);
  const store = await openSqliteStore({ ...SQLITE_OPTIONS, path });
  const left = await store.jobs.waiting(["link"]);
  const now = new Date().toISOString();
  const free = await store.jobs.claim({ names: ["link"], now, leaseUntil: now, limit: 99 });
  await store.close();
  expect(left).toBeGreaterThan(0);
  expect(free).toHaveLength(left);
});

test("a turn that takes long is not followed by those it held up", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let begun = 0;
  const ends: (() => void)[] = [];
  const timer = every(1_000, () => {
    begun += 1;
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  await vi.advanceTimersByTimeAsync(3_500);
  expect(begun).toBe(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(2);
  clearInterval(timer);
});
