// Reading a message for facts stays cheap, however it is put together: 20,000 characters of anything are read.

import { expect, test } from "vitest";
import { extractFacts } from "../../src/models/builtin/extract/extract-facts.ts";
import { DEFAULT_LISTEN_POLICY } from "../../src/write/act.ts";
import { workOf } from "../support/work-of.ts";
import { messageOf } from "../support/write-fixtures.ts";

const LENGTH = DEFAULT_LISTEN_POLICY.mining.maxCharacters;
const MOST_MS = 400;

function read(text: string) {
  const message = { ...messageOf({ text }), position: 1 };
  return extractFacts({ message, before: [] });
}

test.each([
  ...["\n", "\t", " \n", " ", "- ", ". ", "…", "!", "\u061f", "x", "我", "。", "😀"],
  ...['"', '"a ', "「", "«a", '…"', "(", "[x] ", "<", "**a", "_a", "~~a ", "* a", "``` ", "> a\n"],
  ...["and I ", ", and my ", "I'm ", "I like tea. ", "last week ", "1. ", "@a", "http://a "],
  ...['Ana: "a" ', "[a] [b] ", "dear x\n", "subject", "Fwd: "],
  ...[", can you ", "I, so what ", "我，", "if, "],
])("a message that repeats %j is read in time", async (piece) => {
  read("I love hiking");
  const text = `a${piece.repeat(Math.ceil(LENGTH / piece.length))}`.slice(0, LENGTH - 1);
  expect(await workOf(() => read(`${text}a`))).toBeLessThan(MOST_MS);
  expect(await workOf(() => read(`${text}?`))).toBeLessThan(MOST_MS);
});
