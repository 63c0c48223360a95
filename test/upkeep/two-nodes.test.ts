// Two nodes on one PostgreSQL for a week: each job of each night runs once, also when a node dies in the middle.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Job } from "../../src/model/job.ts";
import { hostViewer } from "../../src/model/viewer.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";
import { SCHEDULE, upkeepHandlers } from "../../src/upkeep/schedule.ts";
import { createScheduler } from "../../src/upkeep/scheduler.ts";
import { runDueJobs } from "../../src/upkeep/worker.ts";
import { freshSchema, type ServerSchema, serverUrl } from "../support/postgres.ts";
import { counter, depsOn, openWorkshop, START, TENANT } from "./workshop.ts";

const HOUR_MS = 3_600_000;
const server = serverUrl();

describe.skipIf(server === undefined)("two nodes on one PostgreSQL", () => {
  const opened: ServerSchema[] = [];
  afterAll(async () => {
    for (const schema of opened) await schema.close();
  });

  async function nodes(clock: { now: number }, ran: string[]) {
    const schema = await freshSchema(server ?? "");
    opened.push(schema);
    const now = () => new Date(clock.now);
    const warn = () => undefined;
    const store = await openPostgresStore({ pool: schema.pool, keepsFiles: false, now, warn });
    return [1, 2].map((node) => {
      const deps = depsOn(store, { now, ids: counter(`node${node}`) });
      const handlers = Object.fromEntries(
        Object.entries(upkeepHandlers(deps)).map(([name, handler]) => [
          name,
          async (job: Job) => {
            ran.push(`${job.tenant} ${job.name} ${job.key}`);
            return handler(job);
          },
        ]),
      );
      const worker = { jobs: store.jobs, handlers, now, random: () => 0.5 };
      return { deps, scheduler: createScheduler(deps), worker, url: schema.url };
    });
  }

  /** Ends when the process is dead, some way into its job. */
  async function killedHalfway(url: string, now: number, merges: number): Promise<void> {
    const script = join(import.meta.dirname, "dying-node-worker.ts");
    const loader = join(import.meta.dirname, "../../node_modules/tsx/dist/esm/index.mjs");
    const args = ["--import", loader, script, url, new Date(now).toISOString(), String(merges)];
    const child = spawn(process.execPath, args);
    let complaint = "";
    child.stderr.on("data", (data: Buffer) => {
      complaint += data.toString();
    });
    child.stdout.once("data", () => child.kill("SIGKILL"));
    const signal = await new Promise((resolve) => child.on("close", (_code, by) => resolve(by)));
    if (signal !== "SIGKILL") throw new Error(`The node ended by itself: ${complaint}`);
  }

  test("run each job once for each of its periods", async () => {
    const clock = { now: START };
    const ran: string[] = [];
    const [one, two] = await nodes(clock, ran);
    if (one === undefined || two === undefined) throw new Error("no nodes");
    const shop = await openWorkshop(one.deps.store);
    await shop.keep({ text: "Ana drinks green tea" });
    for (let hour = 0; hour < 7 * 24; hour += 3) {
      clock.now = START + hour * HOUR_MS;
      await Promise.all([one, two].map(({ scheduler }) => scheduler.enqueueDue()));
      await Promise.all([one, two].map(({ worker }) => runDueJobs(worker)));
    }
    expect(ran).toHaveLength(new Set(ran).size);
    const nightly = ran.filter((run) => run.startsWith(`${TENANT} nightly`));
    // Seven midnights, and before them the day that was caught up on at the start.
    expect(nightly).toHaveLength(8);
    const daily = SCHEDULE.filter(({ when }) => when.every === "day").length;
    expect(ran.filter((run) => run.startsWith(TENANT))).toHaveLength(8 * daily);
  });

  test("finish what a killed process had half done, and do none of it twice", {
    timeout: 60_000,
  }, async () => {
    const clock = { now: START };
    const ran: string[] = [];
    const [one] = await nodes(clock, ran);
    if (one === undefined) throw new Error("no nodes");
    const shop = await openWorkshop(one.deps.store);
    const people = ["u1", "u2", "u3", "u4", "u5"];
    for (const subject of people)
      for (const text of ["Ana lives in Lisbon", "Ana lives in Lisbon now"])
        await shop.keep({ text, subject });
    const { store } = one.deps;
    const runAt = new Date(clock.now).toISOString();
    await store.jobs.enqueue([
      { id: "c1", tenant: TENANT, name: "consolidate", key: "k", payload: {}, runAt },
    ]);
    await killedHalfway(one.url, clock.now, 2);
    expect(await shop.list("fact", ["superseded"])).toHaveLength(2);
    await runDueJobs(one.worker);
    expect(ran).toEqual([]);
    clock.now += 120_000;
    await runDueJobs(one.worker);
    expect(ran).toHaveLength(1);
    const aside = await shop.list("fact", ["superseded"]);
    expect(aside.map(({ subject }) => subject).sort()).toEqual(people);
    for (const { id } of aside) {
      const history = await store.memories.history(hostViewer(TENANT), id);
      expect(history.filter(({ event }) => event === "MERGE")).toHaveLength(1);
    }
    const [job] = await store.jobs.list(TENANT, {
      states: ["queued", "running", "dead"],
      limit: 5,
    });
    expect(job).toBeUndefined();
  });

  test("finish what the other one died in", async () => {
    const clock = { now: START };
    const ran: string[] = [];
    const [one, two] = await nodes(clock, ran);
    if (one === undefined || two === undefined) throw new Error("no nodes");
    const shop = await openWorkshop(one.deps.store);
    await shop.keep({ text: "Ana waved", importance: 1 });
    clock.now += 61 * 24 * HOUR_MS;
    await one.scheduler.enqueueDue();
    const { store } = one.deps;
    const at = (ms: number) => new Date(clock.now + ms).toISOString();
    const claimed = await store.jobs.claim({
      names: ["forget"],
      now: at(0),
      leaseUntil: at(60_000),
      limit: 1,
    });
    expect(claimed).toHaveLength(1);
    await runDueJobs(two.worker);
    expect(ran.filter((run) => run.includes("forget"))).toEqual([]);
    clock.now += 120_000;
    await runDueJobs(two.worker);
    expect(ran.filter((run) => run.includes("forget"))).toHaveLength(1);
    expect(await store.jobs.lastRun(TENANT, "forget")).toMatchObject({ detail: { forgotten: 1 } });
  });
});
