// Text without spaces is cut into words in short pieces, and gives the same words as one piece would.

import { expect, test } from "vitest";
import { words } from "../../src/model/text.ts";

const SENTENCE = "私は昨日東京で友達に会って一緒に映画を見ました";

test("a long run gives each sentence's words, wherever it is cut", () => {
  const once = words(`${SENTENCE}。`);
  expect(words(`${SENTENCE}。`.repeat(40))).toEqual(Array.from({ length: 40 }, () => once).flat());
  expect(words(SENTENCE.repeat(40)).join("")).toBe(
    SENTENCE.normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .repeat(40),
  );
});

test("a run of a million signs stays within bounds", () => {
  const before = process.memoryUsage().heapUsed;
  expect(words("猫が好き".repeat(250_000)).length).toBeGreaterThan(100_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(500_000_000);
});
