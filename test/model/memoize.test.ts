import { expect, test } from "vitest";
import { memoize } from "../../src/model/memoize.ts";

function counting(room: Readonly<{ characters: number; longest: number }>) {
  const made: string[] = [];
  const read = memoize((text) => {
    made.push(text);
    return text.toUpperCase();
  }, room);
  return { made, read };
}

const once = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);

test("a text that is asked for again is worked out twice at most", () => {
  const { made, read } = counting({ characters: 100, longest: 20 });
  const said = ["tea", "coffee", "tea", "coffee", "tea", "coffee"].map(read);
  expect(said).toEqual(["TEA", "COFFEE", "TEA", "COFFEE", "TEA", "COFFEE"]);
  expect(made).toEqual(["tea", "coffee", "tea", "coffee"]);
});

test("a text that is asked for again at once is worked out once", () => {
  const { made, read } = counting({ characters: 100, longest: 20 });
  for (const text of ["tea", "tea", "tea"]) read(text);
  expect(made).toEqual(["tea"]);
});

test("texts that are asked for once take no room from those that are not", () => {
  const { made, read } = counting({ characters: 100, longest: 20 });
  for (const text of ["tea", "tea", ...once(1_000)]) read(text);
  made.length = 0;
  expect(read("tea")).toBe("TEA");
  expect(made).toEqual([]);
});

test("when the room is full it begins anew", () => {
  const { made, read } = counting({ characters: 20, longest: 20 });
  for (const text of ["tea", "tea", ...once(5).flatMap((line) => [line, line])]) read(text);
  made.length = 0;
  for (const text of ["line 4", "tea"]) read(text);
  expect(made).toEqual(["tea"]);
});

test("a text longer than the longest is worked out each time", () => {
  const { made, read } = counting({ characters: 100, longest: 2 });
  for (const text of ["tea", "tea", "tea"]) read(text);
  expect(made).toHaveLength(3);
});
