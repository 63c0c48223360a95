// The copy of a text that rules match on: what each character becomes in it, and the way back to where it stood.

import { describe, expect, test } from "vitest";
import { BARRIER, fold, redactionMarker } from "../../src/guard/fold.ts";

describe("in the copy", () => {
  test.each([
    ["plain text is what it was", "Pay 4111-1111\tat 10:30\r\n[ok] {~}", undefined],
    [
      "letters of large scripts are what they were",
      "Ça été Ωμ мир שלום سلام हम あア語 한",
      undefined,
    ],
    ["digits of every script are digits", "٣٠٩ ०९ ４２ 𝟎𝟗 𝟘𝟡 𝟢𝟫 𝟬𝟵 𝟶𝟿", "309 09 42 09 09 09 09 09"],
    ["line ends and tabs are what they were", "–\n–\r–\t–", "-\n-\r-\t-"],
    ["every dash is a hyphen", "a‐b‑c‒d–e—f―g−h﹣i－j", "a-b-c-d-e-f-g-h-i-j"],
    ["quotation marks are straight", "‘a’ “b” „c", '\'a\' "b" "c'],
    ["every space is one", "a\u00a0b\u2003c\u3000d\u2028e", "a b c d e"],
    ["compatible letters are plain ones", "ｐａｓｓ ﬁn ① 𝐱", "pass fin 1 x"],
    ["hidden characters are gone", "\ufeffpa\u200bss\u00adword\u0007\u{E0041}", "password"],
    ["half a character is the mark of one", "a\ud83db\udc00", "a\uFFFDb\uFFFD"],
    ["what was redacted is a barrier", "é [redacted card] b", `é ${BARRIER} b`],
    ["a plain text with a marker has its barrier", "a [redacted card]", `a ${BARRIER}`],
    ["markers side by side are one barrier", "[redacted card][redacted api key]!", `${BARRIER}!`],
    ["markers apart are two", "[redacted card] [redacted card]", `${BARRIER} ${BARRIER}`],
    ["a marker that does not end is text", "[redacted card, é", "[redacted card, é"],
    ["a marker that names no class is text", "[redacted ] [redacted 7]", undefined],
  ])("%s", (_name, text, folded) => {
    expect(fold(text).text).toBe(folded ?? text);
  });
});

test.each([
  ["plain text", "pay me", ["me", "me"]],
  ["a run between changed characters", "“né à Porto” – 7", ["Porto", "Porto"]],
  ["the first of a run", "–pay", ["pay", "pay"]],
  ["the last of a run", "pay–", ["pay", "pay"]],
  ["one changed character", "a — b", ["-", "—"]],
  ["what begins and ends with a changed one", "x “hi” y", ['"hi"', "“hi”"]],
  ["a character that became several", "see ﬁn", ["fin", "ﬁn"]],
  ["a part of what one character became", "see ﬁn", ["i", "ﬁ"]],
  ["a character of two code units", "a 𝟗𝟘 b", ["90", "𝟗𝟘"]],
  [
    "a word with hidden ones in it",
    "my pa\u200bss\u200bword",
    ["password", "pa\u200bss\u200bword"],
  ],
  ["a word after hidden characters", "\u200b\u200bmy word", ["my", "my"]],
  ["what stands after a marker", "[redacted card] call", ["call", "call"]],
  ["two markers", "é [redacted card][redacted ip] b", [BARRIER, "[redacted card][redacted ip]"]],
  ["a long way in", `${"–x".repeat(40)} here ${"–y".repeat(40)}`, ["here", "here"]],
])("the way back leads from %s to where it stood", (_name, text, [piece, original]) => {
  const folded = fold(text);
  const at = folded.text.indexOf(piece ?? "");
  const { start, end } = folded.toOriginal(at, at + (piece ?? "").length);
  expect(text.slice(start, end)).toBe(original);
});

test("every character of the copy leads back to the one it was made of", () => {
  const text = "a–b “c” 𝟗\u200bd é[redacted ip]ef – g\u00a0";
  const folded = fold(text);
  const back = Array.from({ length: folded.text.length }, (_, at) => {
    const { start, end } = folded.toOriginal(at, at + 1);
    return text.slice(start, end);
  });
  const [before, after] = text.replace("\u200b", "").split("[redacted ip]");
  expect(back).toEqual([...Array.from(before ?? ""), "[redacted ip]", ...Array.from(after ?? "")]);
});

test("an empty span leads back to the place it stands at", () => {
  const { toOriginal } = fold("–ab–cd");
  expect(toOriginal(4, 4).start).toBe(4);
});

test("a text in which nothing can be seen is an empty copy", () => {
  const folded = fold("\u200b\u200b");
  expect([folded.text, folded.toOriginal(0, 0)]).toEqual(["", { start: 0, end: 0 }]);
});

test("a marker names its class in words", () => {
  expect(redactionMarker("one_two_three")).toBe("[redacted one two three]");
});
