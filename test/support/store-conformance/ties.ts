// What was stored without its neighbours waits for them, and goes into a job of its tenant once.

import { expect, test } from "vitest";
import type { Store } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import { at, changes, commit, create, TENANT } from "./samples.ts";

const queued = async (store: Store) => store.jobs.list(TENANT, { states: ["queued"], limit: 99 });

export const tieCases: Cases = (store) => {
  test("what waits to be tied becomes one job of each tenant, and each memory is in it once", async () => {
    await commit(store(), { type: "tie", ids: ["m2", "m1"] });
    await commit(store(), { type: "tie", ids: ["m2"] });
    await store().commit({ ...changes({ type: "tie", ids: ["other"] }), tenant: "acme2" });
    let made = 0;
    const gathering = { limit: 9, at: at(1), ids: () => `j${++made}` };
    expect(await store().jobs.gather(gathering)).toBe(4);
    await commit(store(), { type: "tie", ids: ["m4"] });
    expect(await store().jobs.gather(gathering)).toBe(1);
    expect(await store().jobs.gather(gathering)).toBe(0);
    const own = await queued(store());
    expect(own.map(({ name, payload }) => [name, payload])).toEqual([
      ["link", { ids: ["m1", "m2"] }],
      ["link", { ids: ["m4"] }],
    ]);
    const beside = await store().jobs.list("acme2", { states: ["queued"], limit: 9 });
    expect(beside.map(({ payload }) => payload)).toEqual([{ ids: ["other"] }]);
  });

  test("of twelve workers that gather at once each memory goes into exactly one job", async () => {
    const waiting = Array.from({ length: 30 }, (_, n) => `m${n}`);
    await commit(store(), { type: "tie", ids: waiting });
    let made = 0;
    const gathering = { limit: 5, at: at(0), ids: () => `j${++made}` };
    const gathered = await Promise.all(
      Array.from({ length: 12 }, () => store().jobs.gather(gathering)),
    );
    const jobs = await queued(store());
    const named = jobs.flatMap(({ payload }) => payload["ids"]);
    expect(named.toSorted()).toEqual([...new Set(named)].toSorted());
    expect(named).toHaveLength(gathered.reduce((sum, n) => sum + n, 0));
    expect(named.length).toBeGreaterThan(0);
  });

  test.each(["written to its file", "still to be written"])(
    "a memory that is stored untied, its line %s, is tied once",
    async (how) => {
      await commit(store(), create(), { type: "tie", ids: ["m1"] });
      if (how === "written to its file")
        await store().files.written(await store().files.waiting(9));
      const gathering = { limit: 10, at: at(0), ids: () => crypto.randomUUID() };
      expect(await store().jobs.gather(gathering)).toBe(1);
      expect(await queued(store())).toMatchObject([{ payload: { ids: ["m1"] } }]);
      const waiting = await store().files.waiting(9);
      expect(waiting).toHaveLength(how === "written to its file" ? 0 : 1);
      await store().files.written(waiting);
      expect(await store().jobs.gather(gathering)).toBe(0);
    },
  );

  test("what is erased before it was tied is not tied", async () => {
    await commit(store(), create(), create({ id: "m2" }), { type: "tie", ids: ["m1", "m2"] });
    await store().upkeep.erase(TENANT, { memories: ["m2"], messages: [] }, at(1));
    const gathering = { limit: 10, at: at(0), ids: () => crypto.randomUUID() };
    expect(await store().jobs.gather(gathering)).toBe(1);
    expect(await queued(store())).toMatchObject([{ payload: { ids: ["m1"] } }]);
  });

  test("a memory that goes takes none of the others out of those that wait for their neighbours", async () => {
    await commit(store(), ...["m1", "m2", "m3"].map((id) => create({ id, text: id })));
    await commit(store(), { type: "tie", ids: ["m1", "m2", "m3"] });
    const gathering = { limit: 10, at: at(0), ids: () => crypto.randomUUID() };
    await store().jobs.gather(gathering);
    await store().upkeep.erase(TENANT, { memories: ["m2"], messages: [] }, at(1));
    expect(await queued(store())).toEqual([]);
    expect(await store().jobs.gather(gathering)).toBe(2);
    expect(await queued(store())).toMatchObject([{ payload: { ids: ["m1", "m3"] } }]);
  });
};
