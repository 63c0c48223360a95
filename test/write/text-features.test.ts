// One look over a text may spare a detector the reading of it, and must never cost a finding: what each detector finds
// with what the look told is what it finds when nothing is ruled out.

import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { ALL_BITS } from "../../src/guard/bits.ts";
import { DETECTORS } from "../../src/guard/detectors.ts";
import { MARKERS } from "../../src/guard/injection/marker-forms.ts";
import { findMarkers } from "../../src/guard/injection/markers.ts";
import { DOCUMENT_NUMBER } from "../../src/guard/personal/national-id.ts";
import { CALLS, NAMED } from "../../src/guard/secrets/named-secret.ts";
import { TOKEN_FORMS } from "../../src/guard/secrets/token.ts";
import { KEY_SHAPES } from "../../src/guard/secrets/vendor-keys.ts";
import { type TextFeatures, textFeatures } from "../../src/guard/text-features.ts";
import { spellingsOf } from "./spellings-of.ts";

const SPELLINGS = 200;

/** The words as they are, and nothing ruled out. */
function blindly(text: string): TextFeatures {
  const said = { ...textFeatures(text).said, cues: ALL_BITS, shouted: Infinity, singles: Infinity };
  const long = { longestKey: Infinity, longestSolid: Infinity, longestBlank: Infinity };
  return { said, signs: { seen: -1, isAscii: false, digits: Infinity, ...long } };
}

const PLACES: readonly ((said: string) => string)[] = [
  (said) => said,
  (said) => `so 'tis.\n${said}'s so`,
  (said) => `été_${said} ñu`,
];

function everywhere(form: RegExp): readonly string[] {
  const spellings = spellingsOf(form, SPELLINGS);
  return spellings.flatMap((said) => PLACES.map((put) => put(said)));
}

const byRule = (rows: readonly Readonly<{ rule: string; form: RegExp }>[]) =>
  rows.map(({ rule, form }) => [rule, form] as const);

describe("a marker that is there is looked for", () => {
  test.each(byRule(MARKERS))("%s", (rule, form) => {
    const texts = everywhere(form);
    const isFound = (text: string, glance: TextFeatures) =>
      findMarkers(text, glance).some((hit) => hit.rule === rule);
    expect(texts.filter((text) => isFound(text, blindly(text))).length).toBeGreaterThan(20);
    expect(
      texts.filter((text) => isFound(text, blindly(text)) && !isFound(text, textFeatures(text))),
    ).toEqual([]);
  });
});

const PRIVATE = [
  ...byRule(TOKEN_FORMS),
  ...CALLS.map(({ call }) => [call.source.slice(0, 40), call] as const),
  ["named_secret", new RegExp(`(?:${NAMED.source})[ _]?(?:: |=|=")[Ab1]{4}[xyz789]{8}`, "gi")],
  ["document_number", DOCUMENT_NUMBER],
] as const;

describe("what is private is found with one look as it is found without", () => {
  test.each(PRIVATE)("%s", (_rule, form) => {
    const texts = everywhere(form);
    const find = (text: string, glance: TextFeatures) =>
      DETECTORS.flatMap((detector) => detector.find(text, glance));
    expect(texts.filter((text) => find(text, blindly(text)).length > 0).length).toBeGreaterThan(20);
    expect(
      texts.filter(
        (text) => !isDeepStrictEqual(find(text, textFeatures(text)), find(text, blindly(text))),
      ),
    ).toEqual([]);
  });
});

test.each(CALLS)("$has is in every call of its form", ({ has, call }) => {
  const texts = spellingsOf(call, SPELLINGS);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => !has.test(text))).toEqual([]);
});

test.each(KEY_SHAPES)("$hint hints at every key of the shape $rule", ({ hint, shape }) => {
  const texts = spellingsOf(shape, SPELLINGS);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => !hint.test(text))).toEqual([]);
});
