// The rule that turns figures into a failed run.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ratiosOf, SavedFigures, savedOf, verdicts } from "../../bench/run/compare.ts";
import { compareRun } from "../../bench/run/compare-run.ts";
import type { Ratio } from "../../bench/run/measured.ts";
import type { Run } from "../../bench/run/print.ts";
import { measuredWith, setting } from "./samples.ts";

function ratio(value: number, better: Ratio["better"]): Ratio {
  return { value, low: value, high: value, runs: 1, better };
}

function saved(ratios: Record<string, Ratio>): SavedFigures {
  return { date: "2026-01-02T03:04:05.000Z", commit: "abc1234", ratios };
}

test.each([
  { better: "more", now: 0.79, isWorse: true },
  { better: "more", now: 0.81, isWorse: false },
  { better: "more", now: 3, isWorse: false },
  { better: "more", now: Number.NaN, isWorse: true },
  { better: "less", now: 1.21, isWorse: true },
  { better: "less", now: 1.19, isWorse: false },
  { better: "less", now: 0.1, isWorse: false },
  { better: "less", now: Number.NaN, isWorse: true },
] as const)("where $better is better, $now against 1 is a regression: $isWorse", (one) => {
  const { better, now, isWorse } = one;
  const [verdict] = verdicts(saved({ "adds: a": ratio(1, better) }), {
    "adds: a": ratio(now, better),
  });
  expect(verdict?.isWorse).toBe(isWorse);
});

test("a saved figure that is no longer measured is a regression", () => {
  const [verdict] = verdicts(saved({ "adds: gone": ratio(1, "more") }), {});
  expect(verdict).toEqual({ name: "adds: gone", was: 1, is: undefined, isWorse: true });
});

function runs(...values: readonly number[]): (names: readonly string[]) => Promise<Run> {
  const left = [...values];
  return async () => ({
    setting,
    benches: { adds: measuredWith({ a: ratio(left.shift() ?? Number.NaN, "more") }) },
  });
}

test("what is worse and then as good as before when measured again passes", async () => {
  expect(await compareRun(saved({ "adds: a": ratio(1, "more") }), runs(0.5, 0.7, 0.95))).toBe(0);
});

test("what is worse each time fails", async () => {
  expect(await compareRun(saved({ "adds: a": ratio(1, "more") }), runs(0.5, 0.7, 0.6))).toBe(1);
});

test.each([
  { better: "more", now: 0.55, isWorse: true },
  { better: "more", now: 0.65, isWorse: false },
  { better: "less", now: 1.65, isWorse: true },
  { better: "less", now: 1.55, isWorse: false },
] as const)(
  "where $better is better and runs went from 0.6 to 1.6, $now is a regression: $isWorse",
  (one) => {
    const { better, now, isWorse } = one;
    const was = { ...ratio(1, better), low: 0.6, high: 1.6 };
    const [verdict] = verdicts(saved({ "adds: a": was }), { "adds: a": ratio(now, better) });
    expect(verdict?.isWorse).toBe(isWorse);
  },
);

test("only the benches whose ratios were saved are run", async () => {
  const asked: (readonly string[])[] = [];
  const measure = runs(1);
  await compareRun(saved({ "adds: a": ratio(1, "more") }), (names) => {
    asked.push(names);
    return measure(names);
  });
  expect(asked).toEqual([["adds"]]);
});

test("what a run saves is what the next run compares with", () => {
  const runs = [2, 1, 3].map((value) => ({ adds: measuredWith({ a: ratio(value, "more") }) }));
  const parsed = SavedFigures.parse(JSON.parse(JSON.stringify(savedOf(setting, runs))));
  expect(parsed.ratios["adds: a"]).toEqual({ ...ratio(2, "more"), low: 1, high: 3, runs: 3 });
  expect(verdicts(parsed, ratiosOf({ adds: measuredWith({ a: ratio(2, "more") }) }))).toEqual([
    { name: "adds: a", was: 2, is: 2, isWorse: false },
  ]);
});

test("the figures in the repository can be compared with", () => {
  const figures = SavedFigures.parse(JSON.parse(readFileSync("bench/figures.json", "utf8")));
  const values = Object.values(figures.ratios);
  expect(values.length).toBeGreaterThan(3);
  for (const { value } of values) expect(value).toBeGreaterThan(0);
});
