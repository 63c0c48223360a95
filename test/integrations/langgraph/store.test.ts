// LangGraph's long-term store: its contract, and the walls between namespaces and tenants.

import {
  type BaseStore,
  InMemoryStore,
  InvalidNamespaceError,
} from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MemoryEngine } from "../../../src/index.ts";
import { MnemeStore } from "../../../src/integrations/langgraph/store.ts";
import { databases } from "../engines.ts";

const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key);

describe.each(databases())("the store on %s", (_name, open) => {
  let memory: MemoryEngine;
  let store: MnemeStore;
  let clock: Date;
  beforeEach(async () => {
    clock = new Date("2026-05-01T10:00:00.000Z");
    memory = await open({ now: () => clock });
    store = new MnemeStore(memory, { tenant: "acme" });
  });
  afterEach(() => memory.close());

  test("an item comes back as it was put, with its times", async () => {
    const value = { text: "green tea", nested: { list: [1, null, true, "x"] }, empty: {} };
    await store.put(["users", "u1"], "drink", value);
    clock = new Date("2026-05-01T11:00:00.000Z");
    await store.put(["users", "u1"], "drink", { text: "black tea" });
    expect(await store.get(["users", "u1"], "drink")).toEqual({
      namespace: ["users", "u1"],
      key: "drink",
      value: { text: "black tea" },
      createdAt: new Date("2026-05-01T10:00:00.000Z"),
      updatedAt: clock,
    });
    expect(await store.get(["users", "u1"], "other")).toBeNull();
    expect(await store.get(["users"], "drink")).toBeNull();
  });

  test("a deleted item is gone, from its namespace too", async () => {
    await store.put(["users", "u1"], "a", { n: 1 });
    await store.delete(["users", "u1"], "a");
    await store.delete(["users", "u1"], "never there");
    expect(await store.get(["users", "u1"], "a")).toBeNull();
    expect(await store.search(["users"])).toEqual([]);
    expect(await store.listNamespaces()).toEqual([]);
  });

  test.each([
    [
      ["tenant", "acme"],
      ["tenant", "acme-corp"],
    ],
    [
      ["a", "b:c"],
      ["a", "b", "c"],
    ],
    [["a", "b"], ["a:b"]],
    [["a"], ["a%"]],
    [["u_1"], ["ux1"]],
    [['a","b'], ["a", "b"]],
    [["A"], ["a"]],
    [["user"], ["user\u0301"]],
  ])("%j never sees what lies in %j", async (own, other) => {
    await store.put(own, "k", { in: "own" });
    await store.put(other, "k", { in: "other" });
    await store.put([...other, "below"], "k", { in: "below" });
    expect((await store.get(own, "k"))?.value).toEqual({ in: "own" });
    expect((await store.search(own)).map(({ value }) => value)).toEqual([{ in: "own" }]);
    expect(await store.listNamespaces({ prefix: own })).toEqual([own]);
    await store.delete(own, "k");
    expect(await store.search(own)).toEqual([]);
    expect(await store.search(other)).toHaveLength(2);
  });

  test("what a search finds is what lies under exactly those names, whatever they are", async () => {
    const name = fc.constantFrom("a", "b", "a:b", "a-b", "ab", '"', ",", "[", "%", "_", "*");
    const namespaces = fc.sample(fc.array(name, { minLength: 1, maxLength: 3 }), {
      numRuns: 40,
      seed: 7,
    });
    const puts = namespaces.map((namespace, n) => ({ namespace, key: `k${n}`, value: { n } }));
    await store.batch(puts);
    for (const prefix of namespaces) {
      const inside = puts.filter(({ namespace }) =>
        prefix.every((wanted, place) => namespace[place] === wanted),
      );
      const found = await store.search(prefix, { limit: 100 });
      expect(keys(found).sort()).toEqual(keys(inside).sort());
    }
  });

  test("one tenant sees nothing of another", async () => {
    const other = new MnemeStore(memory, { tenant: "acme-corp" });
    await store.put(["users"], "k", { whose: "acme" });
    expect(await other.get(["users"], "k")).toBeNull();
    expect(await other.search([])).toEqual([]);
    expect(await other.search([], { query: "acme" })).toEqual([]);
    expect(await other.listNamespaces()).toEqual([]);
    await other.delete(["users"], "k");
    expect((await store.get(["users"], "k"))?.value).toEqual({ whose: "acme" });
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ kind: "a" }, ["k1", "k3"]],
    [{ n: { $gt: 1 } }, ["k2", "k3"]],
    [{ n: { $gte: 2, $lt: 3 } }, ["k2"]],
    [{ n: { $lte: 1 } }, ["k1"]],
    [{ kind: { $ne: "a" } }, ["k2", "k4"]],
    [{ kind: { $eq: "b" }, n: 2 }, ["k2"]],
    [{ kind: { $in: ["b", "c"] } }, ["k2"]],
    [{ kind: { $nin: ["a"] } }, ["k2", "k4"]],
    [{ day: { $gte: "2026-05-02" } }, ["k2"]],
    [{ deep: { x: [1] } }, ["k3"]],
    [{ missing: 1 }, []],
  ])("the filter %j chooses %j", async (filter, expected) => {
    await store.put(["f"], "k1", { kind: "a", n: 1, day: "2026-05-01" });
    await store.put(["f"], "k2", { kind: "b", n: 2, day: "2026-05-02" });
    await store.put(["f"], "k3", { kind: "a", n: 3, deep: { x: [1] } });
    await store.put(["f"], "k4", {});
    expect(keys(await store.search(["f"], { filter }))).toEqual(expected);
  });

  test("an operator that does not exist is refused, not passed over", async () => {
    await store.put(["f"], "k1", { n: 1 });
    await expect(store.search(["f"], { filter: { n: { $regex: ".*" } } })).rejects.toThrow(
      "$regex",
    );
  });

  test("a search shows ten, and pages by limit and offset over more than one read", async () => {
    const puts = Array.from({ length: 450 }, (_, n) => ({
      namespace: ["many"],
      key: `k${n}`,
      value: { n, even: n % 2 === 0 },
      index: false as const,
    }));
    await store.batch(puts);
    expect(keys(await store.search(["many"]))).toEqual(keys(puts.slice(0, 10)));
    const page = await store.search(["many"], { filter: { even: true }, offset: 220, limit: 10 });
    expect(keys(page)).toEqual(["k440", "k442", "k444", "k446", "k448"]);
  });

  test("a question brings the nearest in meaning first, and the unindexed last without a score", async () => {
    await store.put(["notes"], "cat", { text: "the cat sleeps on the sofa all day" });
    await store.put(["notes"], "tax", { text: "the tax return is due in April" });
    await store.put(["notes"], "raw", { text: "the cat again" }, false);
    const found = await store.search(["notes"], { query: "where does the cat sleep?" });
    expect(keys(found)).toEqual(["cat", "tax", "raw"]);
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 1);
    expect(found[2]?.score).toBeUndefined();
  });

  test("only the paths that `index` names make an item findable", async () => {
    const value = { title: "zebra", chapters: [{ content: "engine oil" }, { content: "brakes" }] };
    await store.put(["books"], "by-title", value, ["title"]);
    await store.put(["books"], "by-content", value, ["chapters[*].content"]);
    const best = await store.search(["books"], { query: "engine oil", limit: 1 });
    expect(keys(best)).toEqual(["by-content"]);
    expect(keys(await store.search(["books"], { query: "zebra", limit: 1 }))).toEqual(["by-title"]);
  });

  test.each([
    [
      {},
      [
        ["a", "b", "c"],
        ["a", "x"],
        ["b", "c"],
      ],
    ],
    [
      { prefix: ["a"] },
      [
        ["a", "b", "c"],
        ["a", "x"],
      ],
    ],
    [{ prefix: ["a", "*", "c"] }, [["a", "b", "c"]]],
    [
      { suffix: ["c"] },
      [
        ["a", "b", "c"],
        ["b", "c"],
      ],
    ],
    [{ maxDepth: 1 }, [["a"], ["b"]]],
    [{ limit: 1, offset: 1 }, [["a", "x"]]],
  ])("listNamespaces(%j)", async (options, expected) => {
    for (const namespace of [
      ["b", "c"],
      ["a", "x"],
      ["a", "b", "c"],
    ])
      await store.put(namespace, "k", { n: 1 });
    expect(await store.listNamespaces(options)).toEqual(expected);
  });

  test.each([[[]], [["langgraph"]], [["a", ""]], [["a.b"]], [Array(40).fill("deep")]])(
    "the namespace %j is refused",
    async (namespace) => {
      const putting = store.batch([{ namespace, key: "k", value: { n: 1 } }]);
      await expect(putting).rejects.toThrow(InvalidNamespaceError);
    },
  );

  test("a batch reads what was there before it, and its writes happen together or not at all", async () => {
    await store.put(["a"], "k", { n: 1 });
    const [before] = await store.batch([
      { namespace: ["a"], key: "k" },
      { namespace: ["a"], key: "k", value: { n: 2 } },
    ]);
    expect(before?.value).toEqual({ n: 1 });
    const bad = store.batch([
      { namespace: ["a"], key: "k", value: { n: 3 } },
      { namespace: ["a"], key: "bad\u0000key", value: { n: 3 } },
    ]);
    await expect(bad).rejects.toMatchObject({ code: "invalid_input" });
    expect((await store.get(["a"], "k"))?.value).toEqual({ n: 2 });
  });

  test("plain searches, filters and gets answer as LangGraph's own store does", async () => {
    const theirs = new InMemoryStore();
    const both: readonly BaseStore[] = [store, theirs];
    const name = fc.constantFrom("ann", "bob", "eve");
    const op = fc.record({
      namespace: fc.array(name, { minLength: 1, maxLength: 2 }),
      key: fc.constantFrom("k1", "k2"),
      value: fc.option(fc.record({ n: fc.integer({ min: 0, max: 3 }), who: name })),
    });
    for (const { namespace, key, value } of fc.sample(op, { numRuns: 60, seed: 11 })) {
      for (const each of both) await each.batch([{ namespace, key, value }]);
      expect((await store.get(namespace, key))?.value).toEqual(
        (await theirs.get(namespace, key))?.value,
      );
      for (const filter of [{ n: { $gte: 1 } }, { who: "ann" }]) {
        const seen = await Promise.all(
          both.map((each) => each.search(namespace, { filter, limit: 50 })),
        );
        const [ours, reference] = seen.map((items) =>
          items.map((item) => JSON.stringify([item.namespace, item.key, item.value])).sort(),
        );
        expect(ours).toEqual(reference);
      }
    }
  });
});
