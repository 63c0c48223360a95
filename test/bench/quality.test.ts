// Which figures of an evaluation come on the page, and that none leaves it in silence.

import { expect, test } from "vitest";
import { SHOWN, shownTable } from "../../bench/quality/shown.ts";

const figures = {
  found: { hits: 3, n: 4 },
  merged: { "one fact": { merged: 1, n: 8, percent: 12.5 } },
  speed: { ms: 2, n: 9 },
  lift: null,
  unasked: 7,
};

test("only what was chosen is shown, a part of so many in percent with its count", () => {
  const { rows, notes } = shownTable("some", figures, {
    figures: [
      { says: "found, %", at: "found" },
      { says: "merged, %", at: "merged/one fact" },
      { says: "ms", at: "speed/ms", n: "speed/n" },
      { says: "lift", at: "lift" },
    ],
    note: "A remark.",
  });
  expect(rows).toEqual([
    ["found, %", 75, 4],
    ["merged, %", 12.5, 8],
    ["ms", 2, 9],
    ["lift", Number.NaN, ""],
  ]);
  expect(notes).toEqual(["A remark."]);
});

test("a figure that an evaluation no longer gives is named", () => {
  const gone = { figures: [{ says: "gone", at: "speed/gone" }], note: "" };
  expect(() => shownTable("some", figures, gone)).toThrow("There is no figure speed/gone.");
});

test("no evaluation shows more than a reader takes in", () => {
  for (const { figures: shown } of Object.values(SHOWN)) expect(shown.length).toBeLessThan(12);
});
