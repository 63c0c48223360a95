// Every reader of statements and tokens is compiled for the shapes it meets: one more shape, and all of them are
// compiled again. Spreading an object and adding a field makes a new shape each time.

import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { toldLike } from "../../src/model/compare/converses.ts";
import { readStatement } from "../../src/model/compare/statement.ts";

setFlagsFromString("--allow-natives-syntax");
const haveOneShape = new Function("a", "b", "return %HaveSameMap(a, b)");

const LINES = [
  "Ana taught Bob to swim.",
  "Bob learned to swim from Ana.",
  "Ana likes tea better than milk and gave Bob a call on 3 March.",
  "Ana got praise from Bob.",
  "Bob praised Ana.",
  "Ana paid 90 euros for a lamp.",
  "Ana bought a lamp.",
  "Ana is taller than Bob.",
  "Bob is shorter than Ana.",
  "Ana never goes without every good book, and the colour blue was her favourite.",
  "Ana's coach is Bob.",
  "Bob coaches Ana.",
];

const read = LINES.map(readStatement);
const turned = read
  .flatMap((one) => read.map((other) => toldLike(one, other)))
  .filter((told) => !read.includes(told));

test("all statements have one shape, told from either end", () => {
  const [first, ...others] = [...read, ...turned];
  expect(turned.length).toBeGreaterThan(3);
  expect(others.filter((other) => haveOneShape(first, other) !== true)).toEqual([]);
});

test("all tokens have one shape, whatever was changed in them", () => {
  const [first, ...others] = [...read, ...turned].flatMap(({ tokens }) => tokens);
  expect(others.filter((other) => haveOneShape(first, other) !== true)).toEqual([]);
});
