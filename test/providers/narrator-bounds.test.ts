// Whatever people type, the narrator's output stays within its limits and is the same every time.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Memory } from "../../src/model/memory.ts";
import { NARRATION_LIMITS } from "../../src/ports/narrator.ts";
import { builtinNarrator } from "../../src/providers/builtin/narrator.ts";
import { workOf } from "../support/work-of.ts";
import { memory, PEOPLE, talk } from "./narrator-fixtures.ts";

const PIECES = [
  "I moved to Porto",
  "you know me",
  "my dog ate your homework",
  "we can't, and I won't",
  "👍🏽🎉",
  "…",
  "?",
  "- but so",
  "私は東京に行きました",
  "The budget was cut because",
  "I",
  "it's",
  "\n\n> quoted\n",
  "Really?! Yes. No",
  "x".repeat(300),
];
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(" ")),
);
const name = fc.oneof(
  fc.constantFrom("Ana", "Ben", "Cy"),
  fc.string({ unit: "grapheme", maxLength: 80 }),
);
const lines = fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 12 });
const LONE_SURROGATE = /\p{Cs}/u;
const PERSONAL = /\b(?:I|me|my|mine|myself|you|your|yours|yourself|we|us|our|ours)\b/;

test("a title is one short line without closing punctuation", async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (said) => {
      const outcome = await builtinNarrator().episode(talk(...said));
      if (outcome.type !== "ok") throw new Error(outcome.reason);
      expect(outcome.title.length).toBeGreaterThan(0);
      expect(outcome.title.length).toBeLessThanOrEqual(NARRATION_LIMITS.titleLength);
      expect(outcome.title).not.toMatch(/[\n\r]|[.,;:!?]$/);
    }),
    { numRuns: 150 },
  );
});

test("a summary is bounded, whole and never in the first or second person", async () => {
  const known = fc.array(fc.tuple(fc.constantFrom("Ana", "Ben", "Cy"), text), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(known, async (said) => {
      const outcome = await builtinNarrator().episode(talk(...said));
      if (outcome.type !== "ok") throw new Error(outcome.reason);
      expect(outcome.summary.length).toBeLessThanOrEqual(NARRATION_LIMITS.summaryLength);
      expect(outcome.summary).toMatch(/[.…]$/);
      expect(outcome.summary).not.toMatch(PERSONAL);
      expect(outcome.summary).not.toMatch(LONE_SURROGATE);
    }),
    { numRuns: 250 },
  );
});

test("the same talk is told the same way twice", async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (said) => {
      const narrator = builtinNarrator();
      expect(await narrator.episode(talk(...said))).toEqual(await narrator.episode(talk(...said)));
    }),
    { numRuns: 50 },
  );
});

test("a very long message is read in bounded time", async () => {
  const endless = "and then I walked on, and I saw it - so I said that ".repeat(4000);
  const long = talk(["Ana", endless], ["Ben", "a".repeat(100_000)]);
  const work = await workOf(async () => {
    expect((await builtinNarrator().episode(long)).type).toBe("ok");
  });
  expect(work).toBeLessThan(2000);
});

const remembered = fc
  .array(fc.record({ text, title: text, participants: fc.subarray(["ana", "ben", "cy"]) }), {
    maxLength: 20,
  })
  .map((all) =>
    all.map((fields, index): Memory => memory({ id: `e${index}`, kind: "episode", ...fields })),
  );

test("topics are bounded and hold each episode at most once", async () => {
  await fc.assert(
    fc.asyncProperty(remembered, async (episodes) => {
      const outcome = await builtinNarrator().topics({ episodes, people: PEOPLE });
      if (outcome.type !== "ok") throw new Error(outcome.reason);
      const sources = outcome.topics.flatMap((topic) => topic.sources);
      expect(new Set(sources).size).toBe(sources.length);
      expect(outcome.topics.length).toBeLessThanOrEqual(
        Math.min(NARRATION_LIMITS.topics, episodes.length),
      );
      for (const { title, summary } of outcome.topics) {
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(NARRATION_LIMITS.titleLength);
        expect(summary.length).toBeLessThanOrEqual(NARRATION_LIMITS.summaryLength);
      }
    }),
    { numRuns: 100 },
  );
});

test("insights are few, short and rest on ids that were given", async () => {
  await fc.assert(
    fc.asyncProperty(remembered, text, async (activities, said) => {
      const items = activities.map((one) => ({ ...one, id: `item ${one.id}` }));
      const outcome = await builtinNarrator().insights({
        activities,
        items,
        talk: said,
        people: PEOPLE,
      });
      if (outcome.type !== "ok") throw new Error(outcome.reason);
      const given = [
        ...activities.slice(0, NARRATION_LIMITS.activities),
        ...items.slice(0, NARRATION_LIMITS.items),
      ];
      expect(outcome.insights.length).toBeLessThanOrEqual(NARRATION_LIMITS.insights);
      for (const { text: line, evidence } of outcome.insights) {
        expect(line.length).toBeLessThanOrEqual(NARRATION_LIMITS.insightLength);
        expect(evidence.length).toBeGreaterThan(0);
        expect(given.map((one) => one.id)).toEqual(expect.arrayContaining([...evidence]));
      }
    }),
    { numRuns: 100 },
  );
});
