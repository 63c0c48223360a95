// A caller that calls in an unbroken row leaves the rest of the process its turn.

import { expect, test } from "vitest";
import { testEngine } from "../support/engine.ts";

const tenant = "guild";
/** More calls than it takes in any case: where nobody else had a turn by then, nobody ever has. */
const CALLS = 5_000;
const TURNS = 5;

test.each(["remember", "search"] as const)(
  "between calls of %s that follow each other timers run",
  async (call) => {
    const { memory } = await testEngine();
    await memory.remember({ tenant, kind: "log", text: "The keg is by the window." });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    for (let at = 0; at < CALLS && turns < TURNS; at++)
      if (call === "search") await memory.search({ tenant, query: `keg ${at}` });
      else await memory.remember({ tenant, kind: "log", text: `Keg number ${at} came.` });
    clearInterval(timer);
    expect(turns).toBe(TURNS);
  },
);
