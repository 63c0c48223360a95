// What upkeep asks: what has run out, what nobody used, what is beyond its cap, what happened.

import { describe, expect, test } from "vitest";
import type { Cases } from "./describe-store.ts";
import { activity, at, commit, create, host, ids, job, jobRun, keep, TENANT } from "./samples.ts";

const DAY = 24 * 60;

export const upkeepCases: Cases = (store) => {
  test("expired names what has run out and is not ended yet, first expired first", async () => {
    await commit(
      store(),
      create({ id: "b", expiresAt: at(2) }),
      create({ id: "a", expiresAt: at(1) }),
      create({ id: "later", expiresAt: at(9) }),
      create({ id: "never" }),
      create({ id: "gone", expiresAt: at(1), state: "soft_deleted" }),
    );
    expect(ids(await store().upkeep.expired(TENANT, at(2), 9))).toEqual(["a", "b"]);
    expect(ids(await store().upkeep.expired(TENANT, at(2), 1))).toEqual(["a"]);
    expect(await store().upkeep.expired("other", at(2), 9)).toEqual([]);
  });

  test("purgeable names soft-deleted memories whose time to be restored is over", async () => {
    await commit(
      store(),
      create({ id: "a", purgeAt: at(2), state: "soft_deleted" }),
      create({ id: "b", purgeAt: at(1), state: "soft_deleted" }),
      create({ id: "active", purgeAt: at(1) }),
      create({ id: "later", purgeAt: at(9), state: "soft_deleted" }),
    );
    expect(ids(await store().upkeep.purgeable(TENANT, at(2), 9))).toEqual(["b", "a"]);
    expect(await store().upkeep.purgeable("other", at(2), 9)).toEqual([]);
  });

  describe("stale", () => {
    const stale = async (minutes: number) =>
      ids(
        await store().upkeep.stale({
          tenant: TENANT,
          before: at(minutes),
          importanceBelow: 4,
          limit: 9,
        }),
      );

    test("names what was neither used nor changed, is not important and not pinned", async () => {
      await commit(
        store(),
        create({ id: "old" }),
        create({ id: "fresh", updatedAt: at(50) }),
        create({ id: "weighty", importance: 4 }),
        create({ id: "pinned", pinned: true }),
        create({ id: "permanent", stability: "permanent" }),
        create({ id: "archived", state: "archived" }),
      );
      expect(await stale(10)).toEqual(["old"]);
    });

    test("a touch makes it used again", async () => {
      await commit(store(), create({ id: "a" }), create({ id: "b" }));
      await store().memories.touch(TENANT, [{ id: "a" }, { id: "a" }], at(20));
      expect(await stale(10)).toEqual(["b"]);
      expect(await stale(30)).toEqual(["a", "b"]);
    });

    test("a touch of what is gone or another's leaves no trace", async () => {
      await commit(store(), create({ id: "a" }));
      await store().memories.touch("other", [{ id: "a" }], at(20));
      await store().memories.touch(TENANT, [{ id: "never" }], at(20));
      await commit(store(), create({ id: "never" }));
      expect(await stale(10)).toEqual(["a", "never"]);
    });

    test("many readers may touch the same memories at once", async () => {
      const all = Array.from({ length: 12 }, (_, n) => ({ id: `m${n}` }));
      await commit(store(), ...all.map(create));
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          store().memories.touch(TENANT, n % 2 === 0 ? all : [...all].reverse(), at(20)),
        ),
      );
      expect(await stale(10)).toEqual([]);
    });
  });

  test("beyond names what a subject has above its cap, the oldest last", async () => {
    await commit(
      store(),
      ...[1, 2, 3, 4].map((n) => create({ id: `m${n}`, subject: "u1", createdAt: at(n) })),
      create({ id: "pinned", subject: "u1", createdAt: at(0), pinned: true }),
      create({ id: "other", subject: "u2", createdAt: at(0) }),
    );
    const query = { tenant: TENANT, kind: "log", subject: "u1", limit: 9 };
    expect(ids(await store().upkeep.beyond({ ...query, keep: 2 }))).toEqual(["m2", "m1"]);
    expect(ids(await store().upkeep.beyond({ ...query, keep: 9 }))).toEqual([]);
  });

  test("activities come back as they were recorded, newest first, by op", async () => {
    await commit(store(), create(), keep());
    const whole = activity({
      op: "extract",
      status: "error",
      memoryId: "m1",
      messageId: "g1",
      user: "u1",
      thread: "t1",
      category: "preference",
      similarity: 0.5,
      detail: "why",
    });
    await commit(
      store(),
      { type: "record", activity: activity() },
      { type: "record", activity: whole },
      { type: "record", activity: activity() },
    );
    const listed = await store().upkeep.activities(host, { limit: 2 });
    expect(listed).toEqual([activity(), whole]);
    expect(await store().upkeep.activities(host, { limit: 9, op: "extract" })).toEqual([whole]);
    expect(await store().upkeep.activityCounts(host)).toEqual([
      { node: "worker", op: "embed", status: "ok", count: 2 },
      { node: "worker", op: "extract", status: "error", count: 1 },
    ]);
  });

  test("a pair is looked at once in fourteen days, by one of many askers", async () => {
    const first = await Promise.all(
      Array.from({ length: 8 }, () =>
        store().upkeep.fingerprint(TENANT, "m1|m2", { at: at(0), days: 14 }),
      ),
    );
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(
      await store().upkeep.fingerprint(TENANT, "m1|m2", { at: at(14 * DAY - 1), days: 14 }),
    ).toBe(false);
    expect(await store().upkeep.fingerprint(TENANT, "m1|m2", { at: at(14 * DAY), days: 14 })).toBe(
      true,
    );
    expect(await store().upkeep.fingerprint("other", "m1|m2", { at: at(1), days: 14 })).toBe(true);
  });

  test("marks of pairs are kept until they no longer count, whoever they are of", async () => {
    await store().upkeep.fingerprint(TENANT, "m1|m2", { at: at(0), days: 14 });
    await store().upkeep.fingerprint("other", "m1|m2", { at: at(1), days: 14 });
    expect(await store().upkeep.trimPairs(at(0))).toBe(0);
    expect(await store().upkeep.trimPairs(at(1))).toBe(1);
    expect(await store().upkeep.pairsSince(TENANT, "m1", at(0))).toEqual([]);
    expect(await store().upkeep.pairsSince("other", "m1", at(0))).toEqual(["m1|m2"]);
  });

  test("runs go by their age, but for the last of each, and searches by theirs, whoever they are of", async () => {
    for (const tenant of [TENANT, "other"])
      for (const minute of [1, 2]) {
        await store().jobs.enqueue([job({ tenant, id: `j${minute}` })]);
        const query = { names: ["embed"], now: at(0), leaseUntil: at(9), limit: 1 };
        const [held] = await store().jobs.claim(query);
        if (held === undefined) throw new Error("There was no job to claim.");
        await store().jobs.complete(held, jobRun({ tenant, endedAt: at(minute) }));
      }
    expect(await store().upkeep.trimRuns(at(9))).toBe(2);
    expect(await store().jobs.lastRun("other", "embed")).toMatchObject({ endedAt: at(2) });
    const searches = [TENANT, "other"].map((tenant) => activity({ tenant, op: "search" }));
    await store().upkeep.record([...searches, activity()]);
    expect(await store().upkeep.trimSearches(at(1))).toBe(2);
    const left = await store().upkeep.activities(host, { limit: 9 });
    expect(left.map(({ op }) => op)).toEqual(["embed"]);
  });

  test("marks are found by how they begin, letter for letter", async () => {
    for (const pair of ["a:1", "a:é", "a;1", "A:1", "a", "ab:1", "á:1"])
      await store().upkeep.fingerprint(TENANT, pair, { at: at(0), days: 14 });
    expect(await store().upkeep.pairsSince(TENANT, "a:", at(0))).toEqual(["a:1", "a:é"]);
  });
};
