// One provider's share of calls and tokens is kept (R-PROV-3).

import { expect, test } from "vitest";
import { createPace } from "../../src/models/language/line.ts";
import { stillOutside } from "../support/still-outside.ts";

test("no more calls run at once than are allowed, and all of them run in the end", async () => {
  const pace = createPace({ maxConcurrent: 2, tokensPerMinute: null }, stillOutside());
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
  };
  await Promise.all(Array.from({ length: 9 }, () => pace.run(1, work)));
  expect([most, running]).toEqual([2, 0]);
});

test("a call that throws gives its place back", async () => {
  const pace = createPace({ maxConcurrent: 1, tokensPerMinute: null }, stillOutside());
  await expect(pace.run(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await pace.run(1, async () => "yes")).toBe("yes");
});

test("tokens over the minute's share wait until the minute is over", async () => {
  const outside = stillOutside();
  const pace = createPace({ maxConcurrent: 4, tokensPerMinute: 100 }, outside);
  await pace.run(60, async () => undefined);
  outside.pass(10_000);
  await pace.run(40, async () => undefined);
  expect(outside.slept()).toEqual([]);
  await pace.run(50, async () => undefined);
  expect(outside.slept()).toEqual([50_000]);
});
