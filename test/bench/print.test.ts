// What a run looks like, on a terminal and on its page.

import { expect, test } from "vitest";
import { rounded } from "../../bench/run/measured.ts";
import { pageWith } from "../../bench/run/page.ts";
import { textOf } from "../../bench/run/print.ts";
import { growth, percentiles, ratioOf } from "../../bench/run/timing.ts";
import { measuredWith, setting } from "./samples.ts";

const ratios = { a: ratioOf([3, 1, 2], "more") };
const run = { setting, benches: { adds: measuredWith(ratios) } };

test("the text says how it was run, every figure, and which promise does not hold", () => {
  const text = textOf(run);
  for (const part of ["npm run bench -- adds", "abc1234", "0.5 before, 1.5 after", "12,346"])
    expect(text).toContain(part);
  expect(text).toMatch(/^small +9 +NO$/m);
  expect(text).toMatch(/^a +2 +1 +3 +3 +higher$/m);
});

test("the page keeps what is around a bench and replaces only that bench", () => {
  const first = pageWith("# Figures\n\nBy hand.\n", run);
  const other = pageWith(first, { setting, benches: { scale: measuredWith({}) } });
  const again = pageWith(other, {
    setting: { ...setting, commit: "def5678" },
    benches: { adds: measuredWith(ratios) },
  });
  expect(again.startsWith("# Figures\n\nBy hand.\n")).toBe(true);
  expect(again.match(/## adds/g)).toHaveLength(1);
  expect(again.match(/## scale/g)).toHaveLength(1);
  expect(again.match(/def5678/g)).toHaveLength(1);
  expect(again.match(/abc1234/g)).toHaveLength(1);
  expect(again).toContain("| note \\| line | 12,346 |");
});

test("figures keep three digits, and counts all of theirs", () => {
  expect([0.012_345, 12.345, 12_345.6].map(rounded)).toEqual([0.0123, 12.3, 12_346]);
});

test("percentiles are measured times, not averages", () => {
  const times = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(percentiles(times)).toEqual({ p50: 51, p95: 96, p99: 100 });
});

test("growth finds the power that the times were made with", () => {
  const points = [1_000, 6_000, 50_000].map((size) => ({ size, time: 0.3 * size ** 0.7 }));
  expect(growth(points)).toBeCloseTo(0.7, 6);
});
