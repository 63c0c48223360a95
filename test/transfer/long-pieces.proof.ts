// However an imported file is put together, no piece of it keeps the process busy for long.

import { expect, test } from "vitest";
import { lines } from "../../src/transfer/text/lines.ts";
import { splitJson } from "../../src/transfer/text/split-json.ts";

const CHUNK = 16_384;
const MAX_MS = 100;

/**
 * Thousandths of processor time spent between two pieces, at most: what others do meanwhile does not count. Nothing is
 * kept of what was read, so that it is the reader that is measured and not a heap that fills up.
 */
async function longestTurn(
  text: string,
  read: (texts: AsyncIterable<string>) => AsyncIterable<unknown>,
) {
  let longest = 0;
  let last = process.cpuUsage();
  async function* pieces() {
    for (let at = 0; at < text.length; at += CHUNK) {
      const { user } = process.cpuUsage(last);
      if (at > CHUNK) longest = Math.max(longest, user / 1000);
      last = process.cpuUsage();
      yield text.slice(at, at + CHUNK);
    }
  }
  for await (const _value of read(pieces()));
  return longest;
}

/** Of three runs, since a collection of garbage counts as processor time too. */
async function bestOf(run: () => Promise<number>): Promise<number> {
  return Math.min(await run(), await run(), await run());
}

const MILLION = 1_000_000;

test.each([
  ["brackets without end", "[".repeat(4 * MILLION)],
  ["objects without end", '{"a":'.repeat(MILLION)],
  ["one long text", `["${"x".repeat(4 * MILLION)}"]`],
  ["nothing but escapes", `["${"\\\\".repeat(2 * MILLION)}"]`],
  ["many small values", `[${"1,".repeat(MILLION)}1]`],
  ["closing brackets", "]}".repeat(MILLION)],
])("no piece of %s takes long to read", async (_what, text) => {
  const options = { objects: "members", maxCharacters: MILLION } as const;
  expect(await bestOf(() => longestTurn(text, (texts) => splitJson(texts, options)))).toBeLessThan(
    MAX_MS,
  );
  expect(await bestOf(() => longestTurn(text, (texts) => lines(texts, MILLION)))).toBeLessThan(
    MAX_MS,
  );
});
