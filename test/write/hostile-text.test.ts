// What hostile texts come out as. What reading them takes is measured by `npm run proof`, a megabyte of each.

import { expect, test } from "vitest";
import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";
import { hostile, RANDOM } from "../proof/hostile-texts.ts";

test("a long run of random letters is cut out whole, and not left unscreened", () => {
  const found = guard(`my key ${hostile(RANDOM, 20_000)} ends here`, DEFAULT_GUARD_POLICY);
  expect(found.text).toBe("my key [redacted api key] ends here");
});

test("a text of signs that stand for a phrase each grows to no multiple of itself", () => {
  const start = process.memoryUsage().heapUsed;
  const { outcome } = guard("ﷺ".repeat(200_000), DEFAULT_GUARD_POLICY);
  expect(outcome).toBe("pass");
  expect(process.memoryUsage().heapUsed - start).toBeLessThan(60_000_000);
});
