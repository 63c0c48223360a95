// Reading a reply: hostile or sloppy text costs one pass and never becomes a value it is not.

import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { readReply } from "../../src/models/language/ai-sdk.ts";
import { trimText } from "../../src/models/language/narrator.ts";
import { workOf } from "../support/work-of.ts";

const Facts = z.object({ facts: z.array(z.string()) });

test("any value of the right shape is found in any prose without brackets", () => {
  const prose = fc.string().map((text) => text.replace(/[[\]{}`]/g, ""));
  const facts = fc.array(fc.string());
  fc.assert(
    fc.property(prose, facts, prose, (before, list, after) => {
      const value = { facts: list };
      const read = readReply(`${before}\n${JSON.stringify(value)}\n${after}`, Facts);
      expect(read).toEqual({ type: "ok", value });
    }),
    { numRuns: 300 },
  );
});

test("the object of the right shape is taken, whatever stands before it", () => {
  const text = 'See [1] and {"note":"draft"}: {"facts":["tea"]}';
  expect(readReply(text, Facts)).toEqual({ type: "ok", value: { facts: ["tea"] } });
});

test("a fence is read first, so that a stray bracket in the prose does no harm", () => {
  const text = 'Here is [the list:\n```json\n{"facts":["tea"]}\n```';
  expect(readReply(text, Facts)).toEqual({ type: "ok", value: { facts: ["tea"] } });
});

test("a repaired value that lacks what was asked for is not used", () => {
  expect(readReply('{"fac', Facts)).toEqual({ type: "garbled" });
});

test.each<[string, string]>([
  ["brackets", "[".repeat(1_000_000)],
  ["braces in pairs", "{}".repeat(500_000)],
  ["escaped quotes", `{"${'\\"'.repeat(500_000)}`],
  ["fences", "```".repeat(300_000)],
  ["thoughts", "<think>".repeat(100_000)],
])("a megabyte of %s is garbage within a second", async (_name, text) => {
  const work = await workOf(() => {
    expect(readReply(text, Facts)).toEqual({ type: "garbled" });
  });
  expect(work).toBeLessThan(1000);
});

test.each<[string, boolean]>([
  ["I'm sorry, but I can't help with that.", true],
  ["I cannot comply with this request.", true],
  ["Unfortunately I am unable to process personal data.", true],
  ["Ana said she can't come on Monday.", false],
  ["No facts here.", false],
])("%s is a refusal: %s", (text, isRefusal) => {
  expect(readReply(text, Facts).type).toBe(isRefusal ? "refusal" : "garbled");
});

test("text is cut at a sentence, else at a word, and never over its length", () => {
  expect(trimText("One two. Three four.", { length: 12 })).toBe("One two.");
  expect(trimText("One. Two. Three.", { length: 99, sentences: 2 })).toBe("One. Two.");
  expect(trimText("alpha beta gamma", { length: 12 })).toBe("alpha beta…");
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 40 }), (text, length) => {
      expect(trimText(text, { length }).length).toBeLessThanOrEqual(length);
    }),
  );
});
