// How far it is, where there is no terminal to draw a bar on.

import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { plainLines } from "../../src/surfaces/cli/progress.ts";

test("a line comes when there is something new to say, and none after the end", async () => {
  const lines: string[] = [];
  const progress = plainLines(
    { label: "Lines read", total: 200 },
    { write: (line) => lines.push(line), everyMs: 20 },
  );
  await setTimeout(60);
  expect(lines).toEqual([]);
  progress.to(1);
  progress.to(50);
  await setTimeout(120);
  expect(lines).toEqual(["Lines read: 50 of 200 (25 %)"]);
  progress.to(51);
  progress.end();
  await setTimeout(60);
  expect(lines).toHaveLength(1);
});

test("what has no known end is counted", async () => {
  const lines: string[] = [];
  const progress = plainLines(
    { label: "Messages heard" },
    { write: (line) => lines.push(line), everyMs: 10 },
  );
  progress.to(3);
  await setTimeout(60);
  progress.end();
  expect(lines).toEqual(["Messages heard: 3"]);
});
