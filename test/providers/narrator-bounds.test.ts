// Whatever people type, the narrator's output stays within its limits and is the same every time.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Memory } from "../../src/model/memory.ts";
import { tidy } from "../../src/model/text.ts";
import { builtinNarrator } from "../../src/models/builtin/narrator.ts";
import { NARRATION_LIMITS } from "../../src/ports/narrator.ts";
import { workOf } from "../support/work-of.ts";
import { aroundQuotes, memory, PEOPLE, talk } from "./narrator-fixtures.ts";

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

test("a title is one short line without closing punctuation", async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (said) => {
      const outcome = await builtinNarrator().episode(talk(...said));
      if (outcome.type !== "ok") throw new Error(outcome.reason);
      expect(outcome.title.length).toBeGreaterThan(0);
      expect(outcome.title.length).toBeLessThanOrEqual(NARRATION_LIMITS.titleLength);
      expect(outcome.title).not.toMatch(/[\n\r]|[,;:!?]$/);
    }),
    { numRuns: 150 },
  );
});

test("a summary is bounded, and every word of it was said by the one it is ascribed to", async () => {
  const known = fc.array(fc.tuple(fc.constantFrom("Ana", "Ben", "Cy"), text), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(known, async (said) => {
      const outcome = await builtinNarrator().episode(talk(...said));
      if (outcome.type !== "ok") throw new Error(outcome.reason);
      const { summary } = outcome;
      expect(summary.length).toBeLessThanOrEqual(NARRATION_LIMITS.summaryLength);
      expect(summary).not.toMatch(LONE_SURROGATE);
      if (summary.endsWith(" talked.")) return;
      expect(aroundQuotes(summary)).toMatch(/^(?:(?:Ana|Ben|Cy): ""|(?: (?:Ana|Ben|Cy):)? "")+$/);
      let speaker = "";
      for (const [, name, part = ""] of summary.matchAll(/(?:(\w+): )?"([^"]+)"/gu)) {
        speaker = name ?? speaker;
        const own = said.flatMap(([who, what]) => (who === speaker ? [tidy(what)] : []));
        expect(own.some((what) => what.includes(part.replace(/…$/u, "")))).toBe(true);
      }
    }),
    { numRuns: 250 },
  );
});

test("every word of a title was said", async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (said) => {
      const outcome = await builtinNarrator().episode(talk(...said));
      if (outcome.type !== "ok") throw new Error(outcome.reason);
      const heard = tidy(said.flat().join(" ")).toLowerCase();
      if (outcome.summary.endsWith(" talked.")) return;
      for (const part of outcome.title.split(", ")) expect(heard).toContain(part.toLowerCase());
    }),
    { numRuns: 150 },
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

test.each([
  ["clauses", "and then I walked on, and I saw it - so I said that ".repeat(4000)],
  ["one word", "a".repeat(200_000)],
  ["open quotation marks", '"I said '.repeat(30_000)],
  ["open brackets of mentions", "<@ ".repeat(60_000)],
  ["stars", "*".repeat(200_000)],
  ["emoji", "🎉".repeat(60_000)],
  ["Han without a space", "我上周搬到了里斯本".repeat(20_000)],
  ["full stops", ". ".repeat(90_000)],
  ["initials, none of which ends a sentence", "A. ".repeat(60_000)],
])("a very long message of %s is read in bounded time", async (_what, endless) => {
  const long = talk(["Ana", endless], ["Ben", endless]);
  const work = await workOf(async () => {
    expect((await builtinNarrator().episode(long)).type).toBe("ok");
  });
  expect(work).toBeLessThan(2000);
});

test("a very long talk is read in bounded time and room", async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => {
    const line = `I planted tree number ${n} in garden ${n % 90} and called it Name${n}. `;
    return [`P${n % 300}`, line.repeat(60)] as const;
  });
  const before = process.memoryUsage().rss;
  const work = await workOf(async () => {
    expect((await builtinNarrator().episode(talk(...lines))).type).toBe("ok");
  });
  expect(work).toBeLessThan(8000);
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
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
