// An engine on a store of its own, with a clock that tests can move.

import { onTestFinished } from "vitest";
import { createMemory, type MemoryEngine, type MemoryOptions } from "../../src/index.ts";

export type TestEngine = Readonly<{
  memory: MemoryEngine;
  clock: { now: Date };
  pass: (days: number) => void;
}>;

const DAY_MS = 86_400_000;

export async function testEngine(options: MemoryOptions = {}): Promise<TestEngine> {
  const clock = { now: new Date("2026-05-01T10:00:00.000Z") };
  const memory = await createMemory({ path: ":memory:", now: () => clock.now, ...options });
  onTestFinished(() => memory.close());
  return {
    memory,
    clock,
    pass: (days) => {
      clock.now = new Date(clock.now.getTime() + days * DAY_MS);
    },
  };
}

/** Input that the types would not let through, for tests of what happens to it. */
export function untyped<T>(value: unknown): T {
  return value as T;
}
