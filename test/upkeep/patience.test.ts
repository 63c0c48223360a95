// Work that can wait gives way to callers, and is done all the same.

import { expect, test } from "vitest";
import { createPatience } from "../../src/upkeep/patience.ts";

test("a turn without callers is the time for what waits", () => {
  const patience = createPatience(30);
  expect(patience.isOver()).toBe(true);
  patience.called();
  expect(patience.isOver()).toBe(false);
  expect(patience.isOver()).toBe(true);
});

test("callers who never stop hold it up for so many turns and no more, each time", () => {
  const patience = createPatience(3);
  const turns = Array.from({ length: 8 }, () => {
    patience.called();
    return patience.isOver();
  });
  expect(turns).toEqual([false, false, false, true, false, false, false, true]);
});
