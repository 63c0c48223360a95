// Text carried inside text: where it begins and ends, what it says, and which runs are no text at all.

import { expect, test } from "vitest";
import { fold } from "../../src/guard/fold.ts";
import { decode, findEncoded } from "../../src/guard/injection/encoded.ts";
import { findHidden } from "../../src/guard/injection/hidden.ts";

const encoded = (text: string, as: "base64" | "base64url" | "hex") =>
  Buffer.from(text).toString(as);
const found = (text: string) =>
  findEncoded(text, fold(text), findHidden(text)).map(({ decoded, start, end }) => [
    decoded,
    text.slice(start, end),
  ]);

const SAID = "meet me at nine, bring tea";

test.each(["base64", "base64url", "hex"] as const)("%s is read where it stands", (as) => {
  const run = encoded(SAID, as);
  expect(found(`see ${run} ok`)).toEqual([[SAID, run]]);
  expect(found(`“see” – ${run} ok`)).toEqual([[SAID, run]]);
});

test("what tags spell is read where it stands, each run by itself", () => {
  const tagged = (text: string) =>
    Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  expect(found(`good ${tagged("hi")} day ${tagged("you")}`)).toEqual([
    ["hi", tagged("hi")],
    ["you", tagged("you")],
  ]);
});

test("hidden characters that spell nothing carry nothing", () => {
  expect(found("pay\u200bpal")).toEqual([]);
});

test("several runs are all read, however they are encoded", () => {
  const [one, two] = [encoded("the first of them", "base64"), encoded("the other one", "hex")];
  expect(found(`${two} ${one}`)).toEqual([
    ["the first of them", one],
    ["the other one", two],
  ]);
});

test.each([
  [
    "bytes that are no text",
    Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]).toString("hex"),
  ],
  ["a run with one unreadable sign in it", encoded("meet me\u0007at nine", "base64")],
  ["a short run", encoded("meet me", "base64")],
])("%s carries nothing", (_name, text) => {
  expect(found(text)).toEqual([]);
});

test.each([
  ["eight signs", "abcdefgh", "abcdefgh"],
  ["fewer", "abcdefg", undefined],
  ["several lines", "one\r\ntwo\tthree", "one\r\ntwo\tthree"],
  ["other scripts and signs", "Grüße – 5 € für Ωμ", "Grüße – 5 € für Ωμ"],
  ["a sign that nobody sees", "abcdefgh\u200b", undefined],
])("%s, decoded", (_name, text, decoded) => {
  expect([decode(encoded(text, "base64"), "base64"), decode(encoded(text, "hex"), "hex")]).toEqual([
    decoded,
    decoded,
  ]);
});
