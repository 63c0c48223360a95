// A journal line is inert markdown: no text can open a heading, a link, a tag or another line (R-INJ-11).

import fc from "fast-check";
import { expect, test } from "vitest";
import { inert } from "../../src/model/text.ts";
import { journalLine } from "../../src/write/message-changes.ts";
import { messageOf } from "../support/write-fixtures.ts";

const line = (text: string) => journalLine(messageOf({ text }));

test("an ordinary line reads as it was said", () => {
  expect(line("I moved to Lisbon (at last), Ana's dog: fine; 3.5 km?")).toBe(
    "- 10:00:00 **Ana** (general): I moved to Lisbon (at last), Ana's dog: fine; 3.5 km?",
  );
});

test("a thread is named after its channel", () => {
  expect(journalLine(messageOf({ thread: "side", text: "hi" }))).toContain("(general/side): hi");
});

test.each([
  ["a line break", "one\n# two\r\n- three\u2028four\u0085five"],
  ["a link", "[click](javascript:alert(1))"],
  ["an image", "![x](http://127.0.0.1/x)"],
  ["a tag", "<img src=x onerror=alert(1)>"],
  ["an entity", "&lt;script&gt;"],
  ["a wiki link", "[[secret note]]"],
  ["code", "```dataviewjs\nx\n```"],
  ["an inline field", "key:: value"],
  ["a hidden comment", "%%hidden%%"],
  ["emphasis", "**bold** __b__ ~~s~~ ==h=="],
  ["a table", "| a | b |"],
  ["mathematics", "$x$"],
])("%s does nothing", (_what, text) => {
  const written = line(text);
  expect(written).not.toMatch(/[\n\r\u2028\u2029\u0085]/);
  expect(written.replace(/\\[!-/:-@[-`{-~]/g, "").slice("- 10:00:00 **Ana**".length)).not.toMatch(
    /[`*_{}[\]<>#|!~$%^&=\\]|::/,
  );
});

test("no text, and no name, leaves an active mark behind", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const written = inert(text);
      const active = written.replace(/\\[!-/:-@[-`{-~]/g, "");
      return (
        !/\p{Cc}/u.test(written) &&
        !/[`*_{}[\]<>#|!~$%^&=\\]|::/.test(active) &&
        !/^(?:[-+]|\d+[.)])/.test(written)
      );
    }),
    { numRuns: 300 },
  );
});
