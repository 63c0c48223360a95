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

const WAS_ONE = saved({ "adds: a": ratio(1, "more") });

test("what is worse once and as good as before when measured again passes", async () => {
  expect(await compareRun(WAS_ONE, runs(0.5, 0.5, 0.5, 0.95, 0.95, 0.95))).toBe(0);
});

test("what is worse twice fails", async () => {
  expect(await compareRun(WAS_ONE, runs(0.5, 0.5, 0.5, 0.7, 0.7, 0.7))).toBe(1);
});

test("neither one lucky run nor one unlucky run decides", async () => {
  expect(await compareRun(WAS_ONE, runs(0.5, 0.7, 2, 0.6, 0.7, 2))).toBe(1);
  expect(await compareRun(WAS_ONE, runs(0.1, 0.9, 1))).toBe(0);
});

test("a run without a number is not left out of the middle", async () => {
  expect(await compareRun(WAS_ONE, runs(1, Number.NaN, 1, 1, 1, Number.NaN))).toBe(1);
});

test("only the benches whose ratios were saved are run", async () => {
  const asked: (readonly string[])[] = [];
  const measure = runs(1, 1, 1);
  await compareRun(saved({ "adds: a": ratio(1, "more") }), (names) => {
    asked.push(names);
    return measure(names);
  });
  expect(asked).toEqual([["adds"], ["adds"], ["adds"]]);
});

test("what a run saves is what the next run compares with", () => {
  const runs = [2, 1, 3].map((value) => ({ adds: measuredWith({ a: ratio(value, "more") }) }));
  const parsed = SavedFigures.parse(JSON.parse(JSON.stringify(savedOf(setting, runs, ["adds"]))));
  expect(parsed.ratios["adds: a"]).toEqual({ ...ratio(2, "more"), low: 1, high: 3, runs: 3 });
  expect(verdicts(parsed, ratiosOf(runs))).toEqual([
    { name: "adds: a", was: 2, is: 2, isWorse: false },
  ]);
});

test("what was measured beside other engines is not saved, since nobody who compares need have them", () => {
  const run = {
    adds: measuredWith({ a: ratio(1, "more") }),
    peers: measuredWith({ b: ratio(2, "more") }),
  };
  expect(Object.keys(savedOf(setting, [run], ["adds"]).ratios)).toEqual(["adds: a"]);
});

test("the figures in the repository can be compared with", () => {
  const figures = SavedFigures.parse(JSON.parse(readFileSync("bench/figures.json", "utf8")));
  const values = Object.values(figures.ratios);
  expect(values.length).toBeGreaterThan(3);
  for (const { value } of values) expect(value).toBeGreaterThan(0);
});
