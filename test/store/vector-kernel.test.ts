// The kernel against plain loops that do the same.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  KERNEL_SOURCE_SHA256,
  plainMemory,
  ROW_TAIL_BYTES,
  type ScanMemory,
  vectorisedMemory,
} from "../../src/store/vectors/scan-memory.ts";
import { randomNumbers, randomVector } from "./random-vectors.ts";

test("the kernel was assembled from the text that lies beside it", () => {
  const source = readFileSync(new URL("../../src/store/vectors/scan/kernel.wat", import.meta.url));
  expect(createHash("sha256").update(source).digest("hex")).toBe(KERNEL_SOURCE_SHA256);
});

test("the kernel gives what the plain loop gives, whatever the width, the count and the signs", () => {
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

test("the kernel packs the very bytes that the plain loop packs, and stops where it stops", () => {
  const shapes = fc.record({
    blocks: fc.integer({ min: 1, max: 9 }),
    count: fc.integer({ min: 0, max: 20 }),
    size: fc.constantFrom(1e-30, 1e-3, 1, 1e20),
    bad: fc.option(fc.integer({ min: 0, max: 19 })),
    seed: fc.integer(),
  });
  fc.assert(
    fc.property(shapes, (shape) => {
      expect(packed(vectorisedMemory() ?? plainMemory(), shape)).toEqual(
        packed(plainMemory(), shape),
      );
    }),
  );
});

type Packing = {
  blocks: number;
  count: number;
  size: number;
  bad: number | null;
  seed: number;
};

function packed(memory: ScanMemory, { blocks, count, size, bad, seed }: Packing) {
  const width = blocks * 16;
  const vectors = count * (width + ROW_TAIL_BYTES);
  memory.grow(vectors + count * width * 4);
  const next = randomNumbers(seed);
  for (let row = 0; row < count; row++) {
    const vector = randomVector(width, next).map((value) => (row % 7 === 5 ? 0 : value * size));
    if (row === bad) vector[width - 1] = [Number.NaN, Number.POSITIVE_INFINITY][row % 2] ?? 0;
    new Float32Array(memory.buffer(), vectors + row * width * 4, width).set(vector);
  }
  const done = memory.pack({ vectors, rows: 0, width, count });
  expect(done).toBe(Math.min(bad ?? count, count));
  const bytes = Buffer.from(memory.buffer());
  return {
    rows: bytes.toString("hex", 0, done * (width + ROW_TAIL_BYTES)),
    units: bytes.toString("hex", vectors, vectors + done * width * 4),
  };
}

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
