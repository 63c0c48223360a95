// Work waits in the outbox, is held by one worker at a time, and ends done or where people can see it.

import { describe, expect, test } from "vitest";
import type { Job } from "../../../src/model/job.ts";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import { at, commit, create, ids, job, jobRun, refusal, STALE_CREATE, TENANT } from "./samples.ts";

type Claim = Readonly<{ now?: number; until?: number; limit?: number; names?: readonly string[] }>;

async function claim(store: Store, query: Claim = {}): Promise<readonly Job[]> {
  const { now = 0, until = 10, limit = 9, names = ["embed"] } = query;
  return store.jobs.claim({ names, now: at(now), leaseUntil: at(until), limit });
}

async function claimOne(store: Store, query: Claim = {}): Promise<Job> {
  const [first] = await claim(store, { ...query, limit: 1 });
  if (first === undefined) throw new Error("there was no job to claim");
  return first;
}

const listed = async (store: Store, ...states: readonly string[]) =>
  store.jobs.list(TENANT, { states, limit: 99 });

export const jobCases: Cases = (store) => {
  describe("claiming", () => {
    test("takes due jobs of the given names, first due first, and no more than asked for", async () => {
      await store().jobs.enqueue([
        job({ id: "later", key: "1", runAt: at(2) }),
        job({ id: "soon", key: "2", runAt: at(1) }),
        job({ id: "far", key: "3", runAt: at(9) }),
        job({ id: "other", key: "4", name: "flush" }),
      ]);
      expect(ids(await claim(store(), { now: 5, limit: 1 }))).toEqual(["soon"]);
      expect(ids(await claim(store(), { now: 5 }))).toEqual(["later"]);
      expect(await claim(store(), { now: 5 })).toEqual([]);
      expect(await claim(store(), { now: 5, names: [] })).toEqual([]);
      expect(ids(await claim(store(), { now: 9, names: ["embed", "flush"] }))).toEqual([
        "other",
        "far",
      ]);
    });

    test("takes the first four of every tenant before the fifth of any", async () => {
      const busy = Array.from({ length: 40 }, (_, n) => job({ id: `busy${n}`, key: `k${n}` }));
      const quiet = job({ tenant: "quiet", id: "quiet", runAt: at(3) });
      await store().jobs.enqueue([
        ...busy,
        quiet,
        job({ tenant: "calm", id: "calm", runAt: at(2) }),
      ]);
      const taken = ids(await claim(store(), { now: 5, limit: 7 }));
      expect(taken.slice(4)).toEqual(["calm", "quiet", "busy12"]);
      expect(new Set(taken.slice(0, 4).map((id) => id.startsWith("busy")))).toEqual(
        new Set([true]),
      );
    });

    test("hands out the job with its payload, a lease and a fence", async () => {
      const payload = {
        memory: "m1",
        deep: { list: [1, "two", null, true] },
        text: "\u7dd1\u8336",
      };
      await store().jobs.enqueue([job({ payload })]);
      expect(await claimOne(store())).toEqual({
        ...job({ payload }),
        state: "running",
        attempts: 1,
        fence: 1,
        leaseUntil: at(10),
        createdAt: at(0),
      });
    });

    test("of twelve workers at once each job goes to exactly one", async () => {
      await store().jobs.enqueue(
        Array.from({ length: 30 }, (_, n) => job({ id: `j${n}`, key: `k${n}` })),
      );
      const hauls = await Promise.all(
        Array.from({ length: 12 }, () => claim(store(), { limit: 5 })),
      );
      const taken = hauls.flatMap(ids);
      expect(taken).toEqual([...new Set(taken)]);
      expect([...taken, ...ids(await claim(store(), { limit: 99 }))]).toHaveLength(30);
    });

    test("a job whose lease ran out with its worker goes to the next", async () => {
      await store().jobs.enqueue([job()]);
      await claimOne(store(), { until: 10 });
      expect(await claim(store(), { now: 9 })).toEqual([]);
      expect(await claimOne(store(), { now: 10, until: 20 })).toMatchObject({
        fence: 2,
        attempts: 2,
      });
    });
  });

  describe("a job that is given back", () => {
    test("waits as if nobody had claimed it", async () => {
      await store().jobs.enqueue([job()]);
      expect(await store().jobs.release(await claimOne(store()))).toBe(true);
      expect(await claimOne(store(), { until: 10 })).toMatchObject({ attempts: 1, fence: 2 });
    });

    test("gives place to a newer one of its kind, and is nobody's once its lease was lost", async () => {
      await store().jobs.enqueue([job()]);
      const held = await claimOne(store(), { until: 10 });
      await store().jobs.enqueue([job({ id: "newer" })]);
      expect(await store().jobs.release(held)).toBe(true);
      expect(await listed(store(), "queued", "running")).toMatchObject([{ id: "newer" }]);
      const lost = await claimOne(store(), { until: 10 });
      const taken = await claimOne(store(), { now: 10, until: 20 });
      expect(await store().jobs.release(lost)).toBe(false);
      expect(await store().jobs.complete(taken, jobRun())).toBe(true);
    });
  });

  describe("a worker that lost its lease", () => {
    test("cannot extend, complete or fail the job, and the new holder can", async () => {
      await store().jobs.enqueue([job()]);
      const lost = await claimOne(store(), { until: 10 });
      const held = await claimOne(store(), { now: 10, until: 20 });
      expect(await store().jobs.extend(lost, at(99))).toBe(false);
      expect(await store().jobs.complete(lost, jobRun())).toBe(false);
      expect(await store().jobs.fail(lost, { error: "x", at: at(11) })).toBe(false);
      expect(await store().jobs.fail(lost, { error: "x", at: at(11), retryAt: at(12) })).toBe(
        false,
      );
      expect(await store().jobs.lastRun(TENANT, "embed")).toBeUndefined();
      expect(await listed(store(), "running")).toMatchObject([{ fence: 2, leaseUntil: at(20) }]);
      expect(await store().jobs.extend(held, at(30))).toBe(true);
      expect(await claim(store(), { now: 25 })).toEqual([]);
      expect(await store().jobs.complete(held, jobRun())).toBe(true);
    });
  });

  describe("an end", () => {
    test("a completed job is gone and its run is known", async () => {
      await store().jobs.enqueue([job()]);
      const held = await claimOne(store());
      expect(await store().jobs.complete(held, jobRun({ detail: { items: 3 } }))).toBe(true);
      expect(await store().jobs.complete(held, jobRun())).toBe(false);
      expect(await listed(store(), "queued", "running", "dead")).toEqual([]);
      expect(await store().jobs.lastRun(TENANT, "embed")).toEqual(jobRun({ detail: { items: 3 } }));
      expect(await store().jobs.lastRun(TENANT, "flush")).toBeUndefined();
    });

    test("the last run is the one that was told last, whatever a clock said of the others", async () => {
      for (const minute of [5, 9, 7]) {
        await store().jobs.enqueue([job()]);
        await store().jobs.complete(await claimOne(store()), jobRun({ endedAt: at(minute) }));
      }
      expect(await store().jobs.lastRun(TENANT, "embed")).toMatchObject({ endedAt: at(7) });
    });

    test("a failed job waits for its retry and remembers what went wrong", async () => {
      await store().jobs.enqueue([job()]);
      const failure = { error: "provider down", at: at(1), retryAt: at(5) };
      expect(await store().jobs.fail(await claimOne(store()), failure)).toBe(true);
      expect(await claim(store(), { now: 4 })).toEqual([]);
      expect(await claimOne(store(), { now: 5, until: 9 })).toMatchObject({
        attempts: 2,
        lastError: "provider down",
      });
    });

    test("reporting one failure twice does not lose the job", async () => {
      await store().jobs.enqueue([job()]);
      const held = await claimOne(store());
      const failure = { error: "x", at: at(1), retryAt: at(5) };
      expect(await store().jobs.fail(held, failure)).toBe(true);
      expect(await store().jobs.fail(held, failure)).toBe(false);
      expect(await listed(store(), "queued")).toHaveLength(1);
    });

    test("a failure without a retry is a dead letter, which a person can send again", async () => {
      await store().jobs.enqueue([job()]);
      await store().jobs.fail(await claimOne(store()), { error: "poison", at: at(1) });
      expect(await claim(store(), { now: 999 })).toEqual([]);
      expect(await listed(store(), "dead")).toMatchObject([
        { lastError: "poison", finishedAt: at(1), attempts: 1 },
      ]);
      expect(await store().jobs.retry("other", "j1", at(2))).toBe(false);
      expect(await store().jobs.retry(TENANT, "j1", at(2))).toBe(true);
      expect(await store().jobs.retry(TENANT, "j1", at(2))).toBe(false);
      expect(await claimOne(store(), { now: 2 })).toMatchObject({ attempts: 1, fence: 2 });
    });
  });

  describe("one waiting job of a name and key", () => {
    test("is enough, until it is taken", async () => {
      await store().jobs.enqueue([job(), job({ id: "j2" }), job({ id: "j3", key: "m2" })]);
      expect(ids(await listed(store(), "queued"))).toEqual(["j1", "j3"]);
      await claimOne(store());
      await store().jobs.enqueue([job({ id: "j4" })]);
      expect(ids(await listed(store(), "queued")).sort()).toEqual(["j3", "j4"]);
    });

    test("replaces one that failed meanwhile", async () => {
      await store().jobs.enqueue([job()]);
      const held = await claimOne(store());
      await store().jobs.enqueue([job({ id: "j2" })]);
      expect(await store().jobs.fail(held, { error: "x", at: at(1), retryAt: at(2) })).toBe(true);
      expect(ids(await listed(store(), "queued", "running", "dead"))).toEqual(["j2"]);
    });

    test("stands for a dead letter that is sent again", async () => {
      await store().jobs.enqueue([job()]);
      await store().jobs.fail(await claimOne(store()), { error: "x", at: at(1) });
      await store().jobs.enqueue([job({ id: "j2" })]);
      expect(await store().jobs.retry(TENANT, "j1", at(2))).toBe(true);
      expect(ids(await listed(store(), "queued", "running", "dead"))).toEqual(["j2"]);
    });

    test("is the same from every writer at once", async () => {
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => store().jobs.enqueue([job({ id: `j${n}` })])),
      );
      expect(await listed(store(), "queued")).toHaveLength(1);
    });
  });

  test("a job and the change it is about are committed together or not at all", async () => {
    await commit(store(), create(), { type: "enqueue", job: job() });
    expect(await listed(store(), "queued")).toHaveLength(1);
    const second = { type: "enqueue", job: job({ id: "j2", key: "m2" }) } as const;
    await expect(commit(store(), second, STALE_CREATE)).rejects.toMatchObject(refusal("conflict"));
    expect(await listed(store(), "queued")).toHaveLength(1);
  });

  test("waiting counts what still has work to do, of all tenants", async () => {
    await store().jobs.enqueue([
      job(),
      job({ id: "j2", key: "2" }),
      job({ id: "j3", key: "3" }),
      job({ id: "j4", tenant: "other" }),
      job({ id: "j5", name: "flush" }),
    ]);
    await store().jobs.fail(await claimOne(store()), { error: "x", at: at(0) });
    await claimOne(store());
    expect(await store().jobs.waiting(["embed"])).toBe(3);
    expect(await store().jobs.waiting([])).toBe(0);
  });
};
