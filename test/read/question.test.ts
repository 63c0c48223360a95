import { describe, expect, test } from "vitest";
import { parseQuestion } from "../../src/read/question.ts";
import { timeMatch, timeWindows } from "../../src/read/time-window.ts";

const NOW = new Date("2026-06-10T12:00:00Z");
const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`);

describe("the times a question names", () => {
  test.each([
    ["in March 2025", "2025-03-01", "2025-04-01"],
    ["on 7 May 2026", "2026-05-07", "2026-05-08"],
    ["yesterday", "2026-06-09", "2026-06-10"],
    ["in 2024", "2024-01-01", "2025-01-01"],
  ])("%s is the span from %s to %s", (words, from, to) => {
    expect(timeWindows(`What did Bo do ${words}?`, NOW)).toEqual([
      { from: day(from), to: day(to) },
    ]);
  });

  test("an hour of the day alone names no time", () => {
    expect(timeWindows("What was the opening night like?", NOW)).toEqual([]);
  });

  test("a span counts fully inside, half at one fade outside, and nothing when there is none", () => {
    const windows = [{ from: day("2026-05-07"), to: day("2026-05-08") }];
    expect(timeMatch(day("2026-05-07") + 1, windows, 4)).toBe(1);
    expect(timeMatch(day("2026-05-12"), windows, 4)).toBeCloseTo(0.5, 5);
    expect(timeMatch(day("2026-05-07"), [], 4)).toBe(0);
  });
});

describe("whom a question is about", () => {
  test.each([
    ["Where do I keep my old shoes?", "asker"],
    ["What did you recommend for dinner?", "assistant"],
    ["Remind me which hotel you mentioned", "assistant"],
    ["Where does Bo live?", "others"],
  ])("%s is about the %s", (text, about) => {
    expect(parseQuestion(text, NOW).about).toBe(about);
  });

  test("mentions are taken out of the words", () => {
    const question = parseQuestion("What does <@42> like?", NOW);
    expect(question.mentions).toEqual(["42"]);
    expect(question.words.has("42")).toBe(false);
  });
});
