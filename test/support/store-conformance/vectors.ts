// Search by meaning: exact inside what the viewer may see, and never across models.

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/model/change-set.ts";
import type { Store, VectorQuery } from "../../../src/ports/store.ts";
import type { Cases } from "./describe-store.ts";
import {
  commit,
  create,
  embed,
  host,
  keep,
  MODEL,
  NOW,
  refusal,
  revise,
  TENANT,
} from "./samples.ts";

type Wanted = Readonly<{ vector: readonly number[] }> &
  Partial<Pick<VectorQuery, "model" | "limit" | "filter" | "minScore">>;

async function near(store: Store, { vector, ...wanted }: Wanted) {
  const query = { model: MODEL, filter: {}, look: NOW, limit: 9, ...wanted };
  return store.search.memoryVectors(host, { ...query, vector: Float32Array.from(vector) });
}

async function nearIds(store: Store, wanted: Wanted): Promise<string[]> {
  return (await near(store, wanted)).map((hit) => hit.item.id);
}

const stored = async (store: Store, id: string, model = MODEL) =>
  (await store.search.vectors(TENANT, { item: "memory", model, ids: [id] })).get(id);

/** Directions spread over the circle, so that every cosine is another. */
function spread(count: number): [string, number[]][] {
  return Array.from({ length: count }, (_, n) => {
    const angle = (n / count) * Math.PI;
    return [`m${String(n).padStart(3, "0")}`, [Math.cos(angle), Math.sin(angle), 0.1]];
  });
}

export const vectorCases: Cases = (store) => {
  test("a vector goes to the tenant of its change set, whatever the change itself says", async () => {
    const stray = Object.assign(embed("m1", [1, 0]), { tenant: "other" });
    await commit(store(), create(), stray);
    expect(await stored(store(), "m1")).toEqual(Float32Array.from([1, 0]));
    const elsewhere = { item: "memory", model: MODEL, ids: ["m1"] } as const;
    expect((await store().search.vectors("other", elsewhere)).size).toBe(0);
  });

  test("the nearest come first, with their cosine", async () => {
    await commit(store(), ...["a", "b", "c"].map((id) => create({ id })));
    await commit(store(), embed("a", [1, 0]), embed("b", [1, 1]), embed("c", [-2, 0]));
    const hits = await near(store(), { vector: [3, 0] });
    expect(hits.map((hit) => hit.item.id)).toEqual(["a", "b", "c"]);
    const scores = hits.map((hit) => hit.score);
    for (const [n, cosine] of [1, Math.SQRT1_2, -1].entries())
      expect(scores[n]).toBeCloseTo(cosine, 5);
  });

  test("among several hundred the best ten are exactly the best ten", async () => {
    const all = spread(700);
    await commit(store(), ...all.map(([id]) => create({ id })));
    await commit(store(), ...all.map(([id, vector]) => embed(id, vector)));
    const expected = all.slice(0, 10).map(([id]) => id);
    expect(await nearIds(store(), { vector: [1, 0, 0.1], limit: 10 })).toEqual(expected);
  });

  test.each([20, 300])("of %i about one subject the best ten are the best ten", async (count) => {
    const all = spread(count * 2);
    const subjectOf = (n: number) => (n % 2 === 0 ? "ann" : "ben");
    await commit(store(), ...all.map(([id], n) => create({ id, subject: subjectOf(n) })));
    await commit(store(), ...all.map(([id, vector]) => embed(id, vector)));
    const anns = all.filter((_, n) => subjectOf(n) === "ann").map(([id]) => id);
    const wanted = { vector: [1, 0, 0.1], limit: 10, filter: { subject: "ann" } };
    expect(await nearIds(store(), wanted)).toEqual(anns.slice(0, 10));
  });

  test.each([{ user: "ann" }, { subject: "ann" }])(
    "where the nearest of %o may not be seen, those behind them are found",
    async (person) => {
      const all = spread(200);
      const categoryOf = (n: number) => (n < 180 ? "people" : "work");
      const made = all.map(([id], n) => create({ id, ...person, category: categoryOf(n) }));
      await commit(store(), ...made, create({ id: "another", category: "work" }));
      await commit(store(), ...all.map(([id, vector]) => embed(id, vector)));
      await commit(store(), embed("another", [1, 0, 0.1]));
      const filter = { ...person, categories: ["work"] };
      const right = all.slice(180, 190).map(([id]) => id);
      expect(await nearIds(store(), { vector: [1, 0, 0.1], limit: 10, filter })).toEqual(right);
    },
  );

  test("of many that are equally near the first ten are the earliest, seen or not", async () => {
    const names = Array.from({ length: 90 }, (_, n) => `m${String(n).padStart(2, "0")}`);
    const made = names.map((id, n) => create({ id, category: n % 3 === 0 ? "work" : "people" }));
    await commit(store(), ...made);
    await commit(store(), ...names.toReversed().map((id) => embed(id, [1, 1])));
    const wanted = { vector: [1, 0], limit: 10 };
    expect(await nearIds(store(), wanted)).toEqual(names.slice(0, 10));
    const work = names.filter((_, n) => n % 3 === 0).slice(0, 10);
    expect(await nearIds(store(), { ...wanted, filter: { categories: ["work"] } })).toEqual(work);
  });

  test("what is less near than the least score asked for is left out", async () => {
    await commit(store(), ...["a", "b", "c"].map((id) => create({ id, subject: "ann" })));
    await commit(store(), embed("a", [1, 0]), embed("b", [1, 1]), embed("c", [0, 1]));
    for (const filter of [{}, { subject: "ann" }]) {
      const from = (minScore: number) => nearIds(store(), { vector: [1, 0], filter, minScore });
      expect(await from(0.7)).toEqual(["a", "b"]);
      expect(await from(0.8)).toEqual(["a"]);
      expect(await nearIds(store(), { vector: [-1, 0], filter, minScore: 0.1 })).toEqual([]);
    }
  });

  test("another model's vectors are never compared, even with as many dimensions", async () => {
    await commit(store(), create({ id: "a" }), create({ id: "b" }));
    await commit(store(), embed("a", [1, 0], "one"), embed("b", [1, 0], "two"));
    expect(await nearIds(store(), { vector: [1, 0], model: "one" })).toEqual(["a"]);
    expect(await nearIds(store(), { vector: [1, 0], model: "two" })).toEqual(["b"]);
    expect(await nearIds(store(), { vector: [1, 0], model: "ONE" })).toEqual([]);
    expect(await nearIds(store(), { vector: [1, 0], model: "" })).toEqual([]);
  });

  test("a vector of other dimensions finds nothing, and spoils no later search", async () => {
    await commit(store(), create(), embed("m1", [1, 0]));
    expect(await nearIds(store(), { vector: [1, 0, 0] })).toEqual([]);
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual(["m1"]);
    expect(await nearIds(store(), { vector: [1] })).toEqual([]);
    expect(await nearIds(store(), { vector: [] })).toEqual([]);
  });

  test.each<[string, number[]]>([
    ["zero", [0, 0]],
    ["not a number", [Number.NaN, 1]],
    ["infinite", [Number.POSITIVE_INFINITY, 1]],
  ])("nothing is near a vector that is %s, and none is stored", async (_what, vector) => {
    await commit(store(), create(), embed("m1", [1, 0]));
    expect(await nearIds(store(), { vector })).toEqual([]);
    await expect(commit(store(), embed("m1", vector))).rejects.toMatchObject(
      refusal("invalid_input"),
    );
    await expect(commit(store(), embed("m1", []))).rejects.toMatchObject(refusal("invalid_input"));
    expect(await stored(store(), "m1")).toEqual(Float32Array.of(1, 0));
  });

  test("a vector comes back as it was stored, bit for bit", async () => {
    const vector = Float32Array.from([0.1, -3.4e38, 1.17e-38, 123456.789, 1 / 3]);
    const change: Change = { type: "embed", item: "memory", id: "m1", model: MODEL, vector };
    await commit(store(), create(), change);
    expect(await stored(store(), "m1")).toEqual(vector);
  });

  test.each([1, 384, 3_072, 8_192])(
    "vectors of %i dimensions are kept and compared",
    async (dims) => {
      const vector = Array.from({ length: dims }, (_, n) => Math.sin(n + 1));
      await commit(store(), create(), embed("m1", vector));
      const [hit] = await near(store(), { vector });
      expect(hit?.score).toBeCloseTo(1, 5);
      expect(await stored(store(), "m1")).toEqual(Float32Array.from(vector));
    },
  );

  test("a later vector replaces an earlier one", async () => {
    await commit(store(), create({ id: "a" }), create({ id: "b" }));
    await commit(store(), embed("a", [1, 0]), embed("b", [0.9, 0.1]));
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual(["a", "b"]);
    await commit(store(), embed("a", [0, 1]));
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual(["b", "a"]);
  });

  test("a revised text loses the vector of its old words and waits for a new one", async () => {
    await commit(store(), create(), embed("m1", [1, 0]));
    await commit(store(), revise({ version: 2, text: "something else" }));
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual([]);
    const waiting = await store().search.unembedded({ item: "memory", model: MODEL, limit: 9 });
    expect(waiting).toEqual([{ tenant: TENANT, id: "m1" }]);
    await commit(store(), embed("m1", [0, 1]));
    await commit(store(), revise({ version: 3, text: "something else", pinned: true }));
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual(["m1"]);
  });

  describe("what has no vector", () => {
    test("is named oldest first, by model", async () => {
      for (const id of ["b", "a"]) await commit(store(), create({ id }));
      await commit(store(), create({ id: "ended", state: "superseded" }), embed("b", [1], "one"));
      const waiting = async (model: string) =>
        (await store().search.unembedded({ item: "memory", model, limit: 9 })).map(({ id }) => id);
      expect(await waiting("one")).toEqual(["a"]);
      expect(await waiting("two")).toEqual(["b", "a"]);
    });

    test("counts messages as well", async () => {
      await commit(store(), keep(), keep({ id: "g2" }));
      const query = { item: "message", model: MODEL, limit: 1 } as const;
      expect(await store().search.unembedded(query)).toEqual([{ tenant: TENANT, id: "g1" }]);
    });
  });

  test("a vector for a memory that is gone is not kept", async () => {
    await commit(store(), create(), embed("m1", [1, 0]));
    await commit(store(), { type: "purge", id: "m1", expect: 1, reason: "" });
    await commit(store(), embed("m1", [1, 0]), embed("never", [1, 0]));
    expect(await stored(store(), "m1")).toBeUndefined();
    expect(await stored(store(), "never")).toBeUndefined();
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual([]);
  });

  test("memories purged and made again between searches are neither missed nor found twice", async () => {
    await commit(store(), create({ id: "a" }), create({ id: "b" }));
    await commit(store(), embed("a", [1, 0]), embed("b", [0, 1]));
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual(["a", "b"]);
    await commit(store(), { type: "purge", id: "b", expect: 1, reason: "" });
    await commit(store(), create({ id: "c" }), embed("c", [1, 1]));
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual(["a", "c"]);
    await commit(store(), { type: "purge", id: "c", expect: 1, reason: "" });
    await commit(store(), create({ id: "c" }), embed("c", [1, 0.1]));
    expect(await nearIds(store(), { vector: [1, 0] })).toEqual(["a", "c"]);
  });
};
