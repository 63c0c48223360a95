// The lexical measures of the vault: sequence ratio, token overlap, search score.

import fc from "fast-check";
import { expect, test } from "vitest";
import { sequenceRatio, tokenOverlap, vaultScore } from "../../src/model/vault-score.ts";

test("equal texts have ratio 1, whatever their case, accents and spacing", () => {
  expect(sequenceRatio("Café  au lait", "cafe au LAIT")).toBe(1);
});

test("texts without a common character have ratio 0", () => {
  expect(sequenceRatio("abc", "xyz")).toBe(0);
});

test("the ratio is twice the matched characters over all of them", () => {
  expect(sequenceRatio("abcd", "bcde")).toBe(0.75);
});

test("the ratio stays between 0 and 1", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const ratio = sequenceRatio(a, b);
      expect(ratio).toBeGreaterThanOrEqual(0);
      expect(ratio).toBeLessThanOrEqual(1);
    }),
  );
});

test("overlap asks how much of the first text the second has", () => {
  expect(tokenOverlap("deploy on Fridays", "never deploy on a Friday evening")).toBe(1);
  expect(tokenOverlap("never deploy on a Friday evening", "deploy on Fridays")).toBe(0.5);
});

test("an empty text overlaps with nothing", () => {
  expect(tokenOverlap("", "anything")).toBe(0);
});

test("a text of stop words is compared by its words", () => {
  expect(tokenOverlap("who are you", "who are they")).toBeCloseTo(2 / 3);
});

test("without a matching word the search score is 0, however alike the letters", () => {
  expect(vaultScore("deploy", "employ")).toBe(0);
});

test("the search score adds overlap, 0.3 for a substring and 0.4 of the ratio", () => {
  expect(vaultScore("release day", "Release day")).toBeCloseTo(1.7);
  const text = "The day of the release";
  expect(vaultScore("release day", text)).toBeCloseTo(1 + 0.4 * sequenceRatio("release day", text));
});
