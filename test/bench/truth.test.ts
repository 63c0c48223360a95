// The truth set is well formed, and its judge can fail: it notices what is false, lost, kept in vain or still there.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Heard } from "../../bench/eval/truth/hear-items.ts";
import { judge } from "../../bench/eval/truth/judge.ts";
import { readTruthSet, type TruthItem } from "../../bench/eval/truth/truth-set.ts";
import { evaluate, ownData } from "../../bench/eval/truth.ts";
import { quoteLine } from "../../src/model/quote.ts";

const LANGUAGES = "ar de en es fr hi it ja ko nl pl pt ru tr zh".split(" ");
const set = readTruthSet(ownData);

const base: TruthItem = {
  ...{ id: "x", lang: "en", kind: "must", category: "instruction", author: "Ben" },
  ...{ text: "Never call me before 9am", before: [], after: [], never: [], gone: [] },
};

function heard(lines: readonly string[], end: Partial<Heard> = {}, item = base): Heard {
  const said = { author: item.author, text: item.text };
  return {
    lines: lines.map((text) => ({ text, how: "stored" as const, said })),
    silences: [],
    active: [],
    first: undefined,
    ...end,
  };
}

/** Every message in full; of a correction, only the last is still active. */
function keptWhole(item: TruthItem): Heard {
  const lines = [item, ...item.after].map((said) => ({
    text: quoteLine({ speaker: said.author, said: said.text }),
    how: "stored" as const,
    said,
  }));
  return { ...heard([]), lines, active: lines.slice(-1).map(({ text }) => text) };
}

describe("the set", () => {
  test("has all languages, and enough of each kind in every one", () => {
    expect([...new Set(set.map(({ lang }) => lang))].sort()).toEqual(LANGUAGES);
    for (const lang of LANGUAGES) {
      const own = set.filter((item) => item.lang === lang);
      const of = (kind: string) => own.filter((item) => item.kind === kind).length;
      const watched = own.filter(({ never, gone }) => never.length + gone.length > 0);
      expect([lang, own.length >= (lang === "en" ? 180 : 20)]).toEqual([lang, true]);
      expect([lang, of("must") >= 12, of("must_not") >= 6]).toEqual([lang, true, true]);
      expect([lang, watched.length >= 2]).toEqual([lang, true]);
    }
    expect(set.length).toBeGreaterThanOrEqual(460);
  });

  test("says of every item that must be kept what of it must be", () => {
    const silent = set.filter((item) => item.kind === "must" && item.must === undefined);
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test("can be passed: whoever keeps every message whole, in quotes, loses nothing and says nothing false", () => {
    const failed = set
      .filter((item) => item.kind === "must")
      .map((item) => ({ id: item.id, ...judge(item, keptWhole(item)) }))
      .filter(
        (one) => one.missing.length + one.falseStatements.length > 0 || !(one.hasLanded ?? true),
      );
    expect(failed).toEqual([]);
  });
});

describe("the judge", () => {
  const quoted = 'Ben: "Never call me before 9am"';

  test("passes a statement kept in its speaker's words", () => {
    const item = { ...base, must: [["never call me"]], never: ["Ben never calls"] };
    expect(judge(item, heard([quoted]))).toEqual({
      falseStatements: [],
      missing: [],
      isChatterKept: false,
      hasLanded: undefined,
    });
  });

  test("notices a false statement, and that what must be kept is lost", () => {
    const item = { ...base, must: [["never call me"]], never: ["Ben never calls"] };
    const verdict = judge(item, heard(["Ben never calls them before 9am."]));
    expect(verdict.falseStatements.map(({ rule }) => rule)).toEqual(["never"]);
    expect(verdict.missing).toEqual([["never call me"]]);
  });

  test.each([
    ["a part of the words", 'Ben: "before 9am"', []],
    ["another's words", 'Ann: "Never call me before 9am"', ["quoted wrongly"]],
    ["words nobody wrote", 'Ben: "Never call Ben before 9am"', ["quoted wrongly"]],
    ["a sentence ended twice", "她住在北京。.", ["quoted wrongly"]],
    ["a number nobody said", "Ben is not to be called before 10am.", ["number nobody said"]],
    ["a number beside the words", `${quoted} [10 March 2026]`, []],
  ])("takes %s for what it is without being told", (_what, line, rules) => {
    expect(judge(base, heard([line])).falseStatements.map(({ rule }) => rule)).toEqual(rules);
  });

  test("notices that a negation was left behind", () => {
    const item = { ...base, never: ["/(?<!never )call me/iu"] };
    expect(judge(item, heard(['Ben: "call me before 9am"'])).falseStatements).toHaveLength(1);
    expect(judge(item, heard([quoted])).falseStatements).toEqual([]);
  });

  test("notices chatter that was kept, whatever became of it", () => {
    const item: TruthItem = { ...base, kind: "must_not" };
    expect(judge(item, heard([])).isChatterKept).toBe(false);
    expect(judge(item, heard([quoted])).isChatterKept).toBe(true);
  });

  test("a correction has landed when the new stands and the old is gone, or comes after it", () => {
    const item = { ...base, active: [["10:00"]], gone: ["9:30"] };
    const unsure = { ...item, newerFirst: { query: "when", first: "10:00" } };
    const [old, newer] = ["The standup is at 9:30.", "The standup is at 10:00."];
    const end = (active: readonly string[], first?: string) => heard([], { active, first });
    expect(judge(item, end([newer])).hasLanded).toBe(true);
    expect(judge(item, end([old, newer])).hasLanded).toBe(false);
    expect(judge(item, end([])).hasLanded).toBe(false);
    expect(judge(unsure, end([old, newer], newer)).hasLanded).toBe(true);
    expect(judge(unsure, end([old, newer], old)).hasLanded).toBe(false);
  });

  test("what is active in the end is watched for false statements too", () => {
    const item = { ...base, never: ["/(?<!不)喜欢猫/u"] };
    const verdict = judge(item, heard(['Ben: "她不喜欢猫"'], { active: ['Ben: "她喜欢猫"'] }));
    expect(verdict.falseStatements.map(({ rule, line }) => [rule, line])).toContainEqual([
      "never",
      'Ben: "她喜欢猫"',
    ]);
  });
});

test("a file of the set is heard by the engine, and every item is counted", async () => {
  const { figures, text } = await evaluate({
    data: join(ownData, "zh.json"),
    pooled: false,
    stores: undefined,
    show: true,
  });
  const chinese = set.filter(({ lang }) => lang === "zh");
  expect(figures["items"]).toBe(chinese.length);
  expect(Object.keys(figures["languages"] ?? {})).toEqual(["zh"]);
  for (const { id } of chinese) expect(text).toContain(`${id} (`);
});
