// Every text path reads a text of any kind in a time that grows with its length alone. Told by the ratio of two lengths, in
// processor time, since a busy machine makes every clock wait; `npm run proof` measures a megabyte of each.

import { expect, test } from "vitest";
import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";
import { splitClauses } from "../../src/language/clauses.ts";
import { embedNow } from "../../src/models/builtin/embedder.ts";
import { trimText } from "../../src/models/language/narrator.ts";
import { BAITS, hostile, RANDOM } from "../proof/hostile-texts.ts";

const SHORT = 8_000;
const TIMES = 8;

function timeOf(read: (text: string) => unknown, text: string): number {
  const runs = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    read(text);
    return process.cpuUsage(start).user / 1_000;
  });
  return Math.min(...runs);
}

test.each([
  ["clauses", splitClauses],
  ["the embedder", embedNow],
  ["a trimmed answer", (text: string) => trimText(text, { length: 400, sentences: 3 })],
] as const)("%s: eight times the text takes at most sixteen times as long", (_name, read) => {
  const isSlow = (bait: string): boolean => {
    const short = timeOf(read, hostile(bait, SHORT));
    // A quadratic step would take 64 times as long; what is too short to measure is given ten milliseconds.
    return timeOf(read, hostile(bait, TIMES * SHORT)) > 2 * TIMES * short + 10;
  };
  // Collecting garbage counts as processor time too, so what looks slow is measured again.
  const slow = [...Object.keys(BAITS), RANDOM].filter(
    (bait) => isSlow(bait) && isSlow(bait) && isSlow(bait),
  );
  expect(slow).toEqual([]);
});

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
