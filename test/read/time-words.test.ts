// No question that names a time is passed over: whatever the date parser would find in it, the quick look lets through.

import { casual } from "chrono-node/en";
import { expect, test } from "vitest";
import { timeWindows } from "../../src/read/time-window.ts";
import { mayNameTime } from "../../src/read/time-words.ts";

const AMOUNTS = "one two twelve half few several couple of the a an this last past next after";
const UNITS =
  "s sec second m min mins minutes h hr hrs hour d days w week mo mon mos month qtr quarter y yr years";
const NAMES = `january jan feb march apr may june jul aug sept oct november dec sunday mon tues wed thurs fri
  saturday weekend weekday now today tonight tomorrow overmorrow tmr yesterday morning afternoon evening night
  midnight midday noon`;
const AROUND =
  "in on at for within about first second twenty-first thirtieth ago later end of the month before";
const list = (words: string) => words.split(/\s+/);
const now = new Date("2026-06-01T12:00:00.000Z");

function isFound(text: string): boolean {
  return casual.parse(text, { instant: now, timezone: 0 }).length > 0;
}

test("what the date parser finds is never passed over, with or without a space between its words", () => {
  const texts = list(AMOUNTS).flatMap((amount) =>
    [...list(UNITS), ...list(NAMES)].flatMap((word) =>
      ["", " "].flatMap((gap) => [`${amount}${gap}${word}`, `Was it ${word}${gap}${amount} then?`]),
    ),
  );
  const around = list(AROUND).flatMap((word) =>
    list(NAMES).flatMap((name) => [`${word} ${name}`, `${name} ${word}`, `${word}${name}`]),
  );
  const found = [...texts, ...around].filter(isFound);
  expect(found.length).toBeGreaterThan(1_000);
  expect(found.filter((text) => !mayNameTime(text))).toEqual([]);
});

test.each([
  "What did Ana say about the piano?",
  "Does Ines know the market?",
  "Who is Monica's dentist?",
])("a question without a time is not searched for one: %s", (question) => {
  expect(mayNameTime(question)).toBe(false);
  expect(timeWindows(question, now)).toEqual([]);
});
