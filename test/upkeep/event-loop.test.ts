// What upkeep leaves to callers: background work gives way while they keep the process busy, and is done all the same.

import { expect, test } from "vitest";
import { createIdleGate } from "../../src/write/event-loop.ts";

test("a turn without callers is the time for what waits", () => {
  const patience = createIdleGate(30);
  expect(patience.isOver()).toBe(true);
  patience.called();
  expect(patience.isOver()).toBe(false);
  expect(patience.isOver()).toBe(true);
});

test("callers who never stop hold it up for so many turns and no more, each time", () => {
  const patience = createIdleGate(3);
  const turns = Array.from({ length: 8 }, () => {
    patience.called();
    return patience.isOver();
  });
  expect(turns).toEqual([false, false, false, true, false, false, false, true]);
});
