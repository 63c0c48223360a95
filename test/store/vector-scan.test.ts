// The vector scan against a plain, slow, obviously right one.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createVectorTable,
  put,
  putAll,
  rank,
  rankAmong,
  remove,
  type VectorTable,
} from "../../src/store/vectors/vector-scan.ts";
import { clustered, randomNumbers, randomVector } from "./random-vectors.ts";

function filled(vectors: readonly Float32Array[]): VectorTable {
  const table = createVectorTable(vectors[0]?.length ?? 0);
  for (const [key, vector] of vectors.entries()) put(table, key, vector);
  return table;
}

function cosine(left: Float32Array, right: Float32Array): number {
  const product = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, dim) => sum + value * (b[dim] ?? 0), 0);
  return product(left, right) / Math.sqrt(product(left, left) * product(right, right));
}

/** Keys by descending cosine, worked out the slow way. */
function slowly(vectors: ReadonlyMap<number, Float32Array>, query: Float32Array): number[] {
  return [...vectors]
    .map(([key, vector]) => ({ key, score: cosine(query, vector) }))
    .sort((a, b) => b.score - a.score)
    .map(({ key }) => key);
}

const nearest = (table: VectorTable, query: Float32Array, count: number) =>
  rank(table, query).take(count);

function keysOf(neighbours: readonly { key: number }[]): number[] {
  return neighbours.map(({ key }) => key);
}

describe("a vector table", () => {
  test.each([
    [3000, 128],
    [3000, 100],
    [700, 384],
    [300, 128],
    [65, 3],
    [600, 1],
  ])("ranks %i clustered vectors of %i dims exactly", (count, dims) => {
    const vectors = clustered(count, dims, count + dims);
    const table = filled(vectors);
    for (const query of clustered(20, dims, 7)) {
      const scores = nearest(table, query, 50).map(({ score }) => score);
      const right = vectors.map((vector) => cosine(query, vector)).sort((a, b) => b - a);
      expect(scores).toHaveLength(50);
      for (const [at, score] of scores.entries()) expect(score).toBeCloseTo(right[at] ?? 0, 6);
    }
  });

  test("finds the very keys that a slow search finds", () => {
    const vectors = clustered(2000, 128, 1);
    const table = filled(vectors);
    for (const query of clustered(20, 128, 2)) {
      const right = slowly(new Map(vectors.entries()), query).slice(0, 100);
      expect(keysOf(nearest(table, query, 100))).toEqual(right);
    }
  });

  test("goes on where it stopped and ends after the last key", () => {
    const vectors = clustered(1500, 32, 3);
    const query = randomVector(32, randomNumbers(4));
    const ranking = rank(filled(vectors), query);
    const parts = [1, 9, 300, 0, 5000].flatMap((count) => keysOf(ranking.take(count)));
    expect(parts).toEqual(slowly(new Map(vectors.entries()), query));
    expect(ranking.take(1)).toEqual([]);
  });

  test("agrees with a slow search after any run of changes", () => {
    const step = fc.record({
      key: fc.integer({ min: 1, max: 150 }),
      isRemoval: fc.boolean(),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: "max" }), (steps) => {
        const { table, model } = changed(steps);
        const query = randomVector(20, randomNumbers(5));
        const found = nearest(table, query, 1000);
        expect(new Set(keysOf(found))).toEqual(new Set(model.keys()));
        for (const { key, score } of found) {
          expect(score).toBeCloseTo(cosine(query, model.get(key) ?? query), 6);
        }
      }),
      { numRuns: 30 },
    );
  });

  function changed(steps: readonly { key: number; isRemoval: boolean; seed: number }[]) {
    const table = createVectorTable(20);
    const model = new Map<number, Float32Array>();
    for (const { key, isRemoval, seed } of steps) {
      const vector = randomVector(20, randomNumbers(seed));
      if (isRemoval) {
        remove(table, key);
        model.delete(key);
      } else {
        put(table, key, vector);
        model.set(key, vector);
      }
    }
    return { table, model };
  }

  test("a ranking does not disturb one made before it", () => {
    const table = filled(clustered(800, 16, 6));
    const [one, other] = clustered(2, 16, 8);
    if (one === undefined || other === undefined) throw new Error("Two queries are needed.");
    const first = rank(table, one);
    const start = keysOf(first.take(5));
    rank(table, other).take(400);
    expect([...start, ...keysOf(first.take(395))]).toEqual(keysOf(nearest(table, one, 400)));
  });

  test("a ranking refuses to go on over changed vectors", () => {
    const vectors = clustered(400, 16, 9);
    const table = filled(vectors);
    const ranking = rank(table, randomVector(16, randomNumbers(10)));
    ranking.take(1);
    remove(table, 3);
    expect(() => ranking.take(400)).toThrow("changed");
  });

  test("among equals the smaller key comes first, in whatever order they were put", () => {
    const table = createVectorTable(4);
    for (const key of [900, 5, 77, 12]) put(table, key, Float32Array.of(1, 2, 3, 4));
    expect(keysOf(nearest(table, Float32Array.of(4, 3, 2, 1), 3))).toEqual([5, 12, 77]);
  });

  test("only the direction of a vector counts", () => {
    const table = createVectorTable(2);
    put(table, 1, Float32Array.of(1000, 0));
    put(table, 2, Float32Array.of(3e-6, 4e-6));
    put(table, 3, Float32Array.of(-3, 0));
    const found = nearest(table, Float32Array.of(0.5, 0), 3);
    expect(keysOf(found)).toEqual([1, 2, 3]);
    expect(found.map(({ score }) => Number(score.toFixed(4)))).toEqual([1, 0.6, -1]);
  });

  test("nothing is near the zero vector, and a stored one scores zero", () => {
    const table = createVectorTable(2);
    put(table, 1, Float32Array.of(0, 0));
    put(table, 2, Float32Array.of(-1, 0));
    expect(nearest(table, new Float32Array(2), 5)).toEqual([]);
    expect(nearest(table, Float32Array.of(1, 0), 5)).toEqual([
      { key: 1, score: 0 },
      { key: 2, score: -1 },
    ]);
  });

  test("large numbers of dims with equal values do not overflow the sums", () => {
    const table = createVectorTable(3072);
    const even = new Float32Array(3072).fill(1);
    put(
      table,
      1,
      even.map((value) => -value),
    );
    put(table, 2, even);
    expect(keysOf(nearest(table, even, 2))).toEqual([2, 1]);
  });

  test.each([
    ["too short", Float32Array.of(1)],
    ["too long", Float32Array.of(1, 2, 3)],
    ["not a number", Float32Array.of(Number.NaN, 1)],
    ["infinite", Float32Array.of(Number.POSITIVE_INFINITY, 1)],
  ])("a vector that is %s is refused and changes nothing", (_case, vector) => {
    const table = filled([Float32Array.of(1, 0)]);
    expect(() => put(table, 0, vector)).toThrow(RangeError);
    expect(() => nearest(table, vector, 1)).toThrow(RangeError);
    expect(nearest(table, Float32Array.of(1, 0), 5)).toEqual([{ key: 0, score: 1 }]);
  });

  test("an empty table has no neighbours, also after its last key went", () => {
    const table = createVectorTable(2);
    expect(nearest(table, Float32Array.of(1, 0), 5)).toEqual([]);
    put(table, 1, Float32Array.of(1, 0));
    remove(table, 1);
    remove(table, 1);
    expect(nearest(table, Float32Array.of(1, 0), 5)).toEqual([]);
  });

  test.each([128, 100, 3, 1])(
    "holds the same whether %i dims are put one by one or at once",
    (dims) => {
      const vectors = clustered(1_300, dims, dims);
      const keys = vectors.map((_, at) => 7 * at);
      const together = createVectorTable(dims);
      putAll(together, keys.slice(0, 40), joined(vectors.slice(0, 40)));
      putAll(together, keys.slice(20), joined(vectors.slice(20)));
      const alone = createVectorTable(dims);
      for (const [at, vector] of vectors.entries()) put(alone, 7 * at, vector);
      const alike = () => {
        for (const query of clustered(5, dims, 13))
          expect(nearest(together, query, 1_300)).toEqual(nearest(alone, query, 1_300));
      };
      alike();
      for (const table of [together, alone]) {
        for (const key of keys) if (key % 3 === 0) remove(table, key);
        put(table, 21, vectors[5] ?? new Float32Array(dims));
      }
      alike();
    },
  );

  function joined(vectors: readonly Float32Array[]): Float32Array {
    return Float32Array.from(vectors.flatMap((vector) => [...vector]));
  }

  test.each([
    [3, 8],
    [1_000, 128],
    [1_000, 100],
  ])("of %i some alone are ranked as among all", (count, dims) => {
    const vectors = clustered(count, dims, 17);
    const table = filled(vectors);
    for (let key = 0; key < count; key += 9) remove(table, key);
    const random = randomNumbers(19);
    const some = Array.from({ length: count / 2 }, () => Math.floor(random() * (count + 5)));
    for (const query of clustered(5, dims, 18)) {
      const right = nearest(table, query, count).filter(({ key }) => some.includes(key));
      const ranking = rankAmong(table, query, some);
      expect([...ranking.take(7), ...ranking.take(count)]).toEqual(right);
    }
    expect(rankAmong(table, vectors[0] ?? new Float32Array(dims), []).take(5)).toEqual([]);
    expect(rankAmong(table, new Float32Array(dims), some).take(5)).toEqual([]);
  });

  test("a key that comes twice at once is held once, with its last vector", () => {
    const table = createVectorTable(2);
    putAll(table, [1, 2, 1], Float32Array.of(1, 0, 0, 1, 0, -1));
    expect(nearest(table, Float32Array.of(0, 1), 5)).toEqual([
      { key: 2, score: 1 },
      { key: 1, score: -1 },
    ]);
  });

  test("a vector that is no number takes none of the others out of reach", () => {
    const table = createVectorTable(2);
    put(table, 1, Float32Array.of(1, 0));
    expect(() => putAll(table, [2, 3], Float32Array.of(0, 1, Number.NaN, 0))).toThrow(RangeError);
    expect(keysOf(nearest(table, Float32Array.of(1, 0), 5))).toEqual([1]);
    putAll(table, [2, 3], Float32Array.of(0, 1, -1, 0));
    expect(keysOf(nearest(table, Float32Array.of(1, 0), 5))).toEqual([1, 2, 3]);
  });

  test("100,000 vectors of 128 dims take at most 80 MB", () => {
    const table = createVectorTable(128);
    const vectors = clustered(50, 128, 11);
    for (let key = 0; key < 100_000; key++) {
      put(table, key, vectors[key % vectors.length] ?? new Float32Array(128));
    }
    const exact = table.exact.blocks.reduce((sum, block) => sum + block.byteLength, 0);
    const bookkeeping = table.keys.length * 16 + table.index.moved.size * 48;
    expect(exact).toBeGreaterThanOrEqual(100_000 * 128 * 4);
    expect(table.memory.buffer().byteLength + exact + bookkeeping).toBeLessThanOrEqual(80_000_000);
  });
});
