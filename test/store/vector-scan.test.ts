// The vector scan against a plain, slow, obviously right one.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KERNEL_SOURCE_SHA256 } from "../../src/store/vector-scan/kernel-bytes.ts";
import {
  plainMemory,
  ROW_TAIL_BYTES,
  type ScanMemory,
  vectorisedMemory,
} from "../../src/store/vector-scan/scan-memory.ts";
import {
  createVectorTable,
  nearest,
  put,
  rank,
  remove,
  sizeInBytes,
  type VectorTable,
} from "../../src/store/vector-scan.ts";

/** Numbers in -1..1, the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}

function randomVector(dims: number, next: () => number): Float32Array {
  return Float32Array.from({ length: dims }, next);
}

/** Points around centres, so that many are almost equally near. */
function clustered(count: number, dims: number, seed: number): Float32Array[] {
  const next = randomNumbers(seed);
  const centres = Array.from({ length: 20 }, () => randomVector(dims, next));
  return Array.from({ length: count }, (_, at) =>
    (centres[at % centres.length] ?? new Float32Array(dims)).map((value) => value + next() / 2),
  );
}

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

function keysOf(neighbours: readonly { key: number }[]): number[] {
  return neighbours.map(({ key }) => key);
}

describe("the kernel", () => {
  test("was assembled from the text that lies beside it", () => {
    const source = readFileSync(new URL("../../src/store/vector-scan/kernel.wat", import.meta.url));
    expect(createHash("sha256").update(source).digest("hex")).toBe(KERNEL_SOURCE_SHA256);
  });

  test("gives what the plain loop gives, whatever the width, the count and the signs", () => {
    const shapes = fc.record({
      blocks: fc.integer({ min: 1, max: 12 }),
      count: fc.integer({ min: 0, max: 37 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(shapes, (shape) => {
        const vectorised = vectorisedMemory() ?? plainMemory();
        expect(vectorised.isVectorised).toBe(true);
        expect(scanned(vectorised, shape)).toEqual(scanned(plainMemory(), shape));
      }),
    );
  });

  function scanned(
    memory: ScanMemory,
    { blocks, count, seed }: { blocks: number; count: number; seed: number },
  ): number[] {
    const width = blocks * 16;
    const rows = width * 2;
    const out = rows + count * (width + ROW_TAIL_BYTES);
    memory.grow(out + count * 4);
    const next = randomNumbers(seed);
    new Int16Array(memory.buffer(), 0, width).forEach((_, at, levels) => {
      levels[at] = Math.round(next() * 5000);
    });
    for (let row = 0; row < count; row++) {
      const start = rows + row * (width + ROW_TAIL_BYTES);
      new Int8Array(memory.buffer(), start, width).forEach((_, at, cells) => {
        cells[at] = Math.round(next() * 127);
      });
      new Float32Array(memory.buffer(), start + width, 2).set([next(), next()]);
    }
    memory.scan({ query: 0, queryScale: 2 ** -12, rows, width, count, out });
    return [...new Float32Array(memory.buffer(), out, count)];
  }
});

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

  test("100,000 vectors of 128 dims take at most 80 MB", () => {
    const table = createVectorTable(128);
    const vectors = clustered(50, 128, 11);
    for (let key = 0; key < 100_000; key++) {
      put(table, key, vectors[key % vectors.length] ?? new Float32Array(128));
    }
    expect(sizeInBytes(table)).toBeLessThanOrEqual(80_000_000);
  });
});
