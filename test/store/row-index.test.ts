// The index of rows beside a plain map, through the changes that a table of vectors makes to it.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createRowIndex, forgetRow, rowOf, setRow } from "../../src/store/vectors/vector-scan.ts";

const HIGHEST = 20;
/** The next key in order, as they are stored; any; or one that is there goes. */
const step = fc.record({ type: fc.constantFrom("next", "put", "take"), key: fc.nat(HIGHEST) });

/** A table of rows as the vectors have one: what goes leaves its row to the last. */
function besideMap() {
  const index = createRowIndex();
  const keys: number[] = [];
  const rows = new Map<number, number>();
  const set = (key: number, row: number) => {
    setRow(index, key, row);
    rows.set(key, row);
    keys[row] = key;
  };
  const put = (key: number) => {
    if (!rows.has(key)) set(key, keys.length);
  };
  const take = (key: number) => {
    const row = rows.get(key);
    if (row === undefined) return;
    set(keys.at(-1) ?? key, row);
    keys.pop();
    forgetRow(index, key);
    rows.delete(key);
  };
  return { index, keys, rows, put, take };
}

test("after any run of changes every key is where a map says", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { index, keys, rows, put, take } = besideMap();
      for (const one of steps) {
        if (one.type === "take") take(keys[one.key % keys.length] ?? 0);
        else put(one.type === "next" ? Math.max(0, ...keys) + 1 : one.key);
      }
      for (let key = 0; key <= HIGHEST + steps.length; key++)
        expect(rowOf(index, key)).toBe(rows.get(key));
    }),
    { numRuns: 500 },
  );
});

test("keys that come and go leave nothing behind", () => {
  const index = createRowIndex();
  for (let key = 0; key < 10; key++) setRow(index, key, key);
  forgetRow(index, 9);
  for (let key = 10; key < 1_000; key++) {
    setRow(index, key, 9);
    forgetRow(index, key);
  }
  expect(index.moved.size).toBeLessThanOrEqual(10);
  expect(index.ordered.length).toBe(10);
});
