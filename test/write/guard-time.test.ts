// The guard's time: it grows with the length of a text and with nothing that somebody could put into it. Counted in
// processor time, since a busy machine makes every clock wait.

import { describe, expect, test } from "vitest";
import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";

describe("time grows with length alone", () => {
  test.each([
    "a",
    "1 ",
    "a.a@",
    "-eyJ",
    "password=",
    "id=pwd=;",
    "ignore ",
    "i g ",
    "4111-",
    "://a:",
    "(((((a+)+)+)+)+)!",
    "SAY IT NOW LOUD a ",
    "忽略之前",
    "a\u200b",
    "1gn0r3 ",
  ])("a bait of %j takes at most about four times as long at four times the length", (bait) => {
    const timeOf = (length: number) => {
      const text = bait.repeat(Math.ceil(length / bait.length)).slice(0, length);
      const runs = [1, 2, 3].map(() => {
        const start = process.cpuUsage();
        guard(text, DEFAULT_GUARD_POLICY);
        return process.cpuUsage(start).user / 1_000;
      });
      return Math.min(...runs);
    };
    const short = timeOf(16 * 1024);
    // A quadratic rule would take sixteen times as long; the slack is for what a busy machine adds to any run.
    expect(timeOf(64 * 1024)).toBeLessThan(10 * short + 50);
  });
});
