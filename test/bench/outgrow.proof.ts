// What the plan past one machine rests on: wide vectors that compare like the built-in ones and, on the PostgreSQL server
// that DATABASE_URL names, calls that look only into the partitions of their own tenant.

import { describe, expect, test } from "vitest";
import { withLayouts } from "../../bench/outgrow/layouts.ts";
import { measurePruning } from "../../bench/outgrow/pruning.ts";
import { wideEmbedder } from "../../bench/outgrow/wide-embedder.ts";
import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import { serverUrl } from "../support/postgres.ts";

const MINUTE = 60_000;
const TEXTS = ["Ana keeps bees on the roof", "who has a beehive?"];

async function likeness(embedder: Embedder): Promise<number> {
  const [one = [], other = []] = await embedder.embed(TEXTS, "document", { tenant: "t" });
  return [...one].reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

test.each([128, 384, 1_536])(
  "vectors of %d dimensions are as alike as the built-in ones",
  async (dims) => {
    const wide = wideEmbedder(dims);
    const [vector] = await wide.embed(TEXTS, "query", { tenant: "t" });
    expect(vector).toHaveLength(dims);
    expect(await likeness(wide)).toBeCloseTo(await likeness(builtinEmbedder()), 5);
  },
);

const server = serverUrl();

describe.runIf(server !== undefined)("with a server", () => {
  test("a call for one tenant looks into no partition of others", {
    timeout: 5 * MINUTE,
  }, async () => {
    const { tables, promises } = await withLayouts(server ?? "", 1, measurePruning);
    expect(promises.map(({ says, holds }) => [says, holds])).toEqual([
      ["scans of other tenants' partitions by calls for one: none", true],
    ]);
    for (const [call, own] of tables[0]?.rows ?? []) expect([call, own]).not.toEqual([call, 0]);
  });
});
